import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import pMap from 'p-map';
import { createTables } from '../../../../../lib/local/create-tables.ts';
import { listen } from '../../../../../lib/local/listen.ts';
import { defaultLifetimes } from '../../../../../shared/settings.ts';
import { serveCommands } from '../../harness/serve-commands.ts';
import type { TokenServerCommands } from '../../harness/token-server.ts';
import { makeAdapter, oidcTable } from './dynamodb-adapter.ts';

/**
 * oidc-provider with client credentials and rotating refresh tokens. Its access tokens are opaque, as by default, and there
 * is no `openid` in the scope, so that it need not sign anything.
 */
const TABLE = 'Oidc';
const SCOPE = 'offline_access';
const ACCOUNT = 'acme';

const client = new DynamoDBClient({});
await createTables(client, { oidc: oidcTable }, { oidc: TABLE });
const adapter = makeAdapter(
  DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
  TABLE,
);
const { privateKey } = await generateKeyPair('ES256', { extractable: true });

const { accessTokenSeconds, refreshTokenSeconds } = defaultLifetimes;
const provider = new Provider('http://oidc.localhost', {
  adapter,
  findAccount: (_, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' }] },
  cookies: { keys: [randomBytes(32).toString('hex')] },
  features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
  rotateRefreshToken: true,
  ttl: {
    AccessToken: accessTokenSeconds,
    ClientCredentials: accessTokenSeconds,
    Grant: refreshTokenSeconds,
    RefreshToken: refreshTokenSeconds,
  },
});
const url = await listen(createServer(provider.callback()), 'PORT', 0);

provider.on('server_error', (_, error) => console.error(error));

let registered = '';

const makeRefreshToken = async (): Promise<string> => {
  const apiClient = await provider.Client.find(registered);
  if (!apiClient) throw new Error('no client is registered');
  const grant = new provider.Grant({ clientId: registered, accountId: ACCOUNT });
  grant.addOIDCScope(SCOPE);
  const grantId = await grant.save();
  const made = { client: apiClient, accountId: ACCOUNT, grantId, scope: SCOPE, gty: 'authorization_code' };
  return new provider.RefreshToken({ ...made, expiresWithSession: false } as never).save();
};

const commands: TokenServerCommands = {
  url: () => `${url}/token`,
  register: async ({ clientId, clientSecret }) => {
    registered = clientId;
    await adapter('Client').upsert(
      clientId,
      {
        client_id: clientId,
        client_secret: clientSecret,
        grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
        redirect_uris: ['https://gate.example/callback'],
        token_endpoint_auth_method: 'client_secret_post',
        scope: SCOPE,
      },
      0,
    );
  },
  makeRefreshTokens: (count) => pMap(Array(count).keys(), makeRefreshToken, { concurrency: 16 }),
};

serveCommands({ ...commands });
