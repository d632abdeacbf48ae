import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Scope } from '../rules/api-clients.ts';
import { gateErrors, type ErrorCode } from '../rules/errors.ts';
import { ServiceError, type FieldError } from '../domain/service-error.ts';
import { describeProblem, type Language } from '../messages/messages.ts';
import type { ErrorResponse } from './operation.ts';

export interface PublicError {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sent after a failure of DynamoDB, SNS or Secrets Manager. */
const RETRY_AFTER_SECONDS = '1';

/** The headers of errors (RFC 6750, sections 3 and 3.1): a request without a token gets a challenge without an error code. */
export const headersByCode = (realm: string, scope?: string) => {
  const challenge = `Bearer realm="${realm}"`;
  const invalidToken = { 'WWW-Authenticate': `${challenge}, error="invalid_token"` };
  const scopeNeeded = scope === undefined ? '' : `, scope="${scope}"`;
  return {
    token_missing: { 'WWW-Authenticate': challenge },
    token_expired: invalidToken,
    token_invalid: invalidToken,
    insufficient_scope: { 'WWW-Authenticate': `${challenge}, error="insufficient_scope"${scopeNeeded}` },
    dependency_unavailable: { 'Retry-After': RETRY_AFTER_SECONDS },
  };
};

const REALM = 'checkin';

/** The value of WWW-Authenticate for a token without the scope. */
export const challengeFor = (scope: Scope): string =>
  headersByCode(REALM, scope).insufficient_scope['WWW-Authenticate'];

const headersOf: Readonly<Partial<Record<ErrorCode, PublicError['headers']>>> = headersByCode(REALM);

/** The status and headers of each error. */
export const errorTable = Object.fromEntries(
  Object.entries(gateErrors).map(([code, statusCode]) => {
    const headers = headersOf[code as ErrorCode];
    return [code, { statusCode, ...(headers && { headers }) }];
  }),
) as Readonly<Record<ErrorCode, PublicError>>;

export interface HttpResponse {
  readonly statusCode: number;
  /** If absent, the response has no content, as with status 204. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const toServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError ? error : new ServiceError('internal_error', 'see cause', { cause: error });

/** See RFC 9110, section 8.5. No Vary header is needed: caches store neither responses to a POST nor those with `no-store`. */
export const inLanguage = ({ tag }: Language): Readonly<Record<string, string>> => ({ 'Content-Language': tag });

/** Formats an error in the form that both APIs have. */
export const formatError = (
  error: Omit<ErrorResponse, 'errors'>,
  fieldErrors: readonly FieldError[],
  language: Language,
  headers: HttpResponse['headers'],
): HttpResponse & { readonly body: ErrorResponse } => {
  const errors = fieldErrors.map(({ field, fault }) => ({ field, message: describeProblem(field, fault, language) }));
  const body = { ...error, ...(errors.length > 0 && { errors }) };
  return { statusCode: error.statusCode, body, headers: { ...inLanguage(language), ...headers } };
};

/** An error that is not a {@link ServiceError} becomes `internal_error`. */
export const toErrorResponse = (error: unknown, requestId: string, language: Language) => {
  const { code, fieldErrors, scope, belongToDifferentPeople } = toServiceError(error);
  const { statusCode, headers } = errorTable[code];
  const { errors, checkin } = language.messages;
  const message = belongToDifferentPeople ? checkin.differentPeople : errors[code];
  const challenge = scope && { 'WWW-Authenticate': challengeFor(scope) };
  return formatError({ statusCode, code, message, requestId }, fieldErrors, language, { ...headers, ...challenge });
};

/** Returns the response in payload format 2.0. */
export const toGatewayResponse = (
  { statusCode, body, headers }: HttpResponse,
  requestId: string,
): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { ...(body && { 'Content-Type': 'application/json' }), 'X-Request-Id': requestId, ...headers },
  body: body && JSON.stringify(body),
});
