import type { TokenKind } from '../../domain/tokens.ts';
import { routes } from '../../routes.ts';

/** The only algorithm for tokens (RFC 8725, sections 3.1 and 3.2). */
export const TOKEN_ALGORITHM = 'HS256';

/**
 * Access and refresh tokens differ in their keys, `typ` (RFC 8725, section 3.11; `at+jwt` is RFC 9068's)
 * and `aud`, the resource that a token is for. Neither is accepted in place of the other.
 */
export const tokenKinds = {
  access: { typ: 'at+jwt', path: routes.checkin.path },
  refresh: { typ: 'rt+jwt', path: routes.refresh.path },
} as const satisfies Record<TokenKind, { typ: string; path: string }>;

export const audienceOf = (kind: TokenKind, issuer: string): string => issuer + tokenKinds[kind].path;
