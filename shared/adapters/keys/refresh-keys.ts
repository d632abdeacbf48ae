import { NEW_KEY_DELAY_MILLISECONDS } from '../../domain/key-secrets.ts';
import type { ReadVersions } from '../secrets-manager/secret-versions.ts';
import { makeCachedKeys, systemClock, type KeyClock } from './cached-keys.ts';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

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
