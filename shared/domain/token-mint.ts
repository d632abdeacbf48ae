import type { ApiClient } from './api-client.ts';
import type { Instant } from './instant.ts';
import type { Generation, SigningKeyIds, TokenFamily } from './token-family.ts';

/** The response to POST /auth and to a refresh. Each expiration is the token’s `exp` in milliseconds. */
export interface TokenSet {
  readonly accessToken: string;
  readonly accessTokenExpiration: Instant;
  readonly refreshToken: string;
  readonly refreshTokenExpiration: Instant;
}

export interface CurrentKeys {
  readonly ids: SigningKeyIds;
  /** When the older of the two keys was created. */
  readonly createdAt: Instant;
}

export interface TokenMint {
  currentKeys(): Promise<CurrentKeys>;
  /** Returns the same bytes for the same arguments. */
  mint(client: ApiClient, family: Pick<TokenFamily, 'familyId'>, generation: Generation): Promise<TokenSet>;
}
