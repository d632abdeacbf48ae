import { errors, jwtVerify, type JWTHeaderParameters, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import * as v from 'valibot';
import type { VerifyConsoleToken } from '../../domain/console-identity.ts';
import { CLOCK_TOLERANCE_SECONDS } from '../../domain/instant.ts';
import { ServiceError } from '../../domain/service-error.ts';

/** The algorithm of Cognito, Keycloak, Entra ID, Auth0 and oidc-provider. No other is accepted (RFC 8725, section 3.1). */
const ALGORITHM = 'RS256';
/** API Gateway limits all headers together to 10,240 bytes. */
const MAX_TOKEN_LENGTH = 8_192;

/** Header parameters that contain or locate a key (RFC 7515, section 4.1). Rejected, because keys come only from the issuer. */
const KEY_PARAMETERS = ['jwk', 'jku', 'x5u', 'x5c'];

/** The types of RFC 9068, section 2.1, and of issuers that do not follow it. Cognito omits `typ`. */
const ACCESS_TOKEN_TYPES = new Set(['at+jwt', 'application/at+jwt', 'jwt']);

/** Claims that only ID tokens have (OpenID Connect Core 1.0, section 3.3.2.11). */
const ID_TOKEN_CLAIMS = ['at_hash', 'c_hash', 's_hash'];

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(255));

const claims = v.object({
  iss: v.string(),
  sub: text,
  aud: v.optional(v.union([v.string(), v.array(v.string())])),
  /** Cognito names the client here, and omits `aud`. */
  client_id: v.optional(v.string()),
  scope: v.optional(v.string(), ''),
  /** The scopes of Entra ID (separated by spaces) and Okta (a list), which have no `scope`. */
  scp: v.optional(v.union([v.string(), v.array(v.string())]), []),
  /** Cognito: `access` or `id`. */
  token_use: v.optional(v.literal('access')),
  /** Keycloak: `Bearer` for an access token; otherwise `ID`, `Refresh`, … */
  typ: v.optional(v.literal('Bearer')),
});
type Claims = v.InferOutput<typeof claims>;

const rejected = (reason: string, cause?: unknown): ServiceError =>
  new ServiceError('token_invalid', reason, { cause });

const assertPlainHeader = (header: JWTHeaderParameters): void => {
  const { typ, kid } = header;
  if (kid === undefined) throw rejected('no kid');
  if (typ !== undefined && !ACCESS_TOKEN_TYPES.has(typ.toLowerCase())) throw rejected('typ of another token kind');
  if (KEY_PARAMETERS.some((name) => name in header)) throw rejected('header with a key');
};

const parseClaims = (payload: JWTPayload): Claims => {
  if (ID_TOKEN_CLAIMS.some((name) => name in payload)) throw rejected('an ID token');
  const parsed = v.safeParse(claims, payload);
  if (!parsed.success) throw rejected('unexpected form of the claims');
  return parsed.output;
};

interface Expectations {
  readonly issuer: string;
  /** The expected `aud` or, for Cognito, `client_id`. */
  readonly audience: string;
  readonly scope: string;
}

/** As in API Gateway's JWT authorizer: `client_id` counts only if there is no `aud`. */
const matchesAudience = (audience: string, { aud, client_id }: Claims): boolean =>
  aud === undefined ? client_id === audience : [aud].flat().includes(audience);

const checkClaims = (payload: JWTPayload, { audience, scope }: Expectations): Claims => {
  const checked = parseClaims(payload);
  if (!matchesAudience(audience, checked)) throw rejected('another audience');
  // RFC 6749, section 3.3.
  const granted = [checked.scope, checked.scp].flat().flatMap((each) => each.split(' '));
  if (!granted.includes(scope)) throw new ServiceError('insufficient_scope', 'without the scope');
  return checked;
};

const toRejection = (error: errors.JOSEError, expectations: Expectations): ServiceError => {
  if (!(error instanceof errors.JWTExpired)) return rejected(error.code, error);
  // The signature has already been verified. `token_expired` is returned only if everything else is valid.
  checkClaims(error.payload, expectations);
  return new ServiceError('token_expired', 'expired', { cause: error });
};

/**
 * Verifies access tokens of an OpenID Connect issuer.
 * @throws ServiceError as for {@link VerifyConsoleToken}; `dependency_unavailable` if the issuer's keys cannot be fetched
 */
export const makeOidcTokenVerifier = (keys: JWTVerifyGetKey, expectations: Expectations): VerifyConsoleToken => {
  const findKey: JWTVerifyGetKey = (protectedHeader, token) => {
    assertPlainHeader(protectedHeader);
    return keys(protectedHeader, token);
  };
  return async (token) => {
    if (token.length > MAX_TOKEN_LENGTH) throw rejected('too long');
    try {
      const { payload } = await jwtVerify(token, findKey, {
        algorithms: [ALGORITHM],
        issuer: expectations.issuer,
        requiredClaims: ['exp', 'iat', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      const { iss, sub } = checkClaims(payload, expectations);
      return { issuer: iss, subject: sub };
    } catch (error) {
      throw error instanceof errors.JOSEError ? toRejection(error, expectations) : error;
    }
  };
};
