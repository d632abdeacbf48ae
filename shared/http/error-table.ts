import type { Scope } from '../rules/api-clients.ts';
import { gateErrors, type ErrorCode } from '../rules/errors.ts';

export interface PublicError {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** After a failure of DynamoDB, SNS or Secrets Manager. */
const RETRY_AFTER_SECONDS = '1';

/** RFC 6750, section 3: the challenge to a request without a token has no error code. */
const CHALLENGE = 'Bearer realm="checkin"';
/** RFC 6750, section 3.1; also for an expired token. */
const INVALID_TOKEN = { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` };
const INSUFFICIENT_SCOPE = `${CHALLENGE}, error="insufficient_scope"`;

/** RFC 6750, section 3.1: names the scope that the request needs. */
export const challengeFor = (scope: Scope): string => `${INSUFFICIENT_SCOPE}, scope="${scope}"`;

/** Statuses are in the rulebook, messages in shared/messages. */
const headersByCode: Readonly<Partial<Record<ErrorCode, PublicError['headers']>>> = {
  token_missing: { 'WWW-Authenticate': CHALLENGE },
  token_expired: INVALID_TOKEN,
  token_invalid: INVALID_TOKEN,
  insufficient_scope: { 'WWW-Authenticate': INSUFFICIENT_SCOPE },
  dependency_unavailable: { 'Retry-After': RETRY_AFTER_SECONDS },
};

export const errorTable = Object.fromEntries(
  Object.entries(gateErrors).map(([code, statusCode]) => {
    const headers = headersByCode[code as ErrorCode];
    return [code, { statusCode, ...(headers && { headers }) }];
  }),
) as Readonly<Record<ErrorCode, PublicError>>;
