import { randomUUID } from 'node:crypto';
import type { ApiClient } from './api-client.ts';
import type { Instant } from './instant.ts';
import type { Scope } from '../rules/api-clients.ts';

/**
 * The data of one token set of a family. Tokens are not stored: the two tokens are made from this data and the family's id, so
 * the same bytes can be made again.
 */
export interface Generation {
  /** 0 for the set of POST /auth; increases with each refresh. */
  readonly number: number;
  readonly issuedAt: Instant;
  /** `kid` of the keys that signed the tokens. After a key rotation, the same set must be made with the old keys. */
  readonly accessKeyId: string;
  readonly refreshKeyId: string;
  /** The scopes of the tokens. */
  readonly scopes: readonly Scope[];
  /** The client's revocation number in the tokens. */
  readonly revocationNumber: number;
}

/** The input of a new token set, except its number and time. */
export type TokenContents = Omit<Generation, 'number' | 'issuedAt'>;

/** All token sets of one log-in. */
export interface TokenFamily {
  readonly familyId: string;
  readonly clientId: string;
  /** The secret that it began with. */
  readonly secretId?: string;
  /** The live set is last. The sets before it are those whose refresh tokens may still be presented again in the grace period. */
  readonly generations: readonly [...Generation[], Generation];
  /** When the live refresh token and thus the family expire. */
  readonly expiresAt: Instant;
  readonly revoked: boolean;
}

export interface RefreshRules {
  readonly refreshTokenSeconds: number;
  /** How long a used refresh token still returns the same successor. */
  readonly refreshGraceSeconds: number;
}

/** The decision about a refresh token. */
export type RefreshDecision =
  | { readonly kind: 'rotate'; readonly before: TokenFamily; readonly after: TokenFamily }
  | { readonly kind: 'replay'; readonly generation: Generation }
  | { readonly kind: 'reuse' }
  /** The family has expired. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'dead' };

export type SigningKeyIds = Pick<Generation, 'accessKeyId' | 'refreshKeyId'>;

/**
 * No client needs more sets per grace period. A client that refreshes faster gets the live set again until the set is
 * old enough. This keeps a family's item small, and no set is dropped while the refresh token before it can still be presented.
 */
const MAX_SETS_PER_GRACE_PERIOD = 100;

export const liveGeneration = ({ generations }: TokenFamily): Generation => generations.at(-1) as Generation;

export const startFamily = (
  clientId: string,
  contents: TokenContents,
  { refreshTokenSeconds }: RefreshRules,
  now: Instant,
  secretId?: string,
): TokenFamily => ({
  familyId: randomUUID(),
  clientId,
  secretId,
  generations: [{ number: 0, issuedAt: now, ...contents }],
  expiresAt: now + refreshTokenSeconds * 1000,
  revoked: false,
});

const isWithinGrace = (generation: Generation, { refreshGraceSeconds }: RefreshRules, now: Instant): boolean =>
  now - generation.issuedAt <= refreshGraceSeconds * 1000;

const rotate = (family: TokenFamily, contents: TokenContents, rules: RefreshRules, now: Instant): TokenFamily => {
  const next = { number: liveGeneration(family).number + 1, issuedAt: now, ...contents };
  const remembered = family.generations.filter((generation) => isWithinGrace(generation, rules, now));
  return { ...family, generations: [...remembered, next], expiresAt: now + rules.refreshTokenSeconds * 1000 };
};

const isRefreshedTooOften = (family: TokenFamily, { refreshGraceSeconds }: RefreshRules, now: Instant): boolean =>
  family.generations.length >= MAX_SETS_PER_GRACE_PERIOD &&
  now - liveGeneration(family).issuedAt < (refreshGraceSeconds * 1000) / MAX_SETS_PER_GRACE_PERIOD;

/**
 * Decides about a refresh token of generation `presented`. It is valid for one successor. While the successor is younger
 * than the grace period, the same successor is returned. After that it is reuse, the sign of a stolen token (RFC 9700,
 * section 4.14.2). A client that refreshes the live set very often gets that set again.
 */
export const decideRefresh = (
  family: TokenFamily | undefined,
  presented: number,
  contents: TokenContents,
  rules: RefreshRules,
  now: Instant,
): RefreshDecision => {
  if (!family || family.revoked) return { kind: 'dead' };
  const live = liveGeneration(family).number;
  if (presented > live) return { kind: 'dead' };
  if (family.expiresAt <= now) return { kind: 'expired' };
  if (presented === live) {
    if (isRefreshedTooOften(family, rules, now)) return { kind: 'replay', generation: liveGeneration(family) };
    return { kind: 'rotate', before: family, after: rotate(family, contents, rules, now) };
  }
  const successor = family.generations.find(({ number }) => number === presented + 1);
  return successor && isWithinGrace(successor, rules, now)
    ? { kind: 'replay', generation: successor }
    : { kind: 'reuse' };
};

/** The store of token families. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface TokenFamilyStore {
  find(clientId: string, familyId: string): Promise<TokenFamily | undefined>;
  /** The family and its client, in one call. Each is read at a moment after the call begins, not both at the same moment. */
  findWithClient(clientId: string, familyId: string): Promise<{ client?: ApiClient; family?: TokenFamily }>;
  /** Writes a new family. A family that exists is not changed. */
  start(family: TokenFamily): Promise<void>;
  /**
   * Replaces `before` by `after` in one atomic step, which fails if the family was rotated, revoked or deleted in between.
   * @returns whether it was done.
   */
  rotate(before: TokenFamily, after: TokenFamily): Promise<boolean>;
  /** Revokes every refresh token of the family. */
  revoke(clientId: string, familyId: string): Promise<void>;
}
