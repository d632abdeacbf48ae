import type { Scope } from '../rules/api-clients.ts';

export type TokenKind = 'access' | 'refresh';

/** The claims of a valid token, and where the request comes from. */
export interface Caller {
  readonly clientId: string;
  readonly companyId: string;
  readonly scopes: readonly Scope[];
  /** The client's revocation number at the time the token was issued. */
  readonly revocationNumber: number;
  /** If absent, a client with `allowedIps` is rejected. */
  readonly sourceIp?: string;
}

export interface RefreshCaller extends Caller {
  readonly familyId: string;
  readonly generationNumber: number;
}

/** @throws ServiceError `token_expired` for a token that is valid except for its `exp`, otherwise `token_invalid` */
export type VerifyToken<Claims extends Caller> = (token: string) => Promise<Claims>;
