import { longestTokenSeconds } from '../../domain/signing-keys.ts';
import type { Settings } from '../../settings.ts';
import type { DatabaseConnection } from '../dynamodb/database.ts';
import { makePublicKeyStore } from '../dynamodb/public-key-store.ts';
import { connectSecrets, makeVersionReader } from '../secrets-manager/key-secret.ts';
import { cachePublishedKeys } from './verification-keys.ts';

export const signingKeySettings = [
  'signingKeysTable',
  'signingKeySecret',
  'accessTokenSeconds',
  'refreshTokenSeconds',
] as const;

/** Connects to what a function that signs tokens needs: the secret with the private keys, and the public keys. */
export const connectSigningKeys = (
  connection: DatabaseConnection,
  settings: Settings<(typeof signingKeySettings)[number]>,
) => {
  // The signal of one request must not abort a read, because other requests may be waiting for the same read.
  const registry = makePublicKeyStore(connection.withSignal(), settings.signingKeysTable);
  return {
    readVersions: makeVersionReader(connectSecrets(), settings.signingKeySecret),
    registry,
    published: cachePublishedKeys(registry),
    tokenSeconds: longestTokenSeconds(settings),
  };
};
