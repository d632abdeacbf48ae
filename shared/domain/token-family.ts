import { randomUUID } from 'node:crypto';
import type { Instant } from './instant.ts';
import type { Scope } from './scope.ts';

/**
 * One token set of a family. With the family's id it is all that its two tokens are made from, so that the same bytes can
 * be made again while nothing secret is kept.
 */
export interface Generation {
  /** 0 for the set that POST /auth gave, one more at each refresh. */
  readonly number: number;
  readonly issuedAt: Instant;
  /** `kid` of the keys that signed the tokens: a set that is made again after a key rotation needs the old ones. */
  readonly accessKeyId: string;
  readonly refreshKeyId: string;
  /** What the tokens allow. Version 1.0 recorded none, and its tokens name none. */
  readonly scopes?: readonly Scope[];
  /** The client's revocation number in the tokens. Version 1.0 recorded none, and its tokens name none. */
  readonly revocationNumber?: number;
}

/** What the tokens of a new set are made from, besides their place and moment. */
export type TokenContents = Required<Omit<Generation, 'number' | 'issuedAt'>>;

/** All token sets that descend from one log-in. */
export interface TokenFamily {
  readonly familyId: string;
  readonly clientId: string;
  /** The live set last; before it those whose predecessor may still come again within the grace period. */
  readonly generations: readonly [...Generation[], Generation];
  /** When the live refresh token expires, and the family with it. */
  readonly expiresAt: Instant;
  readonly revoked: boolean;
}

export interface RefreshRules {
  readonly refreshTokenSeconds: number;
  /** How long a refresh token that was used may come again and be given the same successor. */
  readonly refreshGraceSeconds: number;
}

/** What a refresh token of some generation is entitled to. */
export type RefreshDecision =
  | { readonly kind: 'rotate'; readonly before: TokenFamily; readonly after: TokenFamily }
  | { readonly kind: 'replay'; readonly generation: Generation }
  | { readonly kind: 'reuse' }
  /** The family has come to its end by itself. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'dead' };

export type SigningKeyIds = Pick<Generation, 'accessKeyId' | 'refreshKeyId'>;

/**
 * No client needs more sets than this in one grace period. Beyond it, a set is only replaced after its share of the grace
 * period, which keeps a family's item small and forgets no set whose predecessor may still be presented.
 */
const SETS_A_GRACE_PERIOD = 100;

export const liveGeneration = ({ generations }: TokenFamily): Generation => generations.at(-1) as Generation;

export const startFamily = (
  clientId: string,
  contents: TokenContents,
  { refreshTokenSeconds }: RefreshRules,
  now: Instant,
): TokenFamily => ({
  familyId: randomUUID(),
  clientId,
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
  family.generations.length >= SETS_A_GRACE_PERIOD &&
  now - liveGeneration(family).issuedAt < (refreshGraceSeconds * 1000) / SETS_A_GRACE_PERIOD;

/**
 * Decides about a refresh token of generation `presented`. It is good for one successor; while the successor is younger
 * than the grace period it is given again; after that the token's return is reuse, the mark of a stolen token (RFC 9700,
 * section 4.14.2). Who refreshes the live set over and over is given that set.
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

/** Where token families are kept. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface TokenFamilyStore {
  find(clientId: string, familyId: string): Promise<TokenFamily | undefined>;
  start(family: TokenFamily): Promise<void>;
  /**
   * Puts `after` in the place of `before`: one atomic step, which fails where somebody else rotated or revoked the family
   * in between, or where it is gone. @returns whether it was done.
   */
  rotate(before: TokenFamily, after: TokenFamily): Promise<boolean>;
  /** From now on every refresh token of the family is dead. */
  revoke(clientId: string, familyId: string): Promise<void>;
}
