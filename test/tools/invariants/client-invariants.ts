import type { Violation } from './violation.ts';

/** A response to a refresh token. */
export interface TokenResponse {
  readonly refreshToken: string;
  /** The set of tokens that it returned, as text; absent if the token was refused. */
  readonly tokens?: string;
}

/** Every response to one refresh token is the same set, byte for byte. */
export const findSecondSuccessors = (responses: readonly TokenResponse[]): Violation[] =>
  [...Map.groupBy(responses, ({ refreshToken }) => refreshToken).values()].flatMap((same) => {
    const sets = new Set(same.flatMap(({ tokens }) => tokens ?? []));
    return sets.size <= 1 ? [] : [{ invariant: 'a refresh token has one successor', detail: [...sets].join(' and ') }];
  });

/** When a client was disabled, or its tokens were revoked, in the same unit as the moments of its requests. */
export interface EndedClient {
  /** When the request that did it began; tokens of later log-ins may be valid. Absent if log-ins are refused too. */
  readonly begunAt?: number;
  /** When its response came. */
  readonly acknowledgedAt: number;
  /** When the request that enables it again began. */
  readonly until?: number;
}

/** A request of the client that was performed. */
export interface PerformedRequest {
  readonly name: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** When the log-in that its token is from got its response. */
  readonly loggedInAt: number;
}

/** Requests that began after the client's end had been acknowledged. */
export const findCallsAfterEnd = (
  { begunAt = Infinity, acknowledgedAt, until = Infinity }: EndedClient,
  performed: readonly PerformedRequest[],
): Violation[] =>
  performed
    .filter(
      ({ startedAt, endedAt, loggedInAt }) => startedAt > acknowledgedAt && endedAt < until && loggedInAt < begunAt,
    )
    .map(({ name }) => ({
      invariant: 'a revoked or disabled client does nothing after its next call begins',
      detail: name,
    }));

/**
 * A secret that a rotation showed is live, and so is the one before it until its grace period ends.
 * @param shown the secrets that rotations showed
 */
export const findLostSecrets = (
  shown: readonly string[],
  isFirstLive: boolean,
  isLive: (secret: string) => boolean,
): Violation[] => [
  ...shown
    .filter((secret) => !isLive(secret))
    .map(() => ({ invariant: 'a secret that was shown is live', detail: 'another rotation replaced it' })),
  ...(isFirstLive
    ? []
    : [{ invariant: 'a rotation ends no secret but by its grace', detail: 'the first one is gone' }]),
];

/**
 * A rotation ends no valid token: the key that signed before is still known.
 * @param keys the current key and the previous one
 */
export const findLostKeys = (first: string, keys: readonly string[]): Violation[] =>
  keys.includes(first)
    ? []
    : [{ invariant: 'of two rotations at once one succeeds', detail: `the keys are ${keys.join(' and ')}` }];
