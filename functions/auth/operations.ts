import * as v from 'valibot';
import { optionalField } from '../../shared/http/field.ts';
import { describedFields, type Operation, type RequestSchemas } from '../../shared/http/operation.ts';
import { fields } from '../../shared/rules/fields.ts';
import { credentials } from './log-in.ts';
import { CLIENT_CREDENTIALS, FORM_MEDIA_TYPE, type FormParameter } from './token.ts';

export const requests = {
  Credentials: describedFields({
    description: 'The credentials of an API client, from the operator of the service.',
    schema: credentials,
    texts: {
      clientId: { description: 'Public name of the API client. It never changes.', examples: ['ckc_demo'] },
      clientSecret: {
        description:
          'Secret of the API client, shown once when it was created. Two can be valid at the same time, while one replaces the other.',
        examples: ['cks_shown-once-when-it-was-made'],
      },
    },
  }),
  TokenRequest: describedFields({
    description: 'The client credentials grant (RFC 6749, section 4.4.2). Other parameters are ignored.',
    // The function reads the form by itself, because its errors are those of OAuth 2.0.
    schema: v.object({
      grant_type: v.picklist([CLIENT_CREDENTIALS]),
      scope: v.nullish(v.string()),
      client_id: optionalField(fields.clientId),
      client_secret: optionalField(fields.clientSecret),
    } satisfies Record<FormParameter, v.GenericSchema>),
    texts: {
      grant_type: 'The only grant.',
      scope: {
        description:
          'Scopes of the client, separated by spaces. By default, all of them. A token can do no more than its scopes.',
        examples: ['checkin'],
      },
      client_id: 'If the credentials are not sent by HTTP Basic.',
      client_secret: 'If the credentials are not sent by HTTP Basic. Do not send both.',
    },
  }),
} satisfies RequestSchemas;

export const operations = {
  auth: {
    summary: 'Log in',
    description:
      'Exchanges the credentials of an API client for a first token set. Log in if you have no token set, or if a refresh was rejected; otherwise refresh. Each log-in starts a new family of tokens and does not affect the others.',
    requestBody: 'Credentials',
    parameters: ['AcceptLanguage'],
    success: { statusCode: 201, description: 'The token set.', schema: 'TokenSet' },
    errors: ['invalid_credentials'],
    hasCacheControl: true,
  },
  oauthToken: {
    summary: 'Log in with OAuth 2.0',
    description:
      'The client credentials grant (RFC 6749, section 4.4), for software that supports OAuth 2.0: it needs the address of `GET /.well-known/oauth-authorization-server` or of this operation, the client id and the secret, and no code for this service. The credentials are those of `POST /auth`, with the same limits. There is no refresh token: when the token has expired, ask for another.',
    requestBody: 'TokenRequest',
    bodyType: FORM_MEDIA_TYPE,
    security: 'clientSecret',
    success: { description: 'The access token.', schema: 'OAuthToken' },
    errorSchema: 'OAuthError',
    hasCacheControl: true,
  },
  oauthMetadata: {
    summary: 'OAuth 2.0 metadata',
    description:
      'Where and how to get a token (RFC 8414). The `issuer` is the `iss` of the tokens and, unless the deployment keeps that of an earlier address, the address of the service.',
    success: { description: 'The metadata.', schema: 'OAuthMetadata' },
    hasCacheControl: true,
  },
  jwks: {
    summary: 'Public keys',
    description:
      'The public keys of access tokens, as a JWK Set (RFC 7517). A client does not need them: it sends its tokens unchanged. They are for other software of yours that wants to verify an access token by itself. Such software cannot see that a client was disabled or its tokens were revoked. A new key is listed 90 seconds before it signs, and an old one until its last token has expired.',
    success: { description: 'The keys.', schema: 'KeySet' },
    hasCacheControl: true,
  },
} satisfies Record<string, Operation>;
