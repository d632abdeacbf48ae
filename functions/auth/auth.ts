import {
  liveGeneration,
  startFamily,
  type RefreshRules,
  type TokenFamilyStore,
} from '../../shared/domain/token-family.ts';
import { secretIdOf } from '../../shared/domain/client-secret.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import { parseBody } from '../../shared/http/field.ts';
import { recordUse } from '../../shared/use-cases/clients/watch-clients.ts';
import { credentials, logInClient, type LogInDependencies } from './log-in.ts';
import type { TokenSetResponse } from './response.ts';

interface AuthDependencies extends LogInDependencies {
  readonly families: TokenFamilyStore;
  readonly rules: RefreshRules;
}

/** POST /auth: exchanges the credentials of an API client for a first token set, which starts a new family. */
export const authenticate = async (request: ApiRequest, dependencies: AuthDependencies): Promise<HttpResponse> => {
  const { families, mint, rules, log, now } = dependencies;
  const { client, secret, keyId } = await logInClient(
    parseBody(credentials, request.body),
    request.requestContext.http.sourceIp,
    dependencies,
  );
  const { clientId, scopes, revocationNumber } = client;
  const family = startFamily(clientId, { keyId, scopes, revocationNumber }, rules, now(), secretIdOf(secret));
  log({ fields: { familyId: family.familyId } });
  const [tokens] = await Promise.all([
    mint.mint(client, family, liveGeneration(family)),
    families.start(family),
    recordUse({ client, secret }, dependencies),
  ]);
  return { statusCode: 201, body: tokens satisfies TokenSetResponse };
};
