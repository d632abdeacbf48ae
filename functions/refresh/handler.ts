import { connectSigningKeys } from '../../shared/adapters/secrets-manager/connect-signing-keys.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import { makeTokenFamilyStore } from '../../shared/adapters/dynamodb/token-family-store.ts';
import { makeTokenMint } from '../../shared/adapters/jwt/token-mint.ts';
import { makeRefreshTokenVerifier } from '../../shared/adapters/jwt/token-verifier.ts';
import { makeApiFunction, NO_STORE } from '../../shared/http/api-function.ts';
import { makeRequestLog } from '../../shared/http/request-log.ts';
import { readSettings } from '../../shared/settings.ts';
import { refresh } from './refresh.ts';

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
const keys = connectSigningKeys(settings);
const mint = makeTokenMint(keys, settings);
const verify = makeRefreshTokenVerifier(keys.refresh, {
  tokenIssuer: settings.tokenIssuer,
  lifetimeSeconds: settings.refreshTokenSeconds,
});

export const handler = makeApiFunction({
  name: 'refresh',
  record: makeRequestLog(),
  headers: NO_STORE,
  operation: (request, { signal, log }) => {
    const database = connection.withSignal(signal);
    return refresh(request, {
      verify,
      families: makeTokenFamilyStore(database, settings.apiClientsTable),
      mint,
      rules: settings,
      log,
      now: Date.now,
    });
  },
});
