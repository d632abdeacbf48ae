import * as v from 'valibot';
import { isAllowedFrom } from '../../shared/domain/authorize-caller.ts';
import { logIn, type ApiClientStore, type LogIn } from '../../shared/domain/api-client.ts';
import { isStale } from '../../shared/domain/client-secret.ts';
import { ageInDays } from '../../shared/domain/signing-keys.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import type { TokenMint } from '../../shared/domain/token-family.ts';
import { field } from '../../shared/http/field.ts';
import type { AddToLogLine } from '../../shared/http/request-log-line.ts';
import { fields } from '../../shared/rules/fields.ts';

export const credentials = v.object({ clientId: field(fields.clientId), clientSecret: field(fields.clientSecret) });

export type Credentials = v.InferOutput<typeof credentials>;

export interface LogInDependencies {
  readonly clients: ApiClientStore;
  readonly mint: TokenMint;
  readonly log: AddToLogLine;
  readonly now: () => number;
}

interface LoggedIn extends LogIn {
  /** The key that signs. */
  readonly keyId: string;
}

/**
 * Checks credentials and the caller's IP address. Every failure makes the same calls and takes the same time.
 * @throws ServiceError `invalid_credentials`
 */
export const logInClient = async (
  { clientId, clientSecret }: Credentials,
  sourceIp: string,
  { clients, mint, log, now }: LogInDependencies,
): Promise<LoggedIn> => {
  const [client, key] = await Promise.all([clients.find(clientId), mint.currentKey()]);
  // An unknown client id is not logged, because it might be a secret that was sent in the wrong field.
  if (client) log({ fields: { clientId, companyId: client.companyId } });
  const login = logIn(client, clientSecret, now());
  const isAllowed = client !== undefined && isAllowedFrom(client, sourceIp);
  if (login && isAllowed) {
    log({ counts: { LoginSucceeded: 1, SigningKeyAgeDays: ageInDays(key, now()) } });
    return { ...login, keyId: key.keyId };
  }
  if (client && !isAllowed) {
    if (login) log({ counts: { LoginDeniedByAddress: 1 } });
    const denial = { ip: sourceIp, hasRightSecret: login !== undefined };
    // A wrong secret makes the same call as the right one, so that the timing does not reveal which it was.
    if (isStale(client.lastDeniedAt, now())) await clients.recordDenied(client, denial, now()).catch(() => undefined);
  }
  log({ counts: { LoginFailed: 1 } });
  throw new ServiceError('invalid_credentials', 'log-in rejected');
};
