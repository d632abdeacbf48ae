/**
 * The peer oidc-provider, with a custom grant type for log-in, because `client_credentials` issues no refresh token. A log-in
 * returns a stored, rotating refresh token and a JWT access token, signed with the service's algorithm. oidc-provider issues
 * JWT access tokens only with resource indicators.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Adapter, type AdapterPayload, type Client, type ResourceServer } from 'oidc-provider';
import { listen } from '../../../../lib/local/local-server.ts';
import { defaultLifetimes } from '../../../../shared/settings.ts';
import { answerBench } from '../harness/answer-bench.ts';
import { openItems, PEER_LOGIN } from './items.ts';

const RESOURCE = 'urn:bench:gate';
const SCOPE = 'checkin';
const ACCOUNT = 'acme';
const { accessTokenSeconds, refreshTokenSeconds } = defaultLifetimes;

const items = await openItems('Oidc');

/** Each token, grant or client is an item. The bench saves each only once, and consumes a refresh token by using it. */
const adapter = (name: string): Adapter => {
  const keyOf = (id: string): string => `${name}-${id}`;
  const ignore = async () => undefined;
  return {
    async upsert(id, payload, seconds = refreshTokenSeconds) {
      await items.create(keyOf(id), { payload, consumed: false }, seconds);
    },
    async find(id) {
      const item = await items.find(keyOf(id));
      return item && { ...(item['payload'] as AdapterPayload), ...(item['consumed'] === true && { consumed: true }) };
    },
    async consume(id) {
      await items.replace(keyOf(id), 'consumed', [false, true], refreshTokenSeconds);
    },
    // Only the reuse of a token revokes its grant, which all tokens share here.
    destroy: ignore,
    revokeByGrantId: ignore,
    findByUserCode: ignore,
    findByUid: ignore,
  };
};

const makeJwk = async (alg: string) => {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, kid: alg, use: 'sig' };
};

const resourceServer: ResourceServer = {
  scope: SCOPE,
  audience: RESOURCE,
  accessTokenTTL: accessTokenSeconds,
  accessTokenFormat: 'jwt',
  jwt: { sign: { alg: 'EdDSA', kid: 'EdDSA' } },
};
const provider = new Provider('http://oidc.localhost', {
  adapter,
  findAccount: (_, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
  jwks: { keys: [await makeJwk('ES256'), await makeJwk('EdDSA')] },
  cookies: { keys: [randomBytes(32).toString('hex')] },
  features: {
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => RESOURCE,
      useGrantedResource: () => true,
      getResourceServerInfo: () => resourceServer,
    },
  },
  rotateRefreshToken: true,
  ttl: { AccessToken: accessTokenSeconds, Grant: refreshTokenSeconds, RefreshToken: refreshTokenSeconds },
});
provider.on('server_error', (_, error) => console.error(error));

const { BENCH_CLIENT_ID: clientId = '', BENCH_CLIENT_SECRET: clientSecret } = process.env;
const clientMetadata = {
  client_id: clientId,
  client_secret: clientSecret,
  grant_types: [PEER_LOGIN, 'authorization_code', 'refresh_token'],
  response_types: ['code'],
  id_token_signed_response_alg: 'ES256',
  redirect_uris: ['https://gate.example/callback'],
  token_endpoint_auth_method: 'client_secret_post',
};
await adapter('Client').upsert(clientId, clientMetadata as never, refreshTokenSeconds);

/** The grant has an account, because oidc-provider requires one for every refresh token. */
const grant = new provider.Grant({ clientId, accountId: ACCOUNT });
grant.addResourceScope(RESOURCE, SCOPE);
const grantId = await grant.save();

provider.registerGrantType(
  PEER_LOGIN,
  async (context) => {
    const client = context.oidc.client as Client;
    const granted = { client, accountId: ACCOUNT, grantId, scope: SCOPE, gty: PEER_LOGIN, expiresWithSession: false };
    const accessToken = new provider.AccessToken(granted as never);
    accessToken.resourceServer = new provider.ResourceServer(RESOURCE, resourceServer);
    const refreshToken = new provider.RefreshToken({ ...granted, resource: RESOURCE } as never);
    const [access_token, refresh_token] = await Promise.all([accessToken.save(), refreshToken.save()]);
    context.body = { access_token, refresh_token, expires_in: accessToken.expiration, token_type: 'Bearer' };
  },
  [],
);

answerBench(await listen(createServer(provider.callback()), 'PORT', 0));
