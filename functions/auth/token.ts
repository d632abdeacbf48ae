import { randomUUID } from 'node:crypto';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { sortScopes, type Scope } from '../../shared/rules/api-clients.ts';
import { recordUse } from '../../shared/use-cases/clients/record-use.ts';
import { logInClient, type LogInDependencies } from './log-in.ts';
import { OAuthError } from './oauth-error.ts';
import { parseTokenRequest } from './token-request.ts';

interface TokenDependencies extends LogInDependencies {
  readonly accessTokenSeconds: number;
}

/** @param scope names separated by one space (RFC 6749, section 3.3) */
const chooseScopes = (scope: string | undefined, allowed: readonly Scope[]): readonly Scope[] => {
  if (scope === undefined) return allowed;
  const requested = scope.split(' ');
  if (requested.some((name) => !allowed.includes(name as Scope))) {
    throw new OAuthError('invalid_scope', `The client can request these scopes: ${allowed.join(' ')}.`);
  }
  return sortScopes(requested as Scope[]);
};

/**
 * POST /oauth2/token: the client credentials grant (RFC 6749, section 4.4). It issues no refresh token, so no family is stored.
 */
export const grantToken = async (request: ApiRequest, dependencies: TokenDependencies): Promise<HttpResponse> => {
  const { mint, log, now, accessTokenSeconds } = dependencies;
  const { scope, ...credentials } = parseTokenRequest(request);
  const { client, secret, keys } = await logInClient(credentials, request.requestContext.http.sourceIp, dependencies);
  const scopes = chooseScopes(scope, client.scopes);
  const familyId = randomUUID();
  log({ fields: { familyId } });
  const { revocationNumber } = client;
  const generation = { number: 0, issuedAt: now(), ...keys.ids, scopes, revocationNumber };
  // The refresh token is dropped. It would not work, because its family is not stored.
  const [{ accessToken }] = await Promise.all([
    mint.mint(client, { familyId }, generation),
    recordUse({ client, secret }, dependencies),
  ]);
  return {
    statusCode: 200,
    body: {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: accessTokenSeconds,
      scope: scopes.join(' '),
    },
  };
};
