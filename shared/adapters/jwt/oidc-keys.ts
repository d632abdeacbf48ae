import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { TokenRejectedError } from '../../domain/console-identity.ts';
import { ServiceError } from '../../domain/service-error.ts';
import { rememberSuccess } from '../remember-success.ts';
import { FETCH_TIMEOUT_MILLISECONDS, makeBoundedFetch, discover } from './oidc-discovery.ts';

/** How long the keys are cached, and so how long a withdrawn key may stay valid. */
const MAX_AGE_MILLISECONDS = 10 * 60_000;
/** The minimum time between two fetches for an unknown `kid`, so that forged tokens cannot cause many fetches. */
const REFETCH_COOLDOWN_MILLISECONDS = 30_000;

/** No key of the issuer matches the token's header: the token is wrong, not the issuer. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported;

/**
 * The keys of an OpenID Connect issuer, found by its discovery document at the first token, cached, and fetched again for an
 * unknown `kid` or after ten minutes. Requests at the same time share one fetch.
 * @returns a function that throws ServiceError `dependency_unavailable` if the issuer cannot be reached, and
 * TokenRejectedError if it has no such key.
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
