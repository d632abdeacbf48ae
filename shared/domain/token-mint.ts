import type { ApiClient } from './api-client.ts';
import type { Instant } from './instant.ts';
import type { Generation, SigningKeyIds, TokenFamily } from './token-family.ts';

/** The body of the response to POST /auth and to a refresh. Expirations are integer milliseconds since the Unix epoch: `exp` × 1000. */
export interface TokenSet {
  readonly accessToken: string;
  readonly accessTokenExpiration: Instant;
  readonly refreshToken: string;
  readonly refreshTokenExpiration: Instant;
}

/** The keys that sign now. */
export interface CurrentKeys {
  readonly ids: SigningKeyIds;
  /** When the older of them was created. */
  readonly createdAt: Instant;
}

/** Makes and signs tokens. */
export interface TokenMint {
  currentKeys(): Promise<CurrentKeys>;
  /** Makes the token set of a generation. The same arguments give the same bytes. */
  mint(client: ApiClient, family: Pick<TokenFamily, 'familyId'>, generation: Generation): Promise<TokenSet>;
}
