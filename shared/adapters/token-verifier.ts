import { errors, jwtVerify, type JWTPayload } from 'jose';
import * as v from 'valibot';
import { ServiceError } from '../domain/service-error.ts';
import type { Bearer, RefreshBearer, VerifyToken } from '../domain/tokens.ts';
import type { SigningKeys } from './signing-keys.ts';
import { audienceOf, TOKEN_ALGORITHM, tokenKinds, type TokenKind } from './token-kinds.ts';

/** Seconds by which the clocks of two machines may differ. */
const CLOCK_TOLERANCE_SECONDS = 5;
/** The service's own tokens have some 700 characters; nothing much longer is worth parsing. */
const MAX_TOKEN_LENGTH = 2048;
/**
 * Three parts in base64url without padding (RFC 7515, section 2), the last a 256-bit signature in its one canonical
 * spelling: the two bits that its last character has left over are zero. Decoders accept more, and one token shall have
 * one text.
 */
const COMPACT_HS256 = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;

const claimsOfKind = {
  access: v.object({ sub: v.string(), company_id: v.string() }),
  refresh: v.object({ sub: v.string(), company_id: v.string(), family_id: v.string(), generation: v.number() }),
};

const refuse = (reason: string, cause?: unknown): ServiceError => new ServiceError('token_invalid', reason, { cause });

type VerifierSettings = { readonly tokenIssuer: string; readonly lifetimeSeconds: number };

const makeVerifier = (kind: TokenKind, keys: SigningKeys, { tokenIssuer, lifetimeSeconds }: VerifierSettings) => {
  const options = {
    algorithms: [TOKEN_ALGORITHM],
    typ: tokenKinds[kind].typ,
    issuer: tokenIssuer,
    audience: audienceOf(kind, tokenIssuer),
    requiredClaims: ['exp', 'iat', 'jti', 'sub'],
    maxTokenAge: lifetimeSeconds,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  };
  const findKey = async ({ kid }: { kid?: string }) => {
    const found = typeof kid === 'string' ? await keys.find(kid) : undefined;
    if (!found) throw refuse('unknown key');
    return found.key;
  };
  return async (token: string): Promise<JWTPayload> => {
    if (token.length > MAX_TOKEN_LENGTH || !COMPACT_HS256.test(token)) throw refuse('not a token of this service');
    try {
      return (await jwtVerify(token, findKey, options)).payload;
    } catch (error) {
      throw error instanceof errors.JOSEError ? refuse(error.code, error) : error;
    }
  };
};

const parseClaims = <Kind extends TokenKind>(kind: Kind, payload: JWTPayload) => {
  const parsed = v.safeParse(claimsOfKind[kind], payload);
  if (!parsed.success) throw refuse('claims missing');
  return parsed.output as v.InferOutput<(typeof claimsOfKind)[Kind]>;
};

export const makeAccessTokenVerifier = (keys: SigningKeys, settings: VerifierSettings): VerifyToken<Bearer> => {
  const verify = makeVerifier('access', keys, settings);
  return async (token) => {
    const { sub, company_id } = parseClaims('access', await verify(token));
    return { clientId: sub, companyId: company_id };
  };
};

export const makeRefreshTokenVerifier = (keys: SigningKeys, settings: VerifierSettings): VerifyToken<RefreshBearer> => {
  const verify = makeVerifier('refresh', keys, settings);
  return async (token) => {
    const { sub, company_id, family_id, generation } = parseClaims('refresh', await verify(token));
    return { clientId: sub, companyId: company_id, familyId: family_id, generation };
  };
};
