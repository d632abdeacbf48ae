import { ServiceError } from '../domain/service-error.ts';
import { readHeader, type ApiRequest } from './api-request.ts';

/** RFC 6750, section 2.1, with the scheme's name in any case (RFC 9110, section 11.1). */
const CREDENTIALS = /^bearer +([\w.~+/-]+=*) *$/i;
const BEARER_AND_TEXT = /^bearer\s+\S/i;

/** @throws ServiceError `token_missing` if no bearer token was sent, `token_invalid` if the bearer token is malformed */
export const readBearerToken = (request: Pick<ApiRequest, 'headers'>): string => {
  const authorization = readHeader(request, 'authorization') ?? '';
  const token = CREDENTIALS.exec(authorization)?.[1];
  if (token !== undefined) return token;
  if (BEARER_AND_TEXT.test(authorization)) throw new ServiceError('token_invalid', 'malformed credentials');
  throw new ServiceError('token_missing', 'no bearer token');
};
