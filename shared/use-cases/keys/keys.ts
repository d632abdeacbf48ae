import { formatDateTime, type Instant } from '../../domain/instant.ts';
import {
  NEW_KEY_DELAY_MILLISECONDS,
  lastTokenEndsAt,
  type KeySecrets,
  type KeyVersion,
  type PublicKeyRegistry,
  type PublicKey,
  type KeyVersions,
} from '../../domain/signing-keys.ts';
import type { TokenKind } from '../../domain/tokens.ts';
import { randomBytes } from 'node:crypto';
import { recordAction, type AuditContext } from '../../domain/audit-entry.ts';
import type { Settings } from '../../settings.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';

/** `next`: does not sign yet. `current`: signs. `previous`: no longer signs; its tokens are still valid. */
type KeyStatus = 'next' | 'current' | 'previous';

interface ListedKey extends KeyVersion {
  readonly kind: TokenKind;
  readonly status: KeyStatus;
  /** Absent if the key is not published yet. */
  readonly signsFrom?: Instant;
  /** In base64url. */
  readonly publicKey?: string;
  /** When the last token of the key expires. Absent for a `current` or `next` key. */
  readonly verifiesUntil?: Instant;
}

type Publication = Pick<ListedKey, 'signsFrom' | 'publicKey' | 'verifiesUntil'>;

/** Lists the newer key of each kind first. @throws UseCaseError `signing_key_missing` */
export const listKeys = async (
  {
    keys,
    publicKeys,
  }: { readonly keys: Pick<KeySecrets, 'find'>; readonly publicKeys: Pick<PublicKeyRegistry, 'list'> },
  now: Instant,
): Promise<ListedKey[]> => {
  const reading = publicKeys.list();
  const listKind = async (kind: TokenKind): Promise<ListedKey[]> => {
    const [{ current, previous }, published] = await Promise.all([keys.find(kind), reading]);
    /** The first key of a kind has no waiting period: it can sign as soon as it exists. */
    const publicationOf = ({ keyId, createdAt }: KeyVersion, isFirst: boolean): Publication => {
      const key = kind === 'access' ? published.find(({ kid }) => kid === keyId) : undefined;
      if (key) return { signsFrom: key.signsFrom, publicKey: key.x, verifiesUntil: key.verifiesUntil };
      if (isFirst) return { signsFrom: createdAt };
      return kind === 'access' ? {} : { signsFrom: createdAt + NEW_KEY_DELAY_MILLISECONDS };
    };
    const publication = publicationOf(current, !previous);
    const isSigning = !previous || now >= (publication.signsFrom ?? Infinity);
    const newer = { ...current, kind, status: isSigning ? 'current' : 'next', ...publication } as const;
    if (!previous) return [newer];
    return [newer, { ...previous, kind, status: isSigning ? 'previous' : 'current', ...publicationOf(previous, true) }];
  };
  return (await Promise.all([listKind('access'), listKind('refresh')])).flat();
};

type TokenLifetimes = Settings<`${TokenKind}TokenSeconds`>;

interface KeyContext extends AuditContext {
  readonly keys: KeySecrets;
  readonly publicKeys: Pick<PublicKeyRegistry, 'list'>;
  readonly lifetimes: TokenLifetimes;
}

/** Times are in RFC 3339. */
export interface RotationView {
  readonly kind: TokenKind;
  readonly keyId: string;
  /** The previous key, whose tokens stay valid. */
  readonly previousKeyId: string;
  /** From this time on, every function signs with the new key. */
  readonly signsFrom: string;
  /** From this time on, another rotation ends no valid token. */
  readonly rotateAgainFrom: string;
}

/** 384 random bits in 64 characters; HS256 needs 256 bits (RFC 7518, section 3.2). */
const generateKey = (): string => randomBytes(48).toString('base64url');

const tokensEndAt = (
  { createdAt }: Pick<KeyVersion, 'createdAt'>,
  kind: TokenKind,
  lifetimes: TokenLifetimes,
): Instant => lastTokenEndsAt({ signsFrom: createdAt + NEW_KEY_DELAY_MILLISECONDS }, lifetimes[`${kind}TokenSeconds`]);

/**
 * A rotation drops the previous key, because Secrets Manager keeps only one version before the current one. This is safe once
 * the last token of the previous key has expired, and the current key of access tokens is published.
 * @throws UseCaseError `key_not_published`, `key_rotated_recently`
 */
const assertNotTooEarly = (
  { current, previous }: KeyVersions,
  kind: TokenKind,
  published: readonly PublicKey[],
  lifetimes: TokenLifetimes,
  now: Instant,
): void => {
  if (!previous) return;
  if (kind === 'access' && !published.some(({ kid }) => kid === current.keyId))
    throw new UseCaseError('key_not_published', { keyId: current.keyId });
  const { verifiesUntil } = published.find(({ kid }) => kid === previous.keyId) ?? {};
  const end = verifiesUntil ?? tokensEndAt(current, kind, lifetimes);
  if (now >= end) return;
  throw new UseCaseError('key_rotated_recently', { kind, rotatedAt: current.createdAt, tokensEndAt: end });
};

/** Writes the audit entry before the first key is rotated, so that no key is rotated without an entry. */
const record = (context: KeyContext, kind: TokenKind, { current }: KeyVersions): Promise<void> =>
  recordAction(context, '', { action: 'keys.rotate', target: { kind }, before: { keyId: current.keyId } });

const rotateOne = async (context: KeyContext, kind: TokenKind, versions: KeyVersions): Promise<RotationView> => {
  const { keys, lifetimes, now } = context;
  const keyId = await keys.replace(kind, versions, generateKey());
  const rotatedAt = now();
  return {
    kind,
    keyId,
    previousKeyId: versions.current.keyId,
    signsFrom: formatDateTime(rotatedAt + NEW_KEY_DELAY_MILLISECONDS),
    rotateAgainFrom: formatDateTime(tokensEndAt({ createdAt: rotatedAt }, kind, lifetimes)),
  };
};

/**
 * Rotates keys. All keys are checked before the first is rotated. They are rotated in sequence: of two simultaneous commands,
 * one fails at the first key and so rotates none.
 * @param force rotates even if this ends valid tokens
 * @throws UseCaseError `key_not_published`, `key_rotated_recently`, `key_rotated_meanwhile`, `signing_key_missing`
 * @example
 * await rotateKeys(context, ['access', 'refresh'], false); // the new keys, and when each begins to sign
 */
export const rotateKeys = async (
  context: KeyContext,
  kinds: readonly TokenKind[],
  force: boolean,
): Promise<readonly RotationView[]> => {
  const { keys, publicKeys, lifetimes, now } = context;
  const found = await Promise.all(kinds.map(async (kind) => [kind, await keys.find(kind)] as const));
  if (!force) {
    const published = await publicKeys.list();
    for (const [kind, versions] of found) assertNotTooEarly(versions, kind, published, lifetimes, now());
  }
  for (const [kind, versions] of found) await record(context, kind, versions);
  const rotations: RotationView[] = [];
  for (const [kind, versions] of found) rotations.push(await rotateOne(context, kind, versions));
  return rotations;
};
