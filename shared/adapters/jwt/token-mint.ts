import { CompactSign, type JWTPayload } from 'jose';
import type { ApiClient } from '../../domain/api-client.ts';
import type { Generation, TokenMint } from '../../domain/token-family.ts';
import type { Settings } from '../../settings.ts';
import type { SigningKey, SigningKeys } from '../keys/signing-keys.ts';
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

type MintSettings = Settings<'tokenIssuer' | 'accessTokenSeconds' | 'refreshTokenSeconds'>;

const encoder = new TextEncoder();

const findKey = async (keys: SigningKeys, keyId: string): Promise<SigningKey> =>
  (await keys.find(keyId)) ?? keys.current();

const grantClaimsOf = ({ scopes, revocationNumber }: Generation): JWTPayload => ({
  scope: scopes.join(' '),
  revocation_number: revocationNumber,
});

/** Nothing here is random or reads a clock, so that a token set can be made again byte for byte. */
export const makeTokenMint = (
  keys: Record<TokenKind, SigningKeys>,
  { tokenIssuer, accessTokenSeconds, refreshTokenSeconds }: MintSettings,
): TokenMint => {
  const sign = async (kind: TokenKind, keyId: string, claims: JWTPayload): Promise<string> => {
    const { key, keyId: kid } = await findKey(keys[kind], keyId);
    const { alg, typ } = tokenKinds[kind];
    const payload = JSON.stringify({ iss: tokenIssuer, aud: audienceOf(kind, tokenIssuer), ...claims });
    // SignJWT would copy the claims with structuredClone first.
    return new CompactSign(encoder.encode(payload)).setProtectedHeader({ alg, typ, kid }).sign(key);
  };

  const claimsOf = (client: ApiClient, familyId: string, generation: Generation) => {
    const { number, issuedAt } = generation;
    const iat = Math.floor(issuedAt / 1000);
    const common = { sub: client.clientId, client_id: client.clientId, company_id: client.companyId, iat };
    const grant = grantClaimsOf(generation);
    const id = `${familyId}.${number}`;
    return {
      access: { ...common, exp: iat + accessTokenSeconds, jti: `${id}.access`, ...grant },
      refresh: {
        ...common,
        exp: iat + refreshTokenSeconds,
        jti: `${id}.refresh`,
        family_id: familyId,
        generation: number,
        ...grant,
      },
    };
  };

  return {
    async currentKeys() {
      const [access, refresh] = await Promise.all([keys.access.current(), keys.refresh.current()]);
      return {
        ids: { accessKeyId: access.keyId, refreshKeyId: refresh.keyId },
        createdAt: Math.min(access.createdAt, refresh.createdAt),
      };
    },
    async mint(client, { familyId }, generation) {
      const { access, refresh } = claimsOf(client, familyId, generation);
      const [accessToken, refreshToken] = await Promise.all([
        sign('access', generation.accessKeyId, access),
        sign('refresh', generation.refreshKeyId, refresh),
      ]);
      return {
        accessToken,
        accessTokenExpiration: access.exp * 1000,
        refreshToken,
        refreshTokenExpiration: refresh.exp * 1000,
      };
    },
  };
};
