import type { Findings } from './violation.ts';

/** A response to a refresh token. */
export interface TokenResponse {
  readonly refreshToken: string;
  /** The returned set of tokens, as text. */
  readonly tokens: string;
}

/** Checks that every response to the same refresh token contains the same tokens, byte for byte. */
export const findSecondSuccessors = (responses: readonly TokenResponse[]): Findings => ({
  'a refresh token has one successor': [...Map.groupBy(responses, ({ refreshToken }) => refreshToken).values()]
    .map((same) => new Set(same.map(({ tokens }) => tokens)))
    .filter(({ size }) => size > 1)
    .map((sets) => [...sets]),
});
