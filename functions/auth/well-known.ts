import type { PublicKey } from '../../shared/domain/public-key.ts';
import { readHeader, type ApiRequest } from '../../shared/http/api-request.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { routes } from '../../shared/routes.ts';
import { scopes } from '../../shared/rules/api-clients.ts';
import type { KeySetResponse, OAuthMetadataResponse } from './response.ts';
import { CLIENT_CREDENTIALS } from './token.ts';

/** Shorter than the 90 seconds between a key's publication and its first use, so a cached response has every key in use. */
const MAX_AGE_SECONDS = 60;

const cached = (body: KeySetResponse | OAuthMetadataResponse): HttpResponse => ({
  statusCode: 200,
  body,
  headers: { 'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}` },
});

/** A public key (RFC 7517, section 4; RFC 8037, section 2). */
const toJwk = ({ kid, x }: PublicKey): KeySetResponse['keys'][number] => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x,
  kid,
  use: 'sig',
  alg: 'EdDSA',
});

/** GET /.well-known/jwks.json: returns the public keys of access tokens (RFC 7517, section 5). */
export const showKeys = async (keys: { verifyingKeys(): Promise<readonly PublicKey[]> }): Promise<HttpResponse> =>
  cached({ keys: (await keys.verifyingKeys()).map(toJwk) });

/**
 * Returns the origin that the request was sent to, from two headers that API Gateway sets. It can differ from the token issuer,
 * because a deployment can keep the issuer of an earlier deployment.
 */
const originOf = (request: ApiRequest): string =>
  `${readHeader(request, 'x-forwarded-proto') ?? 'https'}://${readHeader(request, 'host') ?? request.requestContext.domainName}`;

/** GET /.well-known/oauth-authorization-server: returns the metadata for OAuth 2.0 clients (RFC 8414, section 2). */
export const showMetadata = async (
  request: ApiRequest,
  { tokenIssuer }: { readonly tokenIssuer: string },
): Promise<HttpResponse> => {
  const origin = originOf(request);
  return cached({
    issuer: tokenIssuer,
    token_endpoint: origin + routes.oauthToken.path,
    jwks_uri: origin + routes.jwks.path,
    scopes_supported: [...scopes],
    // Required by the RFC, although there is no authorization endpoint.
    response_types_supported: [],
    grant_types_supported: [CLIENT_CREDENTIALS],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  });
};
