import type { Caller, VerifyToken } from '../domain/tokens.ts';
import type { ApiRequest } from './api-request.ts';
import { readBearerToken } from './read-bearer-token.ts';

/**
 * The caller of a request: the claims of its token, and its address as the gateway saw it, which no header can change.
 * @throws ServiceError `token_missing`, `token_expired`, `token_invalid`
 */
export const identifyCaller = async <Claims extends Caller>(
  request: ApiRequest,
  verify: VerifyToken<Claims>,
): Promise<Claims> => ({
  ...(await verify(readBearerToken(request))),
  sourceIp: request.requestContext.http.sourceIp,
});
