import { makeApiClientStore } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import { makeTokenFamilyStore } from '../../shared/adapters/dynamodb/token-family-store.ts';
import { makeTokenMint } from '../../shared/adapters/jwt/token-mint.ts';
import { connectSigningKeys, signingKeySettings } from '../../shared/adapters/keys/connect-keys.ts';
import { makePublishingKeys } from '../../shared/adapters/keys/signing-keys.ts';
import { makeApiFunction, NO_STORE, type ApiFunction, type RequestScope } from '../../shared/http/api-function.ts';
import { routeKeyOf } from '../../shared/routes.ts';
import { MAX_BODY_BYTES } from '../../shared/rules/fields.ts';
import { readSettings } from '../../shared/settings.ts';
import { authenticate } from './auth.ts';
import { toOAuthErrorResponse } from './oauth-error.ts';
import { grantToken } from './token.ts';
import { showKeys, showMetadata } from './well-known.ts';

const settings = readSettings(process.env, [
  ...signingKeySettings,
  'apiClientsTable',
  'tokenIssuer',
  'refreshGraceSeconds',
]);

const connection = connectDatabase();
const keys = makePublishingKeys(connectSigningKeys(connection, settings));
const mint = makeTokenMint(keys, settings);

const logInDependencies = ({ signal, log }: RequestScope) => {
  const database = connection.withSignal(signal);
  return { database, clients: makeApiClientStore(database, settings.apiClientsTable), mint, log, now: Date.now };
};

const auth = makeApiFunction({
  name: 'auth',
  maxBodyBytes: MAX_BODY_BYTES,
  headers: NO_STORE,
  operation: (request, scope) => {
    const { database, ...dependencies } = logInDependencies(scope);
    const families = makeTokenFamilyStore(database, settings.apiClientsTable);
    return authenticate(request, { ...dependencies, families, rules: settings });
  },
});

const oauthToken = makeApiFunction({
  name: 'oauthToken',
  headers: { ...NO_STORE, Pragma: 'no-cache' },
  toErrorResponse: toOAuthErrorResponse,
  operation: (request, scope) => grantToken(request, { ...logInDependencies(scope), ...settings }),
});

const jwks = makeApiFunction({ name: 'jwks', headers: NO_STORE, operation: () => showKeys(keys) });
const oauthMetadata = makeApiFunction({
  name: 'oauthMetadata',
  headers: NO_STORE,
  operation: (request) => showMetadata(request, settings),
});

const otherRoutes: Readonly<Record<string, ApiFunction>> = {
  [routeKeyOf('oauthToken')]: oauthToken,
  [routeKeyOf('oauthMetadata')]: oauthMetadata,
  [routeKeyOf('jwks')]: jwks,
};

export const handler: ApiFunction = (event, context) => (otherRoutes[event.routeKey] ?? auth)(event, context);
