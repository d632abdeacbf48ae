import type { ApiClient } from './api-client.ts';
import type { Instant } from './instant.ts';
import type { Scope } from './scope.ts';
import type { Generation, SigningKeyIds, TokenFamily } from './token-family.ts';

/** The two kinds of token: they differ in key, `aud` and `typ`. */
export type TokenKind = 'access' | 'refresh';

/** The body of the response to POST /auth and to a refresh. Expirations are integer milliseconds since the Unix epoch: `exp` × 1000. */
export interface TokenSet {
  readonly accessToken: string;
  readonly accessTokenExpiration: Instant;
  readonly refreshToken: string;
  readonly refreshTokenExpiration: Instant;
}

/** Whom a good token speaks for. */
export interface Caller {
  readonly clientId: string;
  readonly companyId: string;
  /** What the token allows; a token of version 1.0 names none and allows `checkin`. */
  readonly scopes: readonly Scope[];
  /** The client's revocation number when the token was issued; 0 in a token of version 1.0. */
  readonly revocationNumber: number;
}

/** A good refresh token, and its place in its family. */
export interface RefreshCaller extends Caller {
  readonly familyId: string;
  readonly generation: number;
}

export interface TokenMint {
  /** `kid` of the keys that sign now. */
  currentKeyIds(): Promise<SigningKeyIds>;
  /** The token set of a generation: the same arguments give the same bytes. */
  mint(client: ApiClient, family: Pick<TokenFamily, 'familyId'>, generation: Generation): Promise<TokenSet>;
}

/**
 * Checks a token of one kind.
 * @throws ServiceError `token_expired` for one that would be good if its time were not over; `token_invalid` for anything else
 *   that is not a live token of that kind
 */
export type VerifyToken<Claims extends Caller> = (token: string) => Promise<Claims>;
