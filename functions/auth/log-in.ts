import { logIn, type ApiClientStore, type LogIn } from '../../shared/domain/api-client.ts';
import { isLastUsedStale } from '../../shared/domain/client-secret.ts';
import { ageInDays } from '../../shared/domain/key-secrets.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import type { CurrentKeys, TokenMint } from '../../shared/domain/token-mint.ts';
import type { AddToLog } from '../../shared/http/log-details.ts';
import type { Credentials } from './request.ts';

export interface LogInDependencies {
  readonly clients: ApiClientStore;
  readonly mint: TokenMint;
  readonly log: AddToLog;
  readonly now: () => number;
}

export interface LoggedIn extends LogIn {
  readonly keys: CurrentKeys;
}

/**
 * Checks credentials, for POST /auth and POST /oauth2/token alike. Every refusal costs the same calls and the same time.
 * @throws ServiceError `invalid_credentials`
 */
export const logInClient = async (
  { clientId, clientSecret }: Credentials,
  { clients, mint, log, now }: LogInDependencies,
): Promise<LoggedIn> => {
  const [client, keys] = await Promise.all([clients.find(clientId), mint.currentKeys()]);
  // An unknown client id is not logged, because it may be a secret that was sent in the wrong field.
  if (client) log({ fields: { clientId, companyId: client.companyId } });
  const login = logIn(client, clientSecret, now());
  if (!login) {
    log({ counts: { LoginFailed: 1 } });
    throw new ServiceError('invalid_credentials', 'log-in refused');
  }
  log({ counts: { LoginSucceeded: 1, SigningKeyAgeDays: ageInDays(keys, now()) } });
  return { ...login, keys };
};

/** For use beside the work that the response waits for. A failure is ignored: nothing depends on the recorded time. */
export const recordLastUsed = async (login: LogIn, { clients, now }: LogInDependencies): Promise<void> => {
  if (isLastUsedStale(login.secret, now())) await clients.recordLastUsed(login, now()).catch(() => undefined);
};
