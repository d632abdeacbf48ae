import { randomUUID } from 'node:crypto';
import type { ApiClient } from './api-client.ts';
import { CLOCK_TOLERANCE_SECONDS, type Instant } from './instant.ts';
import type { Scope } from '../rules/api-clients.ts';

/** One token set of a family. The tokens are not stored, because they can be regenerated from this data and the family's id. */
export interface Generation {
  readonly number: number;
  readonly issuedAt: Instant;
  /** `kid` of the signing key. After a key rotation, the set is still made with this key. */
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly revocationNumber: number;
}

export type TokenContents = Omit<Generation, 'number' | 'issuedAt'>;

export interface TokenFamily {
  readonly familyId: string;
  readonly clientId: string;
  readonly secretId?: string;
  /** The live set is last. The sets before it can be returned again within the grace period. */
  readonly generations: readonly [...Generation[], Generation];
  readonly expiresAt: Instant;
  readonly revoked: boolean;
}

export interface RefreshRules {
  readonly refreshTokenSeconds: number;
  /** How long a used refresh token still gets the same successor. */
  readonly refreshGraceSeconds: number;
}

type RefreshDecision =
  | { readonly kind: 'rotate'; readonly before: TokenFamily; readonly after: TokenFamily }
  /** Return this set again. */
  | { readonly kind: 'replay'; readonly generation: Generation }
  /** The token was used before, and its grace period is over. */
  | { readonly kind: 'reuse' }
  | { readonly kind: 'expired' }
  /** The family is revoked or does not exist, or it has not issued this token. */
  | { readonly kind: 'dead' };

/**
 * Limits the size of the stored item: a client that refreshes more often than this gets the live set again, not a new one.
 * Dropping older sets instead would break the replay of a refresh token that is still within its grace period.
 */
const MAX_SETS_PER_GRACE_PERIOD = 100;

export const liveGeneration = ({ generations }: TokenFamily): Generation => generations.at(-1) as Generation;

/** A family expires when its live token is no longer accepted. */
const expiryOf = ({ refreshTokenSeconds }: RefreshRules, issuedAt: Instant): Instant =>
  issuedAt + (refreshTokenSeconds + CLOCK_TOLERANCE_SECONDS) * 1000;

export const startFamily = (
  clientId: string,
  contents: TokenContents,
  rules: RefreshRules,
  now: Instant,
  secretId?: string,
): TokenFamily => ({
  familyId: randomUUID(),
  clientId,
  secretId,
  generations: [{ number: 0, issuedAt: now, ...contents }],
  expiresAt: expiryOf(rules, now),
  revoked: false,
});

const isWithinGrace = (generation: Generation, { refreshGraceSeconds }: RefreshRules, now: Instant): boolean =>
  now - generation.issuedAt <= refreshGraceSeconds * 1000;

const rotate = (family: TokenFamily, contents: TokenContents, rules: RefreshRules, now: Instant): TokenFamily => {
  const next = { number: liveGeneration(family).number + 1, issuedAt: now, ...contents };
  const remembered = family.generations.filter((generation) => isWithinGrace(generation, rules, now));
  return { ...family, generations: [...remembered, next], expiresAt: expiryOf(rules, now) };
};

const isRefreshedTooOften = (family: TokenFamily, { refreshGraceSeconds }: RefreshRules, now: Instant): boolean =>
  family.generations.length >= MAX_SETS_PER_GRACE_PERIOD &&
  now - liveGeneration(family).issuedAt < (refreshGraceSeconds * 1000) / MAX_SETS_PER_GRACE_PERIOD;

/**
 * A refresh token is exchanged for one successor, which is returned again within the grace period. After that period, use of
 * the token is a sign that it was stolen (RFC 9700, section 4.14.2).
 * @param presentedNumber the generation number of the token
 */
export const decideRefresh = (
  family: TokenFamily | undefined,
  presentedNumber: number,
  contents: TokenContents,
  rules: RefreshRules,
  now: Instant,
): RefreshDecision => {
  if (!family || family.revoked) return { kind: 'dead' };
  const liveNumber = liveGeneration(family).number;
  if (presentedNumber > liveNumber) return { kind: 'dead' };
  if (family.expiresAt <= now) return { kind: 'expired' };
  if (presentedNumber === liveNumber) {
    if (isRefreshedTooOften(family, rules, now)) return { kind: 'replay', generation: liveGeneration(family) };
    return { kind: 'rotate', before: family, after: rotate(family, contents, rules, now) };
  }
  const successor = family.generations.find(({ number }) => number === presentedNumber + 1);
  return successor && isWithinGrace(successor, rules, now)
    ? { kind: 'replay', generation: successor }
    : { kind: 'reuse' };
};

export interface TokenFamilyStore {
  find(clientId: string, familyId: string): Promise<TokenFamily | undefined>;
  /** Reads the family and its client in one call, but not at the same point in time. */
  findWithClient(clientId: string, familyId: string): Promise<{ client?: ApiClient; family?: TokenFamily }>;
  /** Does not change an existing family. */
  start(family: TokenFamily): Promise<void>;
  /** @returns false if the family was rotated, revoked or deleted meanwhile */
  rotate(before: TokenFamily, after: TokenFamily): Promise<boolean>;
  revoke(clientId: string, familyId: string): Promise<void>;
}

/** The response to POST /auth and to a refresh. Each expiration is the token’s `exp` in milliseconds. */
export interface TokenSet {
  readonly accessToken: string;
  readonly accessTokenExpiration: Instant;
  readonly refreshToken: string;
  readonly refreshTokenExpiration: Instant;
}

interface CurrentKey {
  readonly keyId: string;
  readonly createdAt: Instant;
}

export interface TokenMint {
  currentKey(): Promise<CurrentKey>;
  /** Returns the same bytes for the same arguments. */
  mint(client: ApiClient, family: Pick<TokenFamily, 'familyId'>, generation: Generation): Promise<TokenSet>;
}
