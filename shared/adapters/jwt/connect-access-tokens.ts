import type { Caller, VerifyToken } from '../../domain/tokens.ts';
import type { Settings } from '../../settings.ts';
import type { DatabaseConnection } from '../dynamodb/database.ts';
import { makePublicKeyStore } from '../dynamodb/public-key-store.ts';
import { cachePublishedKeys, makeFindVerificationKey } from '../keys/verification-keys.ts';
import { makeAccessTokenVerifier } from './token-verifier.ts';

export const accessTokenSettings = ['signingKeysTable', 'tokenIssuer', 'accessTokenSeconds'] as const;

export const connectAccessTokenVerifier = (
  connection: DatabaseConnection,
  { signingKeysTable, tokenIssuer, accessTokenSeconds }: Settings<(typeof accessTokenSettings)[number]>,
): VerifyToken<Caller> => {
  // The signal of one request must not abort a read, because other requests may be waiting for the same read.
  const published = cachePublishedKeys(makePublicKeyStore(connection.withSignal(), signingKeysTable));
  return makeAccessTokenVerifier(makeFindVerificationKey(published), {
    tokenIssuer,
    lifetimeSeconds: accessTokenSeconds,
  });
};
