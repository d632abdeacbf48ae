import { makeApiClientStore } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import { makeTokenFamilyStore } from '../../shared/adapters/dynamodb/token-family-store.ts';
import { makeTokenMint } from '../../shared/adapters/jwt/token-mint.ts';
import { makeRefreshTokenVerifier } from '../../shared/adapters/jwt/token-verifier.ts';
import { connectSigningKeys, signingKeySettings } from '../../shared/adapters/keys/connect-keys.ts';
import { makeSigningKeys } from '../../shared/adapters/keys/signing-keys.ts';
import { makeFindVerificationKey } from '../../shared/adapters/keys/verification-keys.ts';
import { makeApiFunction, NO_STORE } from '../../shared/http/api-function.ts';
import { authorizeBearer } from '../../shared/http/api-request.ts';
import { readSettings } from '../../shared/settings.ts';
import { refresh } from './refresh.ts';

const settings = readSettings(process.env, [
  ...signingKeySettings,
  'apiClientsTable',
  'tokenIssuer',
  'refreshGraceSeconds',
]);

const connection = connectDatabase();
const keys = connectSigningKeys(connection, settings);
const mint = makeTokenMint(makeSigningKeys(keys), settings);
const verify = makeRefreshTokenVerifier(makeFindVerificationKey(keys.published), {
  tokenIssuer: settings.tokenIssuer,
  lifetimeSeconds: settings.refreshTokenSeconds,
});
const authorize = authorizeBearer(verify);

export const handler = makeApiFunction({
  name: 'refresh',
  headers: NO_STORE,
  authorize,
  operation: (_request, { signal, log, caller }) => {
    const database = connection.withSignal(signal);
    return refresh(caller, {
      clients: makeApiClientStore(database, settings.apiClientsTable),
      families: makeTokenFamilyStore(database, settings.apiClientsTable),
      mint,
      rules: settings,
      log,
      now: Date.now,
    });
  },
});
