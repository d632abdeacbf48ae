import type { ErrorCode } from '../../shared/domain/service-error.ts';

/** When each error is answered, and what the caller is to do. */
export const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  invalid_body: 'The body is no JSON object in UTF-8. Mend the request; repeating it is of no use.',
  invalid_field: 'Fields of the body are missing or malformed: `errors` names each. Mend the request.',
  invalid_idempotency_key: 'The Idempotency-Key is malformed. Mend the request.',
  invalid_credentials:
    'The client is unknown or disabled, or its secret is wrong or has ended: all alike. Stop, and ask the operator.',
  token_missing: 'No bearer token was sent.',
  token_invalid:
    'The token is expired, revoked, forged or of the other kind, or its client is disabled. Get new tokens: by refresh, or else by `POST /auth`.',
  user_not_found:
    'No user of the client’s company has all the given identifiers. A user of another company is the same as none.',
  body_too_large: 'The body is over 16 KiB.',
  unsupported_media_type: 'The Content-Type is missing, or not JSON.',
  internal_error: 'A fault of the service. LogDetails the `requestId` to the operator; a repeat may succeed.',
  dependency_unavailable:
    'The service’s data cannot be reached for now. Repeat after Retry-After with growing, random delays and the same Idempotency-Key: what was done stays done, and the repeat finishes it.',
};
