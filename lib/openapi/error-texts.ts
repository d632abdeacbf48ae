import { oauthErrors, type OAuthErrorCode } from '../../functions/auth/oauth-error.ts';
import { errorTable, type PublicError } from '../../shared/http/response.ts';
import type { ErrorCode } from '../../shared/rules/errors.ts';
import { gatewayResponses } from '../../shared/http/gateway-responses.ts';

export type AnyErrorCode = ErrorCode | OAuthErrorCode;

/** When each error occurs, and what the caller should do. */
const meanings: Readonly<Record<AnyErrorCode, string>> = {
  invalid_body: 'The body is not a JSON object in UTF-8. Fix the request; a retry does not help.',
  invalid_field: 'Fields of the body are missing or malformed: `errors` names each. Fix the request.',
  invalid_idempotency_key: 'The Idempotency-Key is malformed. Fix the request.',
  invalid_credentials:
    'The client is unknown, disabled, or may not call from this IP address, or its secret is wrong or has expired; the response does not say which. Stop, and ask the operator.',
  token_missing: 'No bearer token was sent.',
  token_expired: 'The token has expired. Get new tokens: refresh or, if that fails, log in.',
  token_invalid:
    'The token is revoked or forged, a refresh token was sent in place of an access token or the reverse, or the client is disabled or may not call from this IP address. Get new tokens: refresh or, if that fails, log in.',
  insufficient_scope:
    'The token or its client does not have the scope that the operation needs; WWW-Authenticate names it. Ask the operator. After the client gets the scope, it must refresh or log in to get tokens with it.',
  user_not_found:
    'No user of the client’s company has all the given identifiers. The users of other companies are invisible to it.',
  idempotency_key_reused:
    'The Idempotency-Key belongs to an earlier check-in of this user whose date is more than 15 minutes away. Nothing was checked in. Use a new key for each swipe.',
  body_too_large: 'The body is larger than 16 KiB, or 256 KiB for the batch and sync routes.',
  unsupported_media_type: 'The Content-Type is missing or not JSON, or the body is compressed.',
  internal_error: 'Something went wrong on our side. A retry may succeed. If not, tell the operator the `requestId`.',
  dependency_unavailable:
    'The service’s data is not available at present. Retry after Retry-After with growing, random delays and the same Idempotency-Key. Check-ins that were made stay, and the retry completes the others.',
  invalid_request:
    'The form is malformed: a wrong Content-Type, a missing or repeated parameter, credentials in two places, or a body over 16 KiB. Fix the request.',
  invalid_scope: 'The client does not have a scope that it requested. Request fewer, or ask the operator.',
  unsupported_grant_type: 'Only `client_credentials` is supported. Fix the request.',
  invalid_client:
    'The client is unknown, disabled, or may not call from this IP address, or its secret is wrong, has expired or was not sent; the response does not say which. Stop, and ask the operator.',
  server_error: 'Something went wrong on our side. A retry may succeed. If not, tell the operator the X-Request-Id.',
  temporarily_unavailable:
    'The service’s data is not available at present. Retry after Retry-After with growing, random delays.',
};

const responses: Readonly<Record<AnyErrorCode, PublicError>> = { ...errorTable, ...oauthErrors };

/** Returns the response that reports an error, and when the error occurs. */
export const describeError = (code: AnyErrorCode): PublicError & { readonly meaning: string } => ({
  ...responses[code],
  meaning: meanings[code],
});

/** A response of the gateway itself, and when the gateway sends it. */
export interface DescribedGatewayResponse {
  readonly response: readonly [status: number, message: string];
  readonly when: string;
}

/**
 * The gateway's own responses to any operation. The local service sends no 429, because it does not throttle, and no 503, because it
 * waits for its functions.
 */
export const describedGatewayResponses: readonly DescribedGatewayResponse[] = [
  { response: gatewayResponses.badRequest, when: 'The gateway cannot read the request as HTTP.' },
  { response: gatewayResponses.requestTimeout, when: 'The request did not arrive completely in time. Retry it.' },
  { response: gatewayResponses.tooLarge, when: 'The body is larger than 10 MiB.' },
  {
    response: gatewayResponses.tooManyRequests,
    when: 'Too many requests per second from all clients together. Retry it with growing, random delays; there is no Retry-After.',
  },
  { response: gatewayResponses.headersTooLarge, when: 'The header fields are too large.' },
  {
    response: gatewayResponses.failed,
    when: 'Something went wrong on our side. Retry it later, with the same Idempotency-Key.',
  },
  {
    response: [503, 'Service Unavailable'],
    when: 'The service gave no response in time. Retry it with growing, random delays and the same Idempotency-Key.',
  },
];
