import type { TokenKind } from '../../domain/tokens.ts';
import { routes } from '../../routes.ts';

/** The only algorithm (RFC 8725, sections 3.1 and 3.2): Ed25519, whose signatures are deterministic. */
export const ALGORITHM = 'EdDSA';

/** The kinds differ in `typ` (RFC 8725, section 3.11; `at+jwt` is RFC 9068's) and `aud`, so neither is accepted as the other. */
export const tokenKinds = {
  access: { typ: 'at+jwt', path: routes.checkin.path },
  refresh: { typ: 'rt+jwt', path: routes.refresh.path },
} as const satisfies Record<TokenKind, { typ: string; path: string }>;

export const audienceOf = (kind: TokenKind, issuer: string): string => issuer + tokenKinds[kind].path;
