import type { ErrorCode } from '../domain/service-error.ts';

/** How an error is answered. */
export interface PublicError {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Seconds after which a request that found no database may be repeated. */
const RETRY_AFTER_SECONDS = '1';

/** RFC 6750, section 3: a request that brought no token is told no error, only how to authenticate. */
const CHALLENGE = 'Bearer realm="checkin"';

/** The one place that says which status and which headers an error becomes; its words are in shared/messages. */
export const errorTable: Readonly<Record<ErrorCode, PublicError>> = {
  invalid_body: { statusCode: 400 },
  invalid_field: { statusCode: 400 },
  invalid_idempotency_key: { statusCode: 400 },
  invalid_credentials: { statusCode: 401 },
  token_missing: { statusCode: 401, headers: { 'WWW-Authenticate': CHALLENGE } },
  token_invalid: { statusCode: 401, headers: { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` } },
  user_not_found: { statusCode: 404 },
  body_too_large: { statusCode: 413 },
  unsupported_media_type: { statusCode: 415 },
  internal_error: { statusCode: 500 },
  dependency_unavailable: { statusCode: 503, headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
};
