import {
  chooseSigner,
  isInLine,
  isVerifying,
  planPublication,
  type KeyPair,
  type PublicKey,
  type PublicKeyRegistry,
} from '../../domain/public-key.ts';
import { ServiceError } from '../../domain/service-error.ts';
import type { ReadVersions } from '../secrets-manager/secret-versions.ts';
import { makeCachedKeys, systemClock, type CachedKeys, type KeyClock } from './cached-keys.ts';
import { makePair } from './ed25519.ts';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

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
