import { ServiceError } from '../../shared/domain/service-error.ts';
import { errorTable, type HttpResponse } from '../../shared/http/response.ts';
import type { ErrorCode } from '../../shared/rules/errors.ts';

/** RFC 7617, section 2.1. */
const BASIC_CHALLENGE = 'Basic realm="checkin", charset="UTF-8"';

/** Error codes of RFC 6749, section 5.2, which has none for server errors. The last two are therefore from section 4.1.2.1. */
export const oauthErrors = {
  invalid_request: { statusCode: 400 },
  invalid_scope: { statusCode: 400 },
  unsupported_grant_type: { statusCode: 400 },
  // RFC 9110, section 15.5.2: every 401 has a challenge.
  invalid_client: { statusCode: 401, headers: { 'WWW-Authenticate': BASIC_CHALLENGE } },
  server_error: errorTable.internal_error,
  temporarily_unavailable: errorTable.dependency_unavailable,
} as const;

export type OAuthErrorCode = keyof typeof oauthErrors;

/** An error for the caller's developer. `message` is printable ASCII, with no quotation marks or backslashes. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const byServiceErrorCode: Readonly<Partial<Record<ErrorCode, OAuthError>>> = {
  invalid_credentials: new OAuthError(
    'invalid_client',
    'The client_id or the client_secret is wrong, or the client may not log in.',
  ),
  body_too_large: new OAuthError('invalid_request', 'The form is larger than 16 KiB.'),
  unsupported_media_type: new OAuthError('invalid_request', 'The form must not be compressed.'),
  invalid_body: new OAuthError('invalid_request', 'The form is not UTF-8.'),
  dependency_unavailable: new OAuthError('temporarily_unavailable', 'Try again after Retry-After.'),
};

const toOAuthError = (error: unknown): OAuthError => {
  if (error instanceof OAuthError) return error;
  const known = error instanceof ServiceError ? byServiceErrorCode[error.code] : undefined;
  return known ?? new OAuthError('server_error', 'Something went wrong on our side.');
};

/** The response to a failed request, in the form of RFC 6749, section 5.2. */
export const toOAuthErrorResponse = (error: unknown): HttpResponse => {
  const { code, message } = toOAuthError(error);
  return { ...oauthErrors[code], body: { error: code, error_description: message } };
};
