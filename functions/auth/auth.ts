import { logIn, type LogIn, type ApiClientStore } from '../../shared/domain/api-client.ts';
import { isLastUsedStale } from '../../shared/domain/client-secret.ts';
import type { Instant } from '../../shared/domain/instant.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import {
  liveGeneration,
  startFamily,
  type RefreshRules,
  type TokenFamilyStore,
} from '../../shared/domain/token-family.ts';
import { ageInDays } from '../../shared/domain/key-secrets.ts';
import type { TokenMint } from '../../shared/domain/token-mint.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import type { AddToLog } from '../../shared/http/log-details.ts';
import { parseCredentials } from './request.ts';

export interface AuthDependencies {
  readonly clients: ApiClientStore;
  readonly families: TokenFamilyStore;
  readonly mint: TokenMint;
  readonly rules: RefreshRules;
  readonly log: AddToLog;
  readonly now: () => number;
}

/**
 * Runs in parallel with the write that the response waits for. A failure is ignored, because nothing depends on the recorded
 * time.
 */
const recordLastUsed = async (login: LogIn, clients: ApiClientStore, now: Instant): Promise<void> => {
  if (isLastUsedStale(login.secret, now)) await clients.recordLastUsed(login, now).catch(() => undefined);
};

/** POST /auth: exchanges the credentials of an API client for a first token set, which starts a new family. */
export const authenticate = async (
  request: ApiRequest,
  { clients, families, mint, rules, log, now }: AuthDependencies,
): Promise<HttpResponse> => {
  const { clientId, clientSecret } = parseCredentials(request.body);
  const [client, keys] = await Promise.all([clients.find(clientId), mint.currentKeys()]);
  // An unknown client id is not logged, because it may be a secret that was sent in the wrong field.
  if (client) log({ fields: { clientId, companyId: client.companyId } });
  const login = logIn(client, clientSecret, now());
  if (!login) {
    log({ counts: { LoginFailed: 1 } });
    throw new ServiceError('invalid_credentials', 'log-in refused');
  }
  const { scopes, revocationNumber } = login.client;
  const family = startFamily(clientId, { ...keys.ids, scopes, revocationNumber }, rules, now());
  const [tokens] = await Promise.all([
    mint.mint(login.client, family, liveGeneration(family)),
    families.start(family),
    recordLastUsed(login, clients, now()),
  ]);
  log({
    fields: { familyId: family.familyId },
    counts: { LoginSucceeded: 1, SigningKeyAgeDays: ageInDays(keys, now()) },
  });
  return { statusCode: 201, body: tokens };
};
