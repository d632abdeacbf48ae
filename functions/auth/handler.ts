import { makeApiClientStore } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import { makeTokenFamilyStore } from '../../shared/adapters/dynamodb/token-family-store.ts';
import { makeTokenMint } from '../../shared/adapters/jwt/token-mint.ts';
import { makePublishingKeys } from '../../shared/adapters/keys/access-keys.ts';
import { connectSigningKeys, signingKeySettings } from '../../shared/adapters/keys/connect-signing-keys.ts';
import { makeApiFunction, NO_STORE, type ApiFunction } from '../../shared/http/api-function.ts';
import { makeRequestLog } from '../../shared/http/request-log.ts';
import { routes } from '../../shared/routes.ts';
import { MAX_BODY_BYTES } from '../../shared/rules/sizes.ts';
import { readSettings } from '../../shared/settings.ts';
import { authenticate } from './auth.ts';
import { showKeys } from './jwks.ts';

const settings = readSettings(process.env, [
  ...signingKeySettings,
  'apiClientsTable',
  'tokenIssuer',
  'refreshTokenSeconds',
  'refreshGraceSeconds',
]);

const connection = connectDatabase();
const { access, refresh } = connectSigningKeys(connection, settings);
const keys = makePublishingKeys(access);
const mint = makeTokenMint({ access: keys, refresh }, settings);
const record = makeRequestLog();

const logIn = makeApiFunction({
  name: 'auth',
  record,
  maxBodyBytes: MAX_BODY_BYTES,
  headers: NO_STORE,
  operation: (request, { signal, log }) => {
    const database = connection.withSignal(signal);
    return authenticate(request, {
      clients: makeApiClientStore(database, settings.apiClientsTable),
      families: makeTokenFamilyStore(database, settings.apiClientsTable),
      mint,
      rules: settings,
      log,
      now: Date.now,
    });
  },
});

const jwks = makeApiFunction({ name: 'jwks', record, headers: NO_STORE, operation: () => showKeys(keys) });

const { method, path } = routes.jwks;
const JWKS = `${method} ${path}`;

/** POST /auth and GET /.well-known/jwks.json. */
export const handler: ApiFunction = (event, context) => (event.routeKey === JWKS ? jwks : logIn)(event, context);
