import type { Scope } from '../rules/api-clients.ts';
import { gateErrors, type ErrorCode } from '../rules/errors.ts';

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

export const errorTable = Object.fromEntries(
  Object.entries(gateErrors).map(([code, statusCode]) => {
    const headers = headersOf[code as ErrorCode];
    return [code, { statusCode, ...(headers && { headers }) }];
  }),
) as Readonly<Record<ErrorCode, PublicError>>;
