import { makeApiClientStore } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { connectSigningKeys } from '../../shared/adapters/secrets-manager/connect-signing-keys.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import { makeTokenFamilyStore } from '../../shared/adapters/dynamodb/token-family-store.ts';
import { makeTokenMint } from '../../shared/adapters/jwt/token-mint.ts';
import { makeApiFunction, NO_STORE } from '../../shared/http/api-function.ts';
import { makeRequestLog } from '../../shared/http/request-log.ts';
import { MAX_BODY_BYTES } from '../../shared/rules/sizes.ts';
import { readSettings } from '../../shared/settings.ts';
import { authenticate } from './auth.ts';

const settings = readSettings(process.env, [
  'apiClientsTable',
  'accessKeySecret',
  'refreshKeySecret',
  'tokenIssuer',
  'accessTokenSeconds',
  'refreshTokenSeconds',
  'refreshGraceSeconds',
]);

const connection = connectDatabase();
const mint = makeTokenMint(connectSigningKeys(settings), settings);

export const handler = makeApiFunction({
  name: 'auth',
  record: makeRequestLog(),
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
