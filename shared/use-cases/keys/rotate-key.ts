import { randomBytes } from 'node:crypto';
import type { Actor } from '../../domain/actor.ts';
import type { AdminLog } from '../../domain/activity-log.ts';
import type { TokenKind } from '../../domain/tokens.ts';
import { formatDateTime, type Instant } from '../../domain/instant.ts';
import type { Settings } from '../../settings.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import {
  NEW_KEY_WAITS_MILLISECONDS,
  type KeySecrets,
  type KeyVersion,
  type KeyVersions,
} from '../../domain/key-secrets.ts';

/** How long the tokens of each kind live. */
export type TokenLifetimes = Settings<`${TokenKind}TokenSeconds`>;

/** What rotating keys takes. */
export interface KeyContext {
  readonly keys: KeySecrets;
  readonly adminLog: AdminLog;
  readonly actor: Actor;
  readonly lifetimes: TokenLifetimes;
  readonly now: () => Instant;
}

/** A key that was put in force; moments in RFC 3339. */
export interface RotationView {
  readonly kind: TokenKind;
  readonly keyId: string;
  /** The key whose tokens stay good. */
  readonly previousKeyId: string;
  /** From then on every function knows the new key, and signs with it. */
  readonly signsFrom: string;
  /** From then on the next rotation ends no token that still lives. */
  readonly rotateAgainFrom: string;
}

export interface RotationResult {
  readonly rotations: readonly RotationView[];
  /** Why the log has no entry of them, if it has none: the keys are in force all the same. */
  readonly logFailure?: string;
}

/** 384 random bits in 64 characters, where HS256 wants 256 bits (RFC 7518, section 3.2). */
const generateKey = (): string => randomBytes(48).toString('base64url');

/** The key before `current` signs until `current` takes over; then the last of its tokens has its life before it. */
const lastTokenEndsAt = (current: Pick<KeyVersion, 'createdAt'>, kind: TokenKind, lifetimes: TokenLifetimes): Instant =>
  current.createdAt + NEW_KEY_WAITS_MILLISECONDS + lifetimes[`${kind}TokenSeconds`] * 1000;

/**
 * Secrets Manager keeps one version before the current one, so that a rotation drops the key before: nothing where there is
 * none, and dead tokens where its last token may still live.
 * @throws UseCaseError `key_rotated_recently`
 */
const refuseTooEarly = (
  { current, previous }: KeyVersions,
  kind: TokenKind,
  lifetimes: TokenLifetimes,
  now: Instant,
): void => {
  const end = lastTokenEndsAt(current, kind, lifetimes);
  if (!previous || now >= end) return;
  throw new UseCaseError('key_rotated_recently', { kind, rotatedAt: current.createdAt, tokensEndAt: end });
};

const rotateOne = async (
  { keys, lifetimes, now }: KeyContext,
  kind: TokenKind,
  replaced: KeyVersions,
): Promise<RotationView> => {
  const keyId = await keys.replace(kind, replaced, generateKey());
  const rotatedAt = now();
  return {
    kind,
    keyId,
    previousKeyId: replaced.current.keyId,
    signsFrom: formatDateTime(rotatedAt + NEW_KEY_WAITS_MILLISECONDS),
    rotateAgainFrom: formatDateTime(lastTokenEndsAt({ createdAt: rotatedAt }, kind, lifetimes)),
  };
};

const record = ({ adminLog, actor, now }: KeyContext, { kind, keyId, previousKeyId }: RotationView): Promise<void> =>
  adminLog.recordAdmin({
    kind: 'admin',
    companyId: '',
    receivedAt: now(),
    actor,
    action: 'keys.rotate',
    target: { kind },
    before: { keyId: previousKeyId },
    after: { keyId },
  });

/**
 * Puts new keys in force. All are looked at before the first is rotated. They are rotated one after the other, so that of two
 * commands at once the one that is first rotates all of them.
 * @param force rotates also where tokens that are still alive end with it
 * @throws UseCaseError `key_rotated_recently`, `key_rotated_meanwhile`, `signing_key_missing`
 */
export const rotateKeys = async (
  context: KeyContext,
  kinds: readonly TokenKind[],
  force: boolean,
): Promise<RotationResult> => {
  const { keys, lifetimes, now } = context;
  const found = await Promise.all(kinds.map(async (kind) => [kind, await keys.find(kind)] as const));
  if (!force) for (const [kind, versions] of found) refuseTooEarly(versions, kind, lifetimes, now());
  const rotations: RotationView[] = [];
  for (const [kind, versions] of found) rotations.push(await rotateOne(context, kind, versions));
  try {
    for (const rotation of rotations) await record(context, rotation);
    return { rotations };
  } catch (error) {
    // To fail now would have the operator rotate again, which ends live tokens.
    return { rotations, logFailure: (error as Error).message };
  }
};
