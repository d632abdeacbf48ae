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
