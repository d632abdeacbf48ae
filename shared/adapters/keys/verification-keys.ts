import { createPublicKey } from 'node:crypto';
import type { CryptoKey } from 'jose';
import { isVerifying, type PublicKey, type PublicKeyRegistry } from '../../domain/public-key.ts';
import { makeCachedKeys, type CachedKeys } from './cached-keys.ts';

interface PublishedKey extends PublicKey {
  readonly key: CryptoKey;
}

export const importPublicKey = (x: string): CryptoKey =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }).toCryptoKey('Ed25519', false, ['verify']);

/** Caches the published keys, ready to verify signatures. */
export const cachePublishedKeys = (
  registry: Pick<PublicKeyRegistry, 'list'>,
  now: () => number = Date.now,
): CachedKeys<PublishedKey> =>
  makeCachedKeys(async () => (await registry.list()).map((key) => ({ ...key, key: importPublicKey(key.x) })), { now });

/** Resolves to undefined if no valid token has this `kid`. */
export type FindVerificationKey = (kid: string) => Promise<CryptoKey | undefined>;

export const makeFindVerificationKey =
  (published: CachedKeys<PublishedKey>, now: () => number = Date.now): FindVerificationKey =>
  async (kid) =>
    (await published.find((key) => key.kid === kid && isVerifying(key, now())))?.key;
