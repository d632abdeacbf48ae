import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../domain/service-error.ts';
import type { Caller, VerifyToken } from '../domain/tokens.ts';
import { fields } from '../rules/fields.ts';
import { isValid } from '../rules/read-value.ts';
import type { AddToLogLine } from './request-log-line.ts';

/** An event of an HTTP API (payload format 2.0), with its JSON body parsed. */
export type ApiRequest = Omit<APIGatewayProxyEventV2, 'body'> & { readonly body?: unknown };

/** Header names are case-insensitive (RFC 9110, section 5.1). API Gateway sends lower-case names; other callers might not. */
export const readHeader = (request: Pick<ApiRequest, 'headers'>, name: string): string | undefined => {
  const exact = request.headers[name];
  if (exact !== undefined) return exact;
  return Object.entries(request.headers).find(([candidate]) => candidate.toLowerCase() === name)?.[1];
};

/** Like {@link readHeader}; empty if the header is missing. */
export const readHeaderText = (request: Pick<ApiRequest, 'headers'>, name: string): string =>
  readHeader(request, name) ?? '';

/** RFC 6750, section 2.1, with the scheme's name in any case (RFC 9110, section 11.1). */
const CREDENTIALS = /^bearer +([\w.~+/-]+=*) *$/i;
const BEARER_AND_TEXT = /^bearer\s+\S/i;

/** @throws ServiceError `token_missing` if no bearer token was sent, `token_invalid` if the bearer token is malformed */
export const readBearerToken = (request: Pick<ApiRequest, 'headers'>): string => {
  const authorization = readHeaderText(request, 'authorization');
  const token = CREDENTIALS.exec(authorization)?.[1];
  if (token !== undefined) return token;
  if (BEARER_AND_TEXT.test(authorization)) throw new ServiceError('token_invalid', 'malformed credentials');
  throw new ServiceError('token_missing', 'no bearer token');
};

/**
 * Returns the claims of the request's token and the caller's IP address, and logs who calls. Whether
 * the client is still active is checked later, together with other reads.
 * @throws ServiceError `token_missing`, `token_expired`, `token_invalid`
 */
export const authorizeBearer =
  <Claims extends Caller>(verify: VerifyToken<Claims>) =>
  async (request: ApiRequest, log: AddToLogLine): Promise<Claims> => {
    const claims = await verify(readBearerToken(request));
    log({ fields: { clientId: claims.clientId, companyId: claims.companyId } });
    return { ...claims, sourceIp: request.requestContext.http.sourceIp };
  };

/** @throws ServiceError `invalid_idempotency_key` */
export const readIdempotencyKey = (request: ApiRequest): string | undefined => {
  const key = readHeader(request, 'idempotency-key');
  if (key === undefined || isValid(fields.idempotencyKey, key)) return key;
  throw new ServiceError('invalid_idempotency_key', 'malformed Idempotency-Key');
};
