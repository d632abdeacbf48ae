import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { TokenRejectedError } from '../../domain/console-identity.ts';
import { ServiceError } from '../../domain/service-error.ts';
import { rememberSuccess } from '../remember-success.ts';
import { FETCH_TIMEOUT_MILLISECONDS, makeBoundedFetch, discover } from './oidc-discovery.ts';

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
 * @returns a function that finds a token's key. It throws TokenRejectedError if the issuer has no such key, and ServiceError
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
      if (isAboutToken(error)) throw new TokenRejectedError('token_invalid', 'unknown key', { cause: error });
      throw new ServiceError('dependency_unavailable', 'the keys of the console issuer', { cause: error });
    }
  };
};
