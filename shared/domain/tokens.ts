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

/** The claims of a valid token. */
export interface Caller {
  readonly clientId: string;
  readonly companyId: string;
  /** The scopes of the token; `checkin` for a token of version 1.0, which has none. */
  readonly scopes: readonly Scope[];
  /** The client's revocation number when the token was issued; 0 in a token of version 1.0. */
  readonly revocationNumber: number;
}

/** A valid refresh token and its position in its family. */
export interface RefreshCaller extends Caller {
  readonly familyId: string;
  readonly generation: number;
}

export interface TokenMint {
  /** `kid` of the keys that sign now. */
  currentKeyIds(): Promise<SigningKeyIds>;
  /** Makes the token set of a generation. The same arguments give the same bytes. */
  mint(client: ApiClient, family: Pick<TokenFamily, 'familyId'>, generation: Generation): Promise<TokenSet>;
}

/**
 * Checks a token of one kind.
 * @throws ServiceError `token_expired` for a token that is valid except for its `exp`; `token_invalid` for anything else
 *   that is not a live token of that kind
 */
export type VerifyToken<Claims extends Caller> = (token: string) => Promise<Claims>;
