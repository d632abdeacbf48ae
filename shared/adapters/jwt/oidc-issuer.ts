import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import * as v from 'valibot';
import type { ConsoleIdentity, FindVerifiedEmail } from '../../domain/console-identity.ts';
import { ServiceError } from '../../domain/service-error.ts';
import { rememberSuccess } from '../remember-success.ts';
import { fields } from '../../rules/fields.ts';
import { readValue } from '../../rules/read-value.ts';

/**
 * The time limit of one call to the issuer. A request makes at most three in turn, and the console waits 25 s for a response. Tests
 * change it.
 */
export const issuerCalls = { timeoutMilliseconds: 5_000 };
const FAILURE_COOLDOWN_MILLISECONDS = 3_000;

const requireOk = (response: Response): Response => {
  if (response.status !== 200) throw new Error(`${response.url} responded ${response.status}`);
  return response;
};

/** Returns a `fetch` that fails at once for some seconds after a failure, so that not every request waits for a hanging issuer. */
const makeFetchWithCooldown = (): typeof fetch => {
  let failure: { readonly error: unknown; readonly until: number } | undefined;
  return async (...request) => {
    if (failure && Date.now() < failure.until) throw failure.error;
    try {
      return requireOk(await fetch(...request));
    } catch (error) {
      failure = { error, until: Date.now() + FAILURE_COOLDOWN_MILLISECONDS };
      throw error;
    }
  };
};

/** Follows no redirect, which could lead to another server. */
const ask = (send: typeof fetch, address: string | URL, headers: Readonly<Record<string, string>> = {}) =>
  send(address, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(issuerCalls.timeoutMilliseconds),
  });

/** OpenID Connect Discovery 1.0, section 3. @throws Error if the document has an address whose scheme is not the issuer's */
const discover = async (issuer: string, send: typeof fetch) => {
  const { protocol } = new URL(issuer);
  const address = v.pipe(
    v.string(),
    v.url(),
    v.transform((url) => new URL(url)),
    v.check((url) => url.protocol === protocol),
  );
  const document = v.object({ issuer: v.literal(issuer), jwks_uri: address, userinfo_endpoint: v.optional(address) });
  const response = await ask(send, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  return v.parse(document, await response.json());
};

/** How long a withdrawn key can stay valid. */
const MAX_AGE_MILLISECONDS = 10 * 60_000;
/** The minimum time between two fetches for an unknown `kid`, so that forged tokens cannot cause many fetches. */
const REFETCH_COOLDOWN_MILLISECONDS = 30_000;

/** Whether the token is at fault, not the issuer. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported;

/**
 * Caches the keys of an OpenID Connect issuer, and fetches them again for an unknown `kid` or after ten minutes. Concurrent
 * requests share one fetch.
 * @returns a function that finds a token's key. It throws ServiceError `token_invalid` if the issuer has no such key, and
 * `dependency_unavailable` if the keys cannot be fetched.
 */
export const makeOidcKeys = (issuer: string): JWTVerifyGetKey => {
  const fetchWithCooldown = makeFetchWithCooldown();
  const connect = rememberSuccess(async () =>
    createRemoteJWKSet((await discover(issuer, fetchWithCooldown)).jwks_uri, {
      timeoutDuration: issuerCalls.timeoutMilliseconds,
      cacheMaxAge: MAX_AGE_MILLISECONDS,
      cooldownDuration: REFETCH_COOLDOWN_MILLISECONDS,
      [customFetch]: fetchWithCooldown,
    }),
  );
  return async (header, token) => {
    try {
      const findKey = await connect();
      return await findKey(header, token);
    } catch (error) {
      if (isAboutToken(error)) throw new ServiceError('token_invalid', 'unknown key', { cause: error });
      throw new ServiceError('dependency_unavailable', 'the keys of the console issuer', { cause: error });
    }
  };
};

/** OpenID Connect Core 1.0, section 5.3.2. Cognito sends `email_verified` as a string. */
const userinfo = v.object({
  sub: v.string(),
  email: v.optional(v.string()),
  email_verified: v.optional(v.union([v.boolean(), v.picklist(['true', 'false'])])),
});

const verifiedEmail = (claims: v.InferOutput<typeof userinfo>): string | undefined => {
  const { email, email_verified } = claims;
  const isVerified = email_verified === true || email_verified === 'true';
  const address = readValue(fields.email, email);
  return isVerified && 'value' in address ? address.value : undefined;
};

/**
 * Asks the issuer each time, because an address can change after a token was issued.
 * @returns a function that resolves to undefined if the issuer has no userinfo endpoint, rejects the token, responds for another
 * subject, or has not verified an address
 * @throws ServiceError `dependency_unavailable`
 */
export const makeFindVerifiedEmail = (issuer: string): FindVerifiedEmail => {
  const fetchWithCooldown = makeFetchWithCooldown();
  const findEndpoints = rememberSuccess(() => discover(issuer, fetchWithCooldown));
  const findEmail = async (token: string, { subject }: ConsoleIdentity): Promise<string | undefined> => {
    const { userinfo_endpoint: url } = await findEndpoints();
    if (!url) return undefined;
    // Not `fetchWithCooldown`: the issuer's refusal of one token must not make the requests of others fail.
    const response = await ask(fetch, url, { authorization: `Bearer ${token}` });
    if (response.status === 401 || response.status === 403) return undefined;
    const claims = v.parse(userinfo, await requireOk(response).json());
    // The claims may only be used if they are about the person of the token (section 5.3.2). Okta's access tokens have the login
    // name as `sub` by default, and its userinfo the id of the user.
    return claims.sub === subject ? verifiedEmail(claims) : undefined;
  };
  return async (token, identity) => {
    try {
      return await findEmail(token, identity);
    } catch (error) {
      throw new ServiceError('dependency_unavailable', 'the userinfo of the console issuer', { cause: error });
    }
  };
};
