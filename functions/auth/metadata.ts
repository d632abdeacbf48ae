import { readHeader, type ApiRequest } from '../../shared/http/api-request.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { routes } from '../../shared/routes.ts';
import { scopes } from '../../shared/rules/api-clients.ts';
import { CLIENT_CREDENTIALS } from './token-request.ts';

const MAX_AGE_SECONDS = 60;

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
  return {
    statusCode: 200,
    body: {
      issuer: tokenIssuer,
      token_endpoint: origin + routes.oauthToken.path,
      jwks_uri: origin + routes.jwks.path,
      scopes_supported: scopes,
      // Required by the RFC, although there is no authorization endpoint.
      response_types_supported: [],
      grant_types_supported: [CLIENT_CREDENTIALS],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    },
    headers: { 'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}` },
  };
};
