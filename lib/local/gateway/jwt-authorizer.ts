import { jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { makeOidcKeys } from '../../../shared/adapters/jwt/oidc-issuer.ts';

export interface JwtAuthorizerOptions {
  readonly issuer: string;
  readonly audience: string;
  /** A token needs one of these scopes; if the list is empty, it needs none. */
  readonly scopes: readonly string[];
}

/** The data that API Gateway passes to the function: every claim as text, and the scopes of the token. */
export interface JwtClaims {
  readonly claims: Readonly<Record<string, string>>;
  readonly scopes: string[];
}

/** @returns the token's claims, or the reason why API Gateway would not call the function. */
export type Authorize = (authorization: string | undefined) => Promise<JwtClaims | 'unauthorized' | 'forbidden'>;

/** API Gateway accepts the token with and without the scheme. */
const SCHEME = /^Bearer +/i;

const toText = (claim: unknown): string => {
  if (Array.isArray(claim)) return `[${claim.join(' ')}]`;
  return typeof claim === 'string' ? claim : JSON.stringify(claim);
};

/** `client_id` counts only if there is no `aud`. */
const matchesAudience = (audience: string, { aud, client_id: clientId }: JWTPayload): boolean =>
  aud === undefined ? clientId === audience : [aud].flat().includes(audience);

/** API Gateway reads `scope` or `scp`, as text or as a list. */
const scopesOf = ({ scope, scp }: JWTPayload): string[] =>
  [scope ?? scp].flat().flatMap((each) => (typeof each === 'string' ? each.split(' ') : []));

const verify = async (token: string, keys: JWTVerifyGetKey, issuer: string): Promise<JWTPayload | undefined> => {
  try {
    return (await jwtVerify(token, keys, { issuer, algorithms: ['RS256'] })).payload;
  } catch {
    return undefined;
  }
};

/** Checks access tokens as the JWT authorizer of an HTTP API does: signature, `iss`, `aud` or `client_id`, times, scope. */
export const makeJwtAuthorizer = ({ issuer, audience, scopes }: JwtAuthorizerOptions): Authorize => {
  const keys = makeOidcKeys(issuer);
  return async (authorization = '') => {
    const token = authorization.replace(SCHEME, '');
    const payload = token.split('.').length === 3 ? await verify(token, keys, issuer) : undefined;
    if (!payload || !matchesAudience(audience, payload)) return 'unauthorized';
    const granted = scopesOf(payload);
    if (scopes.length > 0 && !scopes.some((scope) => granted.includes(scope))) return 'forbidden';
    const claims = Object.entries(payload).map(([name, claim]) => [name, toText(claim)]);
    return { claims: Object.fromEntries(claims) as JwtClaims['claims'], scopes: granted };
  };
};
