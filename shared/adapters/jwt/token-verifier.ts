import { errors, jwtVerify, type JWTPayload } from 'jose';
import * as v from 'valibot';
import { CLOCK_TOLERANCE_SECONDS } from '../../domain/instant.ts';
import type { Caller, RefreshCaller, TokenKind, VerifyToken } from '../../domain/tokens.ts';
import { isScope } from '../../rules/api-clients.ts';
import { fields } from '../../rules/fields.ts';
import { isValid } from '../../rules/read-value.ts';
import { ServiceError } from '../../domain/service-error.ts';
import { MAX_LIFETIME_SECONDS } from '../../settings.ts';
import type { FindVerificationKey } from '../keys/verification-keys.ts';
import { ALGORITHM, audienceOf, tokenKinds } from './token-kinds.ts';

/** The service's tokens have about 700 characters. Much longer tokens are not parsed. */
const MAX_TOKEN_LENGTH = 2048;
/**
 * Three parts in base64url without padding (RFC 7515, section 2), the last a signature of 64 bytes. Decoders ignore the unused
 * bits of its last character, but here they must be zero, so that a token has exactly one spelling.
 */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/;

/** The form of version ids in Secrets Manager, and so of every `kid`. */
const KEY_ID = /^[\w-]{32,64}$/;

/**
 * A header with any further parameter is rejected, such as one that supplies a key (`jwk`, `jku`, `x5u`) or changes how the
 * token is read (`crit`, `b64`, `zip`).
 */
const header = v.strictObject({ alg: v.string(), typ: v.string(), kid: v.pipe(v.string(), v.regex(KEY_ID)) });

const identifier = v.pipe(
  v.string(),
  v.check((text) => isValid(fields.clientId, text)),
);
const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Stricter than jose, which also accepts times that are not whole numbers, and a list of audiences. */
const commonClaims = {
  aud: v.string(),
  jti: v.string(),
  iat: wholeNumber,
  exp: wholeNumber,
  nbf: v.optional(wholeNumber),
  sub: identifier,
  company_id: identifier,
  /** Scopes separated by one space (RFC 6749, section 3.3). Unknown scopes are ignored: later versions can add some. */
  scope: v.pipe(
    v.string(),
    v.transform((scope) => scope.split(' ').filter(isScope)),
  ),
  revocation_number: wholeNumber,
};

const claimsOfKind = {
  access: v.object(commonClaims),
  refresh: v.object({ ...commonClaims, family_id: v.pipe(v.string(), v.uuid()), generation: wholeNumber }),
};

type ClaimsOf<Kind extends TokenKind> = v.InferOutput<(typeof claimsOfKind)[Kind]>;

const isCompact = (token: string): boolean => token.length <= MAX_TOKEN_LENGTH && COMPACT.test(token);

const toCaller = ({ sub, company_id, scope, revocation_number }: ClaimsOf<'access'>): Caller => ({
  clientId: sub,
  companyId: company_id,
  scopes: scope,
  revocationNumber: revocation_number,
});

const rejected = (reason: string, cause?: unknown): ServiceError =>
  new ServiceError('token_invalid', reason, { cause });

type VerifierSettings = { readonly tokenIssuer: string; readonly lifetimeSeconds: number };

const parseClaims = <Kind extends TokenKind>(kind: Kind, payload: JWTPayload): ClaimsOf<Kind> => {
  const parsed = v.safeParse(claimsOfKind[kind], payload);
  if (!parsed.success) throw rejected('unexpected form of the claims');
  const { iat, exp } = parsed.output;
  // The service never issues a longer lifetime, so such an `exp` is in milliseconds, or is not a time at all.
  if (exp - iat > MAX_LIFETIME_SECONDS) throw rejected('lifetime too long');
  return parsed.output;
};

const makeVerifier = <Kind extends TokenKind>(
  kind: Kind,
  findKey: FindVerificationKey,
  { tokenIssuer, lifetimeSeconds }: VerifierSettings,
  now: () => number,
) => {
  const options = {
    algorithms: [ALGORITHM],
    typ: tokenKinds[kind].typ,
    issuer: tokenIssuer,
    audience: audienceOf(kind, tokenIssuer),
    requiredClaims: ['exp', 'iat', 'jti', 'sub'],
    maxTokenAge: lifetimeSeconds,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  };
  const getKey = async (protectedHeader: object) => {
    if (!v.is(header, protectedHeader)) throw rejected('unexpected form of the header');
    const key = await findKey(protectedHeader.kid);
    if (!key) throw rejected('unknown key');
    return key;
  };
  /** jose has checked everything else when it finds that a token has expired. */
  const explain = (error: errors.JOSEError): ServiceError => {
    if (!(error instanceof errors.JWTExpired)) return rejected(error.code, error);
    const { iat, nbf = iat, exp } = parseClaims(kind, error.payload);
    return Math.max(iat, nbf) < exp
      ? new ServiceError('token_expired', 'the token has expired', { cause: error })
      : rejected('never valid', error);
  };
  return async (token: string) => {
    if (!isCompact(token)) throw rejected('not a token of this service');
    try {
      const { payload } = await jwtVerify(token, getKey, { ...options, currentDate: new Date(now()) });
      return parseClaims(kind, payload);
    } catch (error) {
      throw error instanceof errors.JOSEError ? explain(error) : error;
    }
  };
};

export const makeAccessTokenVerifier = (
  findKey: FindVerificationKey,
  settings: VerifierSettings,
  now: () => number = Date.now,
): VerifyToken<Caller> => {
  const verify = makeVerifier('access', findKey, settings, now);
  return async (token) => toCaller(await verify(token));
};

export const makeRefreshTokenVerifier = (
  findKey: FindVerificationKey,
  settings: VerifierSettings,
  now: () => number = Date.now,
): VerifyToken<RefreshCaller> => {
  const verify = makeVerifier('refresh', findKey, settings, now);
  return async (token) => {
    const claims = await verify(token);
    return { ...toCaller(claims), familyId: claims.family_id, generationNumber: claims.generation };
  };
};
