import type { ErrorCode } from '../../shared/domain/service-error.ts';

/** When each error occurs, and what the caller is to do. */
export const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  invalid_body: 'The body is no JSON object in UTF-8. Fix the request; repeating it does not help.',
  invalid_field: 'Fields of the body are missing or malformed: `errors` names each. Fix the request.',
  invalid_idempotency_key: 'The Idempotency-Key is malformed. Fix the request.',
  invalid_credentials:
    'The client is unknown or disabled, or its secret is wrong or has ended: all alike. Stop, and ask the operator.',
  token_missing: 'No bearer token was sent.',
  token_expired: 'The token has expired. Get new tokens: by refresh, or else by `POST /auth`.',
  token_invalid:
    'The token is revoked, forged or of the other kind, or its client is disabled. Get new tokens: by refresh, or else by `POST /auth`.',
  insufficient_scope:
    'The token or its client does not have the scope that the operation needs; WWW-Authenticate names it. Ask the operator. A scope that the client gets later is in the tokens of its next refresh or log-in.',
  user_not_found:
    'No user of the client’s company has all the given identifiers. A user of another company is the same as none.',
  body_too_large: 'The body is over 16 KiB.',
  unsupported_media_type: 'The Content-Type is missing, or not JSON.',
  internal_error: 'The service failed. Tell the operator the `requestId`; a repeat may succeed.',
  dependency_unavailable:
    'The service’s data cannot be reached for now. Repeat after Retry-After with growing, random delays and the same Idempotency-Key: what was done stays done, and the repeat finishes it.',
};
