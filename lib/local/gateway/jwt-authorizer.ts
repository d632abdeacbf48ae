import { makeOidcKeys } from '../../../shared/adapters/jwt/oidc-issuer.ts';
import { makeOidcTokenVerifier } from '../../../shared/adapters/jwt/oidc-token-verifier.ts';
import { ServiceError } from '../../../shared/domain/service-error.ts';
import { readBearerToken } from '../../../shared/http/api-request.ts';
import { gatewayResponses, toResult } from '../../../shared/http/gateway-responses.ts';
import type { FunctionHandler } from './call-function.ts';

interface ExpectedToken {
  readonly issuer: string;
  readonly audience: string;
  readonly scope: string;
}

/**
 * Takes the place of the JWT authorizer in front of the console's function: rejects a request without a valid access token, with the
 * responses of API Gateway. The function checks the token again, with the same verifier.
 */
export const withJwtAuthorizer = (handler: FunctionHandler, expected: ExpectedToken): FunctionHandler => {
  const verify = makeOidcTokenVerifier(makeOidcKeys(expected.issuer), expected);
  return async (event, context) => {
    try {
      await verify(readBearerToken(event));
    } catch (error) {
      const code = error instanceof ServiceError ? error.code : undefined;
      // If the issuer's keys cannot be read, the function responds with 503.
      if (code !== 'dependency_unavailable')
        return toResult(gatewayResponses[code === 'insufficient_scope' ? 'forbidden' : 'unauthorized']);
    }
    return handler(event, context);
  };
};
