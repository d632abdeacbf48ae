import type { Settings } from '../../settings.ts';
import type { DatabaseConnection } from '../dynamodb/database.ts';
import { makePublicKeyStore } from '../dynamodb/public-key-store.ts';
import { connectSecrets, makeVersionReader } from '../secrets-manager/secret-versions.ts';
import { makeRefreshKeys } from './refresh-keys.ts';

export const signingKeySettings = [
  'signingKeysTable',
  'accessKeySecret',
  'refreshKeySecret',
  'accessTokenSeconds',
] as const;

/** Returns the keys for functions that make token sets. */
export const connectSigningKeys = (
  connection: DatabaseConnection,
  settings: Settings<(typeof signingKeySettings)[number]>,
) => {
  const secrets = connectSecrets();
  return {
    refresh: makeRefreshKeys(makeVersionReader(secrets, settings.refreshKeySecret)),
    access: {
      readVersions: makeVersionReader(secrets, settings.accessKeySecret),
      registry: makePublicKeyStore(connection.withSignal(), settings.signingKeysTable),
      accessTokenSeconds: settings.accessTokenSeconds,
    },
  };
};
