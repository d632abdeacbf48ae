import type { ApiClient } from './api-client.ts';
import type { Instant } from './instant.ts';
import type { Generation, TokenFamily } from './token-family.ts';

/** What POST /auth and a refresh answer. Expirations are integer milliseconds since the Unix epoch: `exp` × 1000. */
export interface TokenSet {
  readonly accessToken: string;
  readonly accessTokenExpiration: Instant;
  readonly refreshToken: string;
  readonly refreshTokenExpiration: Instant;
}

/** Whom a good token speaks for. */
export interface Bearer {
  readonly clientId: string;
  readonly companyId: string;
}

/** A good refresh token, and its place in its family. */
export interface RefreshBearer extends Bearer {
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
export type VerifyToken<Claims extends Bearer> = (token: string) => Promise<Claims>;
