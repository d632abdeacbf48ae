import type { Scope } from '../rules/api-clients.ts';

/** The two kinds of token: they differ in key, `aud` and `typ`. */
export type TokenKind = 'access' | 'refresh';

export const allTokenKinds = ['access', 'refresh'] as const satisfies readonly TokenKind[];

/** The claims of a valid token. */
export interface Caller {
  readonly clientId: string;
  readonly companyId: string;
  /** The scopes of the token. */
  readonly scopes: readonly Scope[];
  /** The client's revocation number when the token was issued. */
  readonly revocationNumber: number;
  /** The address that the request comes from. Without it, a client with `allowedIps` is rejected. */
  readonly sourceIp?: string;
}

/** A valid refresh token and its position in its family. */
export interface RefreshCaller extends Caller {
  readonly familyId: string;
  readonly generation: number;
}

/**
 * Checks a token of one kind.
 * @throws ServiceError `token_expired` for a token that is valid except for its `exp`; `token_invalid` for anything else
 *   that is not a live token of that kind
 */
export type VerifyToken<Claims extends Caller> = (token: string) => Promise<Claims>;
