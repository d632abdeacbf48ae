import type { TokenFamily } from './token-family.ts';

/** Where token families are kept. Every method may throw {@link ServiceError} `database_unavailable`. */
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
