import type { CryptoKey } from 'jose';
import type { Instant } from '../../domain/instant.ts';
import { ServiceError } from '../../domain/service-error.ts';
import { chooseSigner, isUpToDate, planPublication, type KeyPair } from '../../domain/signing-keys.ts';
import { isVerifying, type PublicKey, type PublicKeyRegistry } from '../../domain/public-key.ts';
import type { ReadVersions } from '../secrets-manager/key-secret.ts';
import { makeCachedKeys, type CachedKeys } from './cached-keys.ts';
import { makePair } from './key-pair.ts';

/** `keyId`: the `kid` in tokens. */
interface SigningKey {
  readonly keyId: string;
  readonly key: CryptoKey;
  readonly createdAt: Instant;
}

/** The keys that sign tokens. Methods throw ServiceError `dependency_unavailable` if no key can be read. */
export interface SigningKeys {
  current(): Promise<SigningKey>;
  /** Resolves to undefined if the secret no longer has the key. */
  find(keyId: string): Promise<SigningKey | undefined>;
}

interface SigningKeyOptions {
  readonly readVersions: ReadVersions;
  readonly published: CachedKeys<PublicKey>;
  /** The longer of the two token lifetimes. */
  readonly tokenSeconds: number;
  readonly now?: () => number;
}

/** `kid` is the `keyId`, under the name that it has in {@link PublicKey}. */
type PrivateKey = SigningKey & KeyPair;

/** While Secrets Manager is unavailable, cached keys stay in use. */
const cachePrivateKeys = ({ readVersions, now }: SigningKeyOptions): CachedKeys<PrivateKey> => {
  const read = async (): Promise<readonly PrivateKey[]> =>
    (await readVersions())
      .filter((version) => version !== undefined)
      .map(({ keyId, secret, createdAt }) => {
        const { privateKey, x } = makePair(secret);
        return { keyId, kid: keyId, key: privateKey, x, createdAt };
      });
  return makeCachedKeys(read, { ...(now && { now }), keepsOnFailure: true });
};

const makeSigner = (
  privateKeys: CachedKeys<PrivateKey>,
  readPublished: () => Promise<readonly PublicKey[]>,
  { published, tokenSeconds, now = Date.now }: SigningKeyOptions,
): SigningKeys => {
  const choose = (keys: readonly PrivateKey[], listed: readonly PublicKey[]): PrivateKey | undefined => {
    const hasPrivateKey = (kid: string): boolean => keys.some((key) => key.kid === kid);
    const signer = chooseSigner(listed, hasPrivateKey, tokenSeconds, now());
    return keys.find(({ kid }) => kid === signer?.kid);
  };
  return {
    async current() {
      const [listed, keys] = await Promise.all([readPublished(), privateKeys.all()]);
      // For a moment after a rotation, the two caches might have no live key in common.
      const signer = choose(keys, listed) ?? choose(await privateKeys.recent(), await published.recent());
      if (!signer) throw new ServiceError('dependency_unavailable', 'no published key can sign tokens');
      return signer;
    },
    async find(keyId) {
      const find = (keys: readonly PrivateKey[]) => keys.find((key) => key.keyId === keyId);
      // A key that another function has used already must be found, so that exactly the same token set is regenerated.
      return find(await privateKeys.all()) ?? find(await privateKeys.reread());
    },
  };
};

/** A private key signs only if its public half is published. */
export const makeSigningKeys = (options: SigningKeyOptions): SigningKeys =>
  makeSigner(cachePrivateKeys(options), () => options.published.all(), options);

interface PublishingKeys extends SigningKeys {
  /** Returns the published keys that still verify tokens, from reads at most a second old. */
  verifyingKeys(): Promise<readonly PublicKey[]>;
}

/**
 * Returns the keys for the only function that publishes public keys. The function publishes them when it is first called, and
 * again when it notices a rotation.
 */
export const makePublishingKeys = (
  options: SigningKeyOptions & { readonly registry: PublicKeyRegistry },
): PublishingKeys => {
  const { registry, published, tokenSeconds, now = Date.now } = options;
  const privateKeys = cachePrivateKeys(options);

  const plan = (listed: readonly PublicKey[], [current, previous]: readonly PrivateKey[]) =>
    planPublication(listed, { current: current as PrivateKey, previous }, tokenSeconds, now());

  const publish = async (): Promise<readonly PublicKey[]> => {
    // The table is read before the secret, see planPublication.
    const listed = await published.reread();
    const { publish: added, retire } = plan(listed, await privateKeys.reread());
    if (added) await registry.publish(added);
    for (const { kid, verifiesUntil } of retire) await registry.retire(kid, verifiesUntil);
    return published.reread();
  };
  const publishIfOutdated = async (
    listed: readonly PublicKey[],
    keys: readonly PrivateKey[],
  ): Promise<readonly PublicKey[]> => (isUpToDate(plan(listed, keys)) ? listed : publish());

  /** While a new key cannot be published, log-ins continue with the keys that were published earlier. */
  const readOrPublish = async (): Promise<readonly PublicKey[]> => {
    const [listed, keys] = await Promise.all([published.all(), privateKeys.all()]);
    try {
      return await publishIfOutdated(listed, keys);
    } catch (error) {
      if (listed.length > 0) return listed;
      throw error;
    }
  };

  return {
    ...makeSigner(privateKeys, readOrPublish, options),
    async verifyingKeys() {
      const [listed, keys] = await Promise.all([published.recent(), privateKeys.recent()]);
      return (await publishIfOutdated(listed, keys)).filter((key) => isVerifying(key, now()));
    },
  };
};
