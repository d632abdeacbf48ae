import { makeApiClientStore } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { connectSigningKeys } from '../../shared/adapters/secrets-manager/connect-signing-keys.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/database.ts';
import { makeTokenFamilyStore } from '../../shared/adapters/dynamodb/token-family-store.ts';
import { makeTokenMint } from '../../shared/adapters/jwt/token-mint.ts';
import { makeRefreshTokenVerifier } from '../../shared/adapters/jwt/token-verifier.ts';
import { makeApiFunction, NO_STORE } from '../../shared/http/api-function.ts';
import { makeRecorder } from '../../shared/http/recorder.ts';
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
  record: makeRecorder(),
  hasBody: false,
  headers: NO_STORE,
  operation: (request, { signal, note }) => {
    const database = connection.until(signal);
    return refresh(request, {
      verify,
      clients: makeApiClientStore(database, settings.apiClientsTable),
      families: makeTokenFamilyStore(database, settings.apiClientsTable),
      mint,
      rules: settings,
      note,
      now: Date.now,
    });
  },
});
