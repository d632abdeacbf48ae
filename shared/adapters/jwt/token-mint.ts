import { CompactSign, type JWTPayload } from 'jose';
import type { ApiClient } from '../../domain/api-client.ts';
import type { Generation, TokenMint } from '../../domain/token-family.ts';
import type { Settings } from '../../settings.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';
import type { TokenKind } from '../../domain/tokens.ts';
import { ALGORITHM, audienceOf, tokenKinds } from './token-kinds.ts';

type MintSettings = Settings<'tokenIssuer' | 'accessTokenSeconds' | 'refreshTokenSeconds'>;

const encoder = new TextEncoder();

const grantClaimsOf = ({ scopes, revocationNumber }: Generation): JWTPayload => ({
  scope: scopes.join(' '),
  revocation_number: revocationNumber,
});

/** Uses no random numbers and no clock, so that the same input regenerates the same token set. */
export const makeTokenMint = (
  keys: SigningKeys,
  { tokenIssuer, accessTokenSeconds, refreshTokenSeconds }: MintSettings,
): TokenMint => {
  const sign = async (kind: TokenKind, keyId: string, claims: JWTPayload): Promise<string> => {
    // After a forced rotation, the secret may no longer have the key.
    const { key, keyId: kid } = (await keys.find(keyId)) ?? (await keys.current());
    const { typ } = tokenKinds[kind];
    const payload = JSON.stringify({ iss: tokenIssuer, aud: audienceOf(kind, tokenIssuer), ...claims });
    // SignJWT would copy the claims with structuredClone first.
    return new CompactSign(encoder.encode(payload)).setProtectedHeader({ alg: ALGORITHM, typ, kid }).sign(key);
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
    async currentKey() {
      const { keyId, createdAt } = await keys.current();
      return { keyId, createdAt };
    },
    async mint(client, { familyId }, generation) {
      const { access, refresh } = claimsOf(client, familyId, generation);
      const [accessToken, refreshToken] = await Promise.all([
        sign('access', generation.keyId, access),
        sign('refresh', generation.keyId, refresh),
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
