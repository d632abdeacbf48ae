import type { FetchImplementation } from 'jose';
import * as v from 'valibot';

/** The timeout of one call to the issuer. A whole request may take 2.5 s. */
export const FETCH_TIMEOUT_MILLISECONDS = 1_500;
const FAILURE_COOLDOWN_MILLISECONDS = 3_000;

const url = v.pipe(v.string(), v.url());

/** OpenID Connect Discovery 1.0, section 3. */
const discoveryDocument = v.object({ issuer: v.string(), jwks_uri: url, userinfo_endpoint: v.optional(url) });

interface IssuerEndpoints {
  readonly keys: URL;
  readonly userinfo?: URL;
}

/** Returns a `fetch` that fails at once, with the same error, for some seconds after a failure. */
export const makeBoundedFetch = (): FetchImplementation => {
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
export const discover = async (issuer: string, boundedFetch: FetchImplementation): Promise<IssuerEndpoints> => {
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
