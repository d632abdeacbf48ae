import { createPrivateKey, createPublicKey, hash } from 'node:crypto';
import type { CryptoKey } from 'jose';
import {
  chooseSigner,
  isInLine,
  isVerifying,
  planPublication,
  type KeyPair,
  type PublicKey,
  type PublicKeyRegistry,
} from '../../domain/signing-keys.ts';
import { makeCachedKeys, systemClock, type CachedKeys, type KeyClock } from './cached-keys.ts';
import type { NamedKey, SigningKey, SigningKeys, VerificationKeys } from './signing-keys.ts';
import { ServiceError } from '../../domain/service-error.ts';
import type { ReadVersions } from '../secrets-manager/key-secrets.ts';

/** The bytes that precede the seed in the PKCS#8 form of an Ed25519 private key (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

interface Ed25519Pair {
  readonly privateKey: CryptoKey;
  readonly x: string;
}

/**
 * Makes the pair whose seed (RFC 8032, section 5.1.5) is the SHA-256 of a secret. Secrets Manager can generate the secret,
 * because any 32 bytes are a seed. The same secret always makes the same pair.
 * @param secret at least 256 random bits
 */
export const makePair = (secret: string): Ed25519Pair => {
  const der = Buffer.concat([PKCS8_PREFIX, hash('sha256', secret, 'buffer')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { privateKey: key.toCryptoKey('Ed25519', false, ['sign']), x };
};

export const importPublicKey = (x: string): CryptoKey =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }).toCryptoKey('Ed25519', false, ['verify']);

const toKey = (published: PublicKey): NamedKey & PublicKey => ({
  ...published,
  keyId: published.kid,
  key: importPublicKey(published.x),
});

export const makePublicKeys = (
  registry: Pick<PublicKeyRegistry, 'list'>,
  clock: KeyClock = systemClock,
): VerificationKeys => {
  const keys = makeCachedKeys(async () => (await registry.list()).map(toKey), clock);
  return {
    find: (keyId) => keys.find((key) => key.keyId === keyId && isVerifying(key, clock.now())),
  };
};

interface AccessKeyOptions {
  readonly readVersions: ReadVersions;
  readonly registry: Pick<PublicKeyRegistry, 'list'>;
  readonly accessTokenSeconds: number;
  readonly clock?: KeyClock;
}

type PrivateKey = SigningKey & KeyPair;

interface Sources {
  readonly privateKeys: CachedKeys<PrivateKey>;
  readonly published: CachedKeys<PublicKey>;
}

const openSources = ({ readVersions, registry, clock = systemClock }: AccessKeyOptions): Sources => ({
  privateKeys: makeCachedKeys(
    async () =>
      (await readVersions())
        .filter((version) => version !== undefined)
        .map(({ keyId, secret, createdAt }) => {
          const { privateKey, x } = makePair(secret);
          return { keyId, kid: keyId, key: privateKey, x, createdAt };
        }),
    clock,
    { keepsOnFailure: true },
  ),
  published: makeCachedKeys(() => registry.list(), clock),
});

const makeSigner = (
  { privateKeys, published }: Sources,
  readPublished: () => Promise<readonly PublicKey[]>,
  { accessTokenSeconds, clock = systemClock }: AccessKeyOptions,
): SigningKeys => {
  const choose = (keys: readonly PrivateKey[], listed: readonly PublicKey[]): PrivateKey | undefined => {
    const hasPrivateKey = (kid: string): boolean => keys.some((key) => key.kid === kid);
    const signer = chooseSigner(listed, hasPrivateKey, accessTokenSeconds, clock.now());
    return keys.find(({ kid }) => kid === signer?.kid);
  };
  return {
    async current() {
      const [listed, keys] = await Promise.all([readPublished(), privateKeys.all()]);
      const signer = choose(keys, listed) ?? choose(await privateKeys.recent(), await published.recent());
      if (!signer) throw new ServiceError('dependency_unavailable', 'no published key can sign access tokens');
      return signer;
    },
    find: (keyId) => privateKeys.find((key) => key.kid === keyId),
  };
};

/** A private key signs only if its public half is published. */
export const makeAccessKeys = (options: AccessKeyOptions): SigningKeys => {
  const sources = openSources(options);
  return makeSigner(sources, () => sources.published.all(), options);
};

interface PublishingKeys extends SigningKeys {
  /** Returns the published keys that still verify tokens, from reads at most a second old. */
  verifyingKeys(): Promise<readonly PublicKey[]>;
}

/**
 * Returns the keys for the only function that publishes public keys. The function publishes them when it is first called, and
 * again when it notices a rotation.
 */
export const makePublishingKeys = (
  options: AccessKeyOptions & { readonly registry: PublicKeyRegistry },
): PublishingKeys => {
  const { registry, accessTokenSeconds, clock = systemClock } = options;
  const sources = openSources(options);
  const { privateKeys, published } = sources;

  const plan = (listed: readonly PublicKey[], [current, previous]: readonly PrivateKey[]) =>
    planPublication(listed, { current: current as PrivateKey, previous }, accessTokenSeconds, clock.now());

  const publish = async (): Promise<readonly PublicKey[]> => {
    // The table is read before the secret, see planPublication.
    const listed = await published.reread();
    const { publish: added, retire } = plan(listed, await privateKeys.reread());
    if (added) await registry.publish(added);
    for (const { kid, verifiesUntil } of retire) await registry.retire(kid, verifiesUntil);
    return published.reread();
  };
  const bringInLine = async (
    listed: readonly PublicKey[],
    keys: readonly PrivateKey[],
  ): Promise<readonly PublicKey[]> => (isInLine(plan(listed, keys)) ? listed : publish());

  /** While a new key cannot be published, log-ins continue with the keys that were published earlier. */
  const readOrPublish = async (): Promise<readonly PublicKey[]> => {
    const [listed, keys] = await Promise.all([published.all(), privateKeys.all()]);
    try {
      return await bringInLine(listed, keys);
    } catch (error) {
      if (listed.length > 0) return listed;
      throw error;
    }
  };

  return {
    ...makeSigner(sources, readOrPublish, options),
    async verifyingKeys() {
      const [listed, keys] = await Promise.all([published.recent(), privateKeys.recent()]);
      return (await bringInLine(listed, keys)).filter((key) => isVerifying(key, clock.now()));
    },
  };
};
