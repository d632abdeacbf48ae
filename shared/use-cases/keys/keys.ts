import { randomBytes } from 'node:crypto';
import { recordAction, WHOLE_DEPLOYMENT, type AuditContext } from '../../domain/audit-entry.ts';
import { formatDateTime, type Instant } from '../../domain/instant.ts';
import {
  firstSignatureAt,
  NEW_KEY_DELAY_MILLISECONDS,
  predecessorEndsAt,
  longestTokenSeconds,
  type KeySecret,
  type KeyVersion,
  type KeyVersions,
} from '../../domain/signing-keys.ts';
import type { PublicKey, PublicKeyRegistry } from '../../domain/public-key.ts';
import type { TokenKind } from '../../domain/tokens.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import type { Settings } from '../../settings.ts';

/** `next`: does not sign yet. `current`: signs. `previous`: no longer signs; its tokens are still valid. */
type KeyStatus = 'next' | 'current' | 'previous';

export interface ListedKey extends KeyVersion {
  readonly status: KeyStatus;
  /** Absent if the key is not published yet. */
  readonly signsFrom?: Instant;
  /** In base64url. */
  readonly publicKey?: string;
  /** When the last token of the key expires. Absent for a `current` or `next` key. */
  readonly verifiesUntil?: Instant;
}

interface KeySources {
  readonly signingKey: Pick<KeySecret, 'find'>;
  readonly publicKeys: Pick<PublicKeyRegistry, 'list'>;
}

/** Lists the newer key first. @throws UseCaseError `signing_key_missing` */
export const listKeys = async ({ signingKey, publicKeys }: KeySources, now: Instant): Promise<ListedKey[]> => {
  const [{ current, previous }, published] = await Promise.all([signingKey.find(), publicKeys.list()]);
  /** @param isFirst whether no earlier key could sign, so that this key can sign as soon as it exists */
  const publicationOf = ({ keyId, createdAt }: KeyVersion, isFirst: boolean) => {
    const key = published.find(({ kid }) => kid === keyId);
    if (key) return { signsFrom: key.signsFrom, publicKey: key.x, verifiesUntil: key.verifiesUntil };
    return isFirst ? { signsFrom: createdAt } : {};
  };
  const publication = publicationOf(current, !previous);
  const isSigning = !previous || now >= (publication.signsFrom ?? Infinity);
  const newer = { ...current, status: isSigning ? 'current' : 'next', ...publication } as const;
  if (!previous) return [newer];
  // If the previous key is not published, it was the first key: no later key is replaced before it is published, without force.
  const older = { ...previous, status: isSigning ? 'previous' : 'current', ...publicationOf(previous, true) } as const;
  return [newer, older];
};

type TokenLifetimes = Settings<`${TokenKind}TokenSeconds`>;

interface KeyContext extends AuditContext {
  readonly signingKey: KeySecret;
  readonly publicKeys: Pick<PublicKeyRegistry, 'list'>;
  readonly lifetimes: TokenLifetimes;
}

/** Times are in RFC 3339. */
export interface RotationView {
  readonly keyId: string;
  /** The previous key, whose tokens stay valid. */
  readonly previousKeyId: string;
  /** From this time on, every function signs with the new key. */
  readonly signsFrom: string;
  /** From this time on, another rotation ends no valid token. */
  readonly rotateAgainFrom: string;
}

/** 384 random bits in 64 characters. A seed of Ed25519 has 256. */
const generateKey = (): string => randomBytes(48).toString('base64url');

const predecessorTokensEndAt = ({ createdAt }: Pick<KeyVersion, 'createdAt'>, lifetimes: TokenLifetimes): Instant =>
  predecessorEndsAt({ signsFrom: createdAt + NEW_KEY_DELAY_MILLISECONDS }, longestTokenSeconds(lifetimes));

/**
 * A rotation drops the previous key, because Secrets Manager keeps only one version before the current one. This is safe once
 * the last token of the previous key has expired, and the current key is published.
 * @throws UseCaseError `key_not_published`, `key_rotated_recently`
 */
const assertNotTooEarly = (
  { current, previous }: KeyVersions,
  published: readonly PublicKey[],
  lifetimes: TokenLifetimes,
  now: Instant,
): void => {
  if (!previous) return;
  if (!published.some(({ kid }) => kid === current.keyId))
    throw new UseCaseError('key_not_published', { keyId: current.keyId });
  const { verifiesUntil } = published.find(({ kid }) => kid === previous.keyId) ?? {};
  const end = verifiesUntil ?? predecessorTokensEndAt(current, lifetimes);
  if (now >= end) return;
  throw new UseCaseError('key_rotated_recently', { rotatedAt: current.createdAt, tokensEndAt: end });
};

/**
 * Rotates the key. The audit entry is written first, so that no key is rotated without an entry.
 * @param force rotates even if this ends valid tokens
 * @throws UseCaseError `key_not_published`, `key_rotated_recently`, `key_rotated_meanwhile`, `signing_key_missing`
 */
export const rotateKey = async (context: KeyContext, force: boolean): Promise<RotationView> => {
  const { signingKey, publicKeys, lifetimes, now } = context;
  const [versions, published] = await Promise.all([signingKey.find(), publicKeys.list()]);
  if (!force) assertNotTooEarly(versions, published, lifetimes, now());
  const { keyId: previousKeyId } = versions.current;
  await recordAction(context, WHOLE_DEPLOYMENT, {
    action: 'keys.rotate',
    target: {},
    before: { keyId: previousKeyId },
  });
  const keyId = await signingKey.replace(versions, generateKey());
  const rotatedAt = now();
  const previousKey = published.find(({ kid }) => kid === previousKeyId);
  return {
    keyId,
    previousKeyId,
    signsFrom: formatDateTime(firstSignatureAt(previousKey, rotatedAt)),
    rotateAgainFrom: formatDateTime(predecessorTokensEndAt({ createdAt: rotatedAt }, lifetimes)),
  };
};
