import * as v from 'valibot';
import { wholeNumber, described, list, oneOf, text } from '../../shared/http/operation.ts';
import { oauthErrors, type OAuthErrorCode } from './oauth-error.ts';

const token = (description: string) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(2048), v.description(description));

const expiration = (tokenName: string) =>
  v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(0),
    v.description(
      `The time at which the ${tokenName} token expires, in milliseconds since 1970-01-01T00:00:00Z. The service may accept it for 5 s longer, because clocks differ; do not rely on that. A whole second: the token’s own \`exp\` × 1000.`,
    ),
  );

const tokenSet = described('Tokens for an API client. It replaces the previous set completely.', {
  accessToken: token(
    'For the operations that need an access token. A signed JWT. Send it unchanged, and do not read it.',
  ),
  accessTokenExpiration: expiration('access'),
  refreshToken: token('For `GET /auth/refresh-token`, once. A signed JWT. Send it unchanged, and do not read it.'),
  refreshTokenExpiration: expiration('refresh'),
});
export type TokenSetResponse = v.InferOutput<typeof tokenSet>;

const oauthToken = described('An access token (RFC 6749, section 5.1). There is no refresh token (section 4.4.3).', {
  access_token: token(
    'For the operations that need an access token. A signed JWT. Send it unchanged, and do not read it.',
  ),
  token_type: oneOf(['Bearer'], 'Send the token as `Authorization: Bearer` (RFC 6750).'),
  expires_in: wholeNumber('The lifetime of the token, in seconds.'),
  scope: text('The scopes of the token, separated by spaces.'),
});
export type OAuthTokenResponse = v.InferOutput<typeof oauthToken>;

const oauthMetadata = described('Metadata of an authorization server (RFC 8414, section 2).', {
  issuer: text('The `iss` of the tokens.'),
  token_endpoint: text('The URL of `POST /oauth2/token`.'),
  jwks_uri: text('The URL of the public keys of access tokens.'),
  scopes_supported: list(v.string(), 'The scopes that a client can have.'),
  response_types_supported: list(v.string(), 'Empty: there is no authorization endpoint.'),
  grant_types_supported: list(v.string(), 'Only `client_credentials`.'),
  token_endpoint_auth_methods_supported: list(
    v.string(),
    'How a client sends its credentials: by HTTP Basic, or in the form.',
  ),
});
export type OAuthMetadataResponse = v.InferOutput<typeof oauthMetadata>;

const oauthError = described('An error (RFC 6749, section 5.2). The gateway sends `message` only.', {
  error: v.optional(oneOf(Object.keys(oauthErrors) as OAuthErrorCode[], 'For programs: the name of the error.')),
  error_description: v.optional(text('For the developer of the client, in English.')),
  message: v.optional(text('From the gateway only.')),
});

const publicKey = described('An Ed25519 public key (RFC 8037, section 2).', {
  kty: oneOf(['OKP'], 'The type of the key.'),
  crv: oneOf(['Ed25519'], 'The curve of the key.'),
  x: v.pipe(v.string(), v.regex(/^[\w-]{43}$/), v.description('The key: 32 bytes in base64url.')),
  kid: text('The `kid` in the header of the tokens that it verifies.'),
  use: oneOf(['sig'], 'The key verifies signatures.'),
  alg: oneOf(['EdDSA'], 'The only `alg` of tokens that it verifies.'),
});

const keySet = described('A JWK Set (RFC 7517, section 5).', {
  keys: list(publicKey, 'The keys that verify access tokens now.'),
});
export type KeySetResponse = v.InferOutput<typeof keySet>;

export const responses = {
  TokenSet: tokenSet,
  OAuthToken: oauthToken,
  OAuthMetadata: oauthMetadata,
  OAuthError: oauthError,
  KeySet: keySet,
  PublicKey: publicKey,
};
