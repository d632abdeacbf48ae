import type { CryptoKey } from 'jose';
import type { Instant } from '../../domain/instant.ts';
import { NEW_KEY_DELAY_MILLISECONDS } from '../../domain/signing-keys.ts';
import { connectSecrets, makeVersionReader, type ReadVersions } from '../secrets-manager/key-secrets.ts';
import { makeCachedKeys, systemClock, type KeyClock } from './cached-keys.ts';
import type { Settings } from '../../settings.ts';
import type { DatabaseConnection } from '../dynamodb/database.ts';
import { makePublicKeyStore } from '../dynamodb/public-key-store.ts';

/** `keyId`: the `kid` in tokens. */
export interface NamedKey {
  readonly keyId: string;
  readonly key: CryptoKey;
}

export interface VerificationKeys {
  /** Resolves to undefined if no valid token has this `kid`. */
  find(keyId: string): Promise<NamedKey | undefined>;
}

export interface SigningKey extends NamedKey {
  readonly createdAt: Instant;
}

/** The keys that sign one kind of token. Methods throw ServiceError `dependency_unavailable` if no key can be read. */
export interface SigningKeys extends VerificationKeys {
  current(): Promise<SigningKey>;
  find(keyId: string): Promise<SigningKey | undefined>;
}

/** @param secret HS256 needs 256 bits or more (RFC 7518, section 3.2) */
const importKey = (secret: string) =>
  crypto.subtle.importKey('raw', Buffer.from(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

/**
 * The previous HMAC key continues to sign until every busy function has read the new one. While Secrets Manager is unavailable,
 * cached keys stay in use.
 */
export const makeRefreshKeys = (readVersions: ReadVersions, clock: KeyClock = systemClock): SigningKeys => {
  const read = async (): Promise<SigningKey[]> =>
    Promise.all(
      (await readVersions())
        .filter((version) => version !== undefined)
        .map(async ({ keyId, secret, createdAt }) => ({ keyId, key: await importKey(secret), createdAt })),
    );
  const keys = makeCachedKeys(read, clock, { keepsOnFailure: true });
  return {
    async current() {
      const [current, previous] = (await keys.all()) as [SigningKey, SigningKey?];
      return previous && clock.now() - current.createdAt < NEW_KEY_DELAY_MILLISECONDS ? previous : current;
    },
    find: (keyId) => keys.find((key) => key.keyId === keyId),
  };
};

export const signingKeySettings = [
  'signingKeysTable',
  'accessKeySecret',
  'refreshKeySecret',
  'accessTokenSeconds',
] as const;

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
