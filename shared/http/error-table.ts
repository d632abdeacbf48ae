import type { Scope } from '../domain/scope.ts';
import type { ErrorCode } from '../domain/service-error.ts';

/** The response that an error becomes. */
export interface PublicError {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Seconds to wait before repeating a request that failed because of DynamoDB, SNS or Secrets Manager. */
const RETRY_AFTER_SECONDS = '1';

/** RFC 6750, section 3: the challenge to a request without a token has no error code. */
const CHALLENGE = 'Bearer realm="checkin"';
/** RFC 6750, section 3.1; also for an expired token. */
const INVALID_TOKEN = { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` };
const INSUFFICIENT_SCOPE = `${CHALLENGE}, error="insufficient_scope"`;

/** RFC 6750, section 3.1: names the scope that the request needs. */
export const challengeFor = (scope: Scope): string => `${INSUFFICIENT_SCOPE}, scope="${scope}"`;

/** Maps every error code to a status and headers. The messages are in shared/messages. */
export const errorTable: Readonly<Record<ErrorCode, PublicError>> = {
  invalid_body: { statusCode: 400 },
  invalid_field: { statusCode: 400 },
  invalid_idempotency_key: { statusCode: 400 },
  invalid_credentials: { statusCode: 401 },
  token_missing: { statusCode: 401, headers: { 'WWW-Authenticate': CHALLENGE } },
  token_expired: { statusCode: 401, headers: INVALID_TOKEN },
  token_invalid: { statusCode: 401, headers: INVALID_TOKEN },
  insufficient_scope: { statusCode: 403, headers: { 'WWW-Authenticate': INSUFFICIENT_SCOPE } },
  user_not_found: { statusCode: 404 },
  idempotency_key_reused: { statusCode: 422 },
  body_too_large: { statusCode: 413 },
  unsupported_media_type: { statusCode: 415 },
  internal_error: { statusCode: 500 },
  dependency_unavailable: { statusCode: 503, headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
};
