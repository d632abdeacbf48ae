import { randomBytes } from 'node:crypto';
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

/** What the operator is told of a rotation; moments in RFC 3339. */
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
export const refuseTooEarly = (
  { current, previous }: KeyVersions,
  kind: TokenKind,
  lifetimes: TokenLifetimes,
  now: Instant,
): void => {
  const end = lastTokenEndsAt(current, kind, lifetimes);
  if (!previous || now >= end) return;
  throw new UseCaseError('key_rotated_recently', { kind, rotatedAt: current.createdAt, tokensEndAt: end });
};

/**
 * Puts a new key in force.
 * @param replaced the versions as they were when the rotation was decided: of two rotations at once, one is done
 * @throws UseCaseError `key_rotated_meanwhile`
 */
export const rotateKey = async (
  secrets: KeySecrets,
  kind: TokenKind,
  replaced: KeyVersions,
  lifetimes: TokenLifetimes,
  now: Instant,
): Promise<RotationView> => ({
  kind,
  keyId: await secrets.replace(kind, replaced, generateKey()),
  previousKeyId: replaced.current.keyId,
  signsFrom: formatDateTime(now + NEW_KEY_WAITS_MILLISECONDS),
  rotateAgainFrom: formatDateTime(lastTokenEndsAt({ createdAt: now }, kind, lifetimes)),
});
