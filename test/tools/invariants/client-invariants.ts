import type { Violation } from './violation.ts';

/** A response to a refresh token. */
export interface TokenResponse {
  readonly refreshToken: string;
  /** The returned set of tokens, as text; absent if the refresh token was rejected. */
  readonly tokens?: string;
}

/** Every response to a refresh token contains the same tokens, byte for byte. */
export const findSecondSuccessors = (responses: readonly TokenResponse[]): Violation[] =>
  [...Map.groupBy(responses, ({ refreshToken }) => refreshToken).values()].flatMap((same) => {
    const sets = new Set(same.flatMap(({ tokens }) => tokens ?? []));
    return sets.size <= 1 ? [] : [{ invariant: 'a refresh token has one successor', detail: [...sets].join(' and ') }];
  });

/**
 * A rotation ends no valid token, because the key that signed before it is still known.
 * @param keys the current key and the previous one
 */
export const findLostKeys = (first: string, keys: readonly string[]): Violation[] =>
  keys.includes(first)
    ? []
    : [{ invariant: 'one of two simultaneous rotations succeeds', detail: `the keys are ${keys.join(' and ')}` }];
