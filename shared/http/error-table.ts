import type { ErrorCode } from '../domain/service-error.ts';

/** What the caller is told of an error: nothing of the inside, and what to mend. */
export interface PublicError {
  readonly statusCode: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Seconds after which a request that found no database may be repeated. */
const RETRY_AFTER_SECONDS = '1';

/** RFC 6750, section 3: a request that brought no token is told no error, only how to authenticate. */
const CHALLENGE = 'Bearer realm="checkin"';

/** The one place that says which status and which words an error becomes. */
export const errorTable: Readonly<Record<ErrorCode, PublicError>> = {
  invalid_body: { statusCode: 400, message: 'The body must be a JSON object in UTF-8.' },
  invalid_field: { statusCode: 400, message: 'The body has fields to mend; see errors.' },
  invalid_idempotency_key: {
    statusCode: 400,
    message: 'The header Idempotency-Key must have 1 to 128 visible ASCII characters.',
  },
  invalid_credentials: {
    statusCode: 401,
    message: 'The clientId or the clientSecret is wrong, or the client may not log in.',
  },
  token_missing: {
    statusCode: 401,
    message: 'Send a token in the header Authorization: Bearer <token>.',
    headers: { 'WWW-Authenticate': CHALLENGE },
  },
  token_invalid: {
    statusCode: 401,
    message: 'The token is not valid here, or not any more. Get a new one.',
    headers: { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` },
  },
  user_not_found: { statusCode: 404, message: 'No user of the company has all the given identifiers.' },
  body_too_large: { statusCode: 413, message: 'The body must not be larger than 16 KiB.' },
  unsupported_media_type: { statusCode: 415, message: 'Send the body as Content-Type: application/json.' },
  internal_error: { statusCode: 500, message: 'The service failed. The fault is on its side.' },
  database_unavailable: {
    statusCode: 503,
    message:
      'The service is busy or cut off from its data. Repeat the request, with the same Idempotency-Key if it has one.',
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  },
};
