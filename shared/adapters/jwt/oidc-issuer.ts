import { createRemoteJWKSet, customFetch, errors, type FetchImplementation, type JWTVerifyGetKey } from 'jose';
import * as v from 'valibot';
import type { ConsoleIdentity, FindVerifiedEmail } from '../../domain/console-identity.ts';
import { ServiceError } from '../../domain/service-error.ts';
import { rememberSuccess } from '../remember-success.ts';
import { fields } from '../../rules/fields.ts';
import { findProblem } from '../../rules/find-problem.ts';
import { foldEmail } from '../../rules/fold-email.ts';

/** The timeout of one call to the issuer. A whole request may take 2.5 s. */
const FETCH_TIMEOUT_MILLISECONDS = 1_500;
const FAILURE_COOLDOWN_MILLISECONDS = 3_000;

const urlText = v.pipe(v.string(), v.url());

/** OpenID Connect Discovery 1.0, section 3. */
const discoveryDocument = v.object({ issuer: v.string(), jwks_uri: urlText, userinfo_endpoint: v.optional(urlText) });

interface IssuerEndpoints {
  readonly keys: URL;
  readonly userinfo?: URL;
}

/** Returns a `fetch` that fails at once, with the same error, for some seconds after a failure. */
const makeBoundedFetch = (): FetchImplementation => {
  let failure: { readonly error: unknown; readonly until: number } | undefined;
  return async (target, options) => {
    if (failure && Date.now() < failure.until) throw failure.error;
    try {
      const response = await fetch(target, options);
      if (response.status !== 200) throw new Error(`${target} responded ${response.status}`);
      failure = undefined;
      return response;
    } catch (error) {
      failure = { error, until: Date.now() + FAILURE_COOLDOWN_MILLISECONDS };
      throw error;
    }
  };
};

/** @throws Error if the document names another issuer, or an address whose scheme is not the issuer's, such as http */
const discover = async (issuer: string, boundedFetch: FetchImplementation): Promise<IssuerEndpoints> => {
  const response = await boundedFetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    method: 'GET',
    headers: new Headers({ accept: 'application/json' }),
    redirect: 'manual',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MILLISECONDS),
  });
  const document = v.parse(discoveryDocument, await response.json());
  if (document.issuer !== issuer) throw new Error(`the document of ${issuer} names another issuer`);
  const endpoint = (name: string, address: string): URL => {
    const found = new URL(address);
    if (found.protocol !== new URL(issuer).protocol)
      throw new Error(`the ${name} of ${issuer} does not begin with ${new URL(issuer).protocol}`);
    return found;
  };
  const { jwks_uri, userinfo_endpoint } = document;
  return {
    keys: endpoint('jwks_uri', jwks_uri),
    ...(userinfo_endpoint !== undefined && { userinfo: endpoint('userinfo_endpoint', userinfo_endpoint) }),
  };
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
  const boundedFetch = makeBoundedFetch();
  const connect = rememberSuccess(async () =>
    createRemoteJWKSet((await discover(issuer, boundedFetch)).keys, {
      timeoutDuration: FETCH_TIMEOUT_MILLISECONDS,
      cacheMaxAge: MAX_AGE_MILLISECONDS,
      cooldownDuration: REFETCH_COOLDOWN_MILLISECONDS,
      [customFetch]: boundedFetch,
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
  return isVerified && findProblem(fields.email, email) === undefined ? foldEmail(email as string) : undefined;
};

/**
 * Asks the issuer each time, because an address can change after a token was issued.
 * @returns a function that resolves to undefined if the issuer has no userinfo endpoint, rejects the token, or has not verified
 * an address
 * @throws ServiceError `dependency_unavailable`
 */
export const makeFindVerifiedEmail = (issuer: string): FindVerifiedEmail => {
  const boundedFetch = makeBoundedFetch();
  const findEndpoints = rememberSuccess(() => discover(issuer, boundedFetch));
  const ask = async (token: string, { subject }: ConsoleIdentity): Promise<string | undefined> => {
    const { userinfo: url } = await findEndpoints();
    if (!url) return undefined;
    const response = await fetch(url, {
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MILLISECONDS),
    });
    if (response.status === 401 || response.status === 403) return undefined;
    if (response.status !== 200) throw new Error(`${url.href} responded ${response.status}`);
    const claims = v.parse(userinfo, await response.json());
    // The claims may only be used if they are about the person of the token (section 5.3.2).
    if (claims.sub !== subject) throw new Error(`${url.href} responded with another subject`);
    return verifiedEmail(claims);
  };
  return async (token, identity) => {
    try {
      return await ask(token, identity);
    } catch (error) {
      throw new ServiceError('dependency_unavailable', 'the userinfo of the console issuer', { cause: error });
    }
  };
};
