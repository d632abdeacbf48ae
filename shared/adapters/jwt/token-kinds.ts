import type { TokenKind } from '../../domain/tokens.ts';
import { routes } from '../../routes.ts';

/**
 * The kinds differ in key, `typ` (RFC 8725, section 3.11; `at+jwt` is RFC 9068's) and `aud`, so neither kind is accepted in place
 * of the other. Each has one algorithm (RFC 8725, sections 3.1 and 3.2).
 *
 * `signature`: canonical base64url. Decoders ignore the unused bits of the last character, but here they must be zero, so that a
 * token has exactly one spelling.
 */
export const tokenKinds = {
  access: { alg: 'EdDSA', typ: 'at+jwt', path: routes.checkin.path, signature: /^[\w-]{85}[AQgw]$/ },
  refresh: { alg: 'HS256', typ: 'rt+jwt', path: routes.refresh.path, signature: /^[\w-]{42}[AEIMQUYcgkosw048]$/ },
} as const satisfies Record<TokenKind, { alg: string; typ: string; path: string; signature: RegExp }>;

export const audienceOf = (kind: TokenKind, issuer: string): string => issuer + tokenKinds[kind].path;
