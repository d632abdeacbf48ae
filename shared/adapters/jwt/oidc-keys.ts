import { createRemoteJWKSet, customFetch, errors, type FetchImplementation, type JWTVerifyGetKey } from 'jose';
import * as v from 'valibot';
import { TokenRefusedError } from '../../domain/console-identity.ts';
import { ServiceError } from '../../domain/service-error.ts';

/** A whole request may take 2.5 s; this is the share of the issuer. */
const FETCH_TIMEOUT_MILLISECONDS = 1_500;
/** How long the keys are cached, and so how long a withdrawn key may stay valid. */
const MAX_AGE_MILLISECONDS = 10 * 60_000;
/** The least time between two fetches for an unknown `kid`, so that forged tokens cannot cause many fetches. */
const REFETCH_COOLDOWN_MILLISECONDS = 30_000;
/** The least time between a fetch that failed and the next. */
const FAILURE_COOLDOWN_MILLISECONDS = 3_000;

/** OpenID Connect Discovery 1.0, section 3: the members that are used. */
const discoveryDocument = v.object({ issuer: v.string(), jwks_uri: v.pipe(v.string(), v.url()) });

/** Wraps `fetch`: for some seconds after a failure it fails immediately with the same error. */
const makeBoundedFetch = (): FetchImplementation => {
  let failure: { readonly error: unknown; readonly until: number } | undefined;
  return async (url, options) => {
    if (failure && Date.now() < failure.until) throw failure.error;
    try {
      const response = await fetch(url, options);
      if (response.status !== 200) throw new Error(`${url} responded ${response.status}`);
      failure = undefined;
      return response;
    } catch (error) {
      failure = { error, until: Date.now() + FAILURE_COOLDOWN_MILLISECONDS };
      throw error;
    }
  };
};

/** @throws Error if the document belongs to another issuer, or leads from https to http. */
const discoverKeysUrl = async (issuer: string, boundedFetch: FetchImplementation): Promise<URL> => {
  const response = await boundedFetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    method: 'GET',
    headers: new Headers({ accept: 'application/json' }),
    redirect: 'manual',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MILLISECONDS),
  });
  const document = v.parse(discoveryDocument, await response.json());
  const url = new URL(document.jwks_uri);
  if (document.issuer !== issuer) throw new Error(`the document of ${issuer} names another issuer`);
  if (url.protocol !== new URL(issuer).protocol) throw new Error(`the keys of ${issuer} are not at ${url.protocol}`);
  return url;
};

/** No key of the issuer matches the token's header: the token is wrong, not the issuer. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported;

/**
 * The keys of an OpenID Connect issuer, found by its discovery document at the first token, cached, and fetched again for an
 * unknown `kid` or after ten minutes. Requests at the same time share one fetch.
 * @returns a function that throws ServiceError `dependency_unavailable` if the issuer cannot be reached, and
 * TokenRefusedError if it has no such key.
 */
export const makeOidcKeys = (issuer: string): JWTVerifyGetKey => {
  const boundedFetch = makeBoundedFetch();
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const connect = async (): Promise<JWTVerifyGetKey> =>
    createRemoteJWKSet(await discoverKeysUrl(issuer, boundedFetch), {
      timeoutDuration: FETCH_TIMEOUT_MILLISECONDS,
      cacheMaxAge: MAX_AGE_MILLISECONDS,
      cooldownDuration: REFETCH_COOLDOWN_MILLISECONDS,
      [customFetch]: boundedFetch,
    });
  const connected = (): Promise<JWTVerifyGetKey> => {
    keys ??= connect().catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
  return async (header, token) => {
    try {
      return await (
        await connected()
      )(header, token);
    } catch (error) {
      if (isAboutToken(error)) throw new TokenRefusedError('token_invalid', 'unknown key', { cause: error });
      throw new ServiceError('dependency_unavailable', 'the keys of the console issuer', { cause: error });
    }
  };
};
