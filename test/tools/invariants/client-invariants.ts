import type { Violation } from './violation.ts';

/** A response to a refresh token. */
export interface TokenResponse {
  readonly refreshToken: string;
  /** The returned set of tokens, as text; absent if the refresh token was rejected. */
  readonly tokens?: string;
}

/** Checks that every response to the same refresh token contains the same tokens, byte for byte. */
export const findSecondSuccessors = (responses: readonly TokenResponse[]): Violation[] =>
  [...Map.groupBy(responses, ({ refreshToken }) => refreshToken).values()].flatMap((same) => {
    const sets = new Set(same.flatMap(({ tokens }) => tokens ?? []));
    return sets.size <= 1 ? [] : [{ invariant: 'a refresh token has one successor', detail: [...sets].join(' and ') }];
  });

/**
 * Checks that rotations end no valid token, which is so if the key that signed before them is still known.
 * @param first the id of the key that signed before the rotations
 * @param keys the ids of the current and the previous key
 */
export const findLostKeys = (first: string, keys: readonly string[]): Violation[] =>
  keys.includes(first)
    ? []
    : [{ invariant: 'one of two simultaneous rotations succeeds', detail: `the keys are ${keys.join(' and ')}` }];
