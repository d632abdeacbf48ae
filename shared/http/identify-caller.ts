import type { Caller, VerifyToken } from '../domain/tokens.ts';
import type { ApiRequest } from './api-request.ts';
import { readBearerToken } from './read-bearer-token.ts';

/**
 * Returns the claims of the request's token, and the caller's IP address (see `makeCloudFrontCheck`).
 * @throws ServiceError `token_missing`, `token_expired`, `token_invalid`
 */
export const identifyCaller = async <Claims extends Caller>(
  request: ApiRequest,
  verify: VerifyToken<Claims>,
): Promise<Claims> => ({
  ...(await verify(readBearerToken(request))),
  sourceIp: request.requestContext.http.sourceIp,
});
