import type { Caller, VerifyToken } from '../domain/tokens.ts';
import type { ApiRequest } from './api-request.ts';
import { readBearerToken } from './read-bearer-token.ts';

/**
 * The caller of a request: the claims of the token, and the IP address. The address comes from the gateway or, behind CloudFront,
 * from CloudFront: see `makeFront`. A caller cannot choose it.
 * @throws ServiceError `token_missing`, `token_expired`, `token_invalid`
 */
export const identifyCaller = async <Claims extends Caller>(
  request: ApiRequest,
  verify: VerifyToken<Claims>,
): Promise<Claims> => ({
  ...(await verify(readBearerToken(request))),
  sourceIp: request.requestContext.http.sourceIp,
});
