import { isVerifying, type PublicKey, type PublicKeyRegistry } from '../../domain/public-key.ts';
import { makeCachedKeys, systemClock, type KeyClock } from './cached-keys.ts';
import { importPublicKey } from './ed25519.ts';
import type { NamedKey, VerificationKeys } from './signing-keys.ts';

const toKey = (published: PublicKey): NamedKey & PublicKey => ({
  ...published,
  keyId: published.kid,
  key: importPublicKey(published.x),
});

/** Returns the keys for functions that verify access tokens but do not sign any. */
export const makePublicKeys = (
  registry: Pick<PublicKeyRegistry, 'list'>,
  clock: KeyClock = systemClock,
): VerificationKeys => {
  const keys = makeCachedKeys(async () => (await registry.list()).map(toKey), clock);
  return {
    find: (keyId) => keys.find((key) => key.keyId === keyId && isVerifying(key, clock.now())),
  };
};
