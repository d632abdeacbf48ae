import type { ApiClient } from './api-client.ts';
import type { Instant } from './instant.ts';
import type { Generation, TokenFamily } from './token-family.ts';

/** The two kinds of token: they differ in key, `aud` and `typ`. */
export type TokenKind = 'access' | 'refresh';

/** What POST /auth and a refresh answer. Expirations are integer milliseconds since the Unix epoch: `exp` × 1000. */
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
}

/** A good refresh token, and its place in its family. */
export interface RefreshCaller extends Caller {
  readonly familyId: string;
  readonly generation: number;
}

export interface TokenMint {
  /** `kid` of the keys that sign now. */
  currentKeyIds(): Promise<Pick<Generation, 'accessKeyId' | 'refreshKeyId'>>;
  /** The token set of a generation: the same arguments give the same bytes. */
  mint(client: ApiClient, family: Pick<TokenFamily, 'familyId'>, generation: Generation): Promise<TokenSet>;
}

/** Checks a token of one kind. @throws ServiceError `token_invalid` for anything that is not a live token of that kind. */
export type VerifyToken<Claims extends Caller> = (token: string) => Promise<Claims>;
