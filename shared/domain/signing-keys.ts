import { DAY, type Instant } from './instant.ts';
import {
  isVerifying,
  KEY_REFRESH_MILLISECONDS,
  MAX_CACHED_KEYS_AGE_MILLISECONDS,
  type PublicKey,
} from './public-key.ts';

/** How long a new key waits before it signs. By then, every busy function has read it, even if clocks differ a little. */
export const NEW_KEY_DELAY_MILLISECONDS = KEY_REFRESH_MILLISECONDS + 30_000;

export interface KeyVersion {
  readonly keyId: string;
  readonly createdAt: Instant;
}

export const ageInDays = ({ createdAt }: Pick<KeyVersion, 'createdAt'>, now: Instant): number =>
  Math.floor(Math.max(0, now - createdAt) / DAY);

/** Default age in days at which an operator should rotate a key. */
export const MAX_KEY_AGE_DAYS = 400;

/** `previous`: the key that the last rotation replaced. The tokens that it signed stay valid until they expire. */
export interface KeyVersions {
  readonly current: KeyVersion;
  readonly previous?: KeyVersion;
}

/** The secret from which the signing keys are made. */
export interface KeySecret {
  find(): Promise<KeyVersions>;
  /**
   * Adds a new current key. `replaced.current` becomes the previous key, and `replaced.previous` is deleted.
   * @returns the id of the new key
   * @throws UseCaseError `key_rotated_meanwhile` if another rotation came first
   */
  replace(replaced: KeyVersions, key: string): Promise<string>;
}

export type KeyPair = Pick<PublicKey, 'kid' | 'x'>;

interface Publication {
  readonly publish?: PublicKey;
  readonly retire: readonly { readonly kid: string; readonly verifiesUntil: Instant }[];
}

/** A key signs tokens of both kinds, so it must verify until the last of them expires. */
export const longestTokenSeconds = (lifetimes: {
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
}): number => Math.max(lifetimes.accessTokenSeconds, lifetimes.refreshTokenSeconds);

/** A margin for clocks that differ, and for the tolerance with which an `exp` is checked. */
const CLOCK_MARGIN_MILLISECONDS = 30_000;

/**
 * When the last token of a key expires, once the key has this successor. The key signs until the last function has read the
 * table again, and its last token is then valid for one lifetime.
 */
export const predecessorEndsAt = (successor: Pick<PublicKey, 'signsFrom'>, lifetimeSeconds: number): Instant =>
  successor.signsFrom + MAX_CACHED_KEYS_AGE_MILLISECONDS + CLOCK_MARGIN_MILLISECONDS + lifetimeSeconds * 1000;

/**
 * When a key that is published now begins to sign: after a delay in which all verifiers read it, or at once if no other key can
 * sign.
 */
export const firstSignatureAt = (predecessor: PublicKey | undefined, now: Instant): Instant =>
  predecessor !== undefined && isVerifying(predecessor, now) ? now + NEW_KEY_DELAY_MILLISECONDS : now;

/**
 * Returns the writes that bring the published keys in line with the secret.
 *
 * - A new current key is published.
 * - The end of the previous key is set to the time at which its last token expires.
 * - Keys that are no longer in the secret were dropped by a forced rotation, and end now. Only keys published before the current
 *   one are ended, so that a function with an old view of the secret cannot end a newer key.
 * - If an operator returned the secret to a retired key, nothing is written, and the retired key's successor continues to sign.
 *
 * @param published must be read before the secret, so that a published key that the secret lacks was certainly dropped
 */
export const planPublication = (
  published: readonly PublicKey[],
  { current, previous }: { readonly current: KeyPair; readonly previous?: KeyPair | undefined },
  lifetimeSeconds: number,
  now: Instant,
): Publication => {
  const find = (kid: string | undefined) => published.find((key) => key.kid === kid);
  const publishedCurrent = find(current.kid);
  const isRetired = publishedCurrent?.verifiesUntil !== undefined;
  if (isRetired) return { retire: [] };
  const predecessor = find(previous?.kid);
  const { kid, x } = current;
  const currentKey = publishedCurrent ?? {
    kid,
    x,
    publishedAt: now,
    signsFrom: firstSignatureAt(predecessor, now),
  };
  const dropped = published.filter(
    (key) => key !== predecessor && key.publishedAt < currentKey.publishedAt && isVerifying(key, now),
  );
  return {
    ...(!publishedCurrent && { publish: currentKey }),
    retire: [
      ...(predecessor && predecessor.verifiesUntil === undefined
        ? [{ kid: predecessor.kid, verifiesUntil: predecessorEndsAt(currentKey, lifetimeSeconds) }]
        : []),
      ...dropped.map((key) => ({ kid: key.kid, verifiesUntil: now })),
    ],
  };
};

export const isUpToDate = ({ publish, retire }: Publication): boolean => !publish && retire.length === 0;

/**
 * Returns the newest key whose `signsFrom` has passed. If there is none, returns the key with the earliest `signsFrom`, because a
 * log-in must not fail. Never returns a key that ends before a token signed now would expire.
 * @param hasPrivateKey whether the private half is available
 */
export const chooseSigner = (
  published: readonly PublicKey[],
  hasPrivateKey: (kid: string) => boolean,
  lifetimeSeconds: number,
  now: Instant,
): PublicKey | undefined => {
  const candidates = published
    .filter((key) => hasPrivateKey(key.kid) && isVerifying(key, now + lifetimeSeconds * 1000))
    .toSorted((one, other) => one.signsFrom - other.signsFrom);
  return candidates.findLast(({ signsFrom }) => signsFrom <= now) ?? candidates[0];
};
