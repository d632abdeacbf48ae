import { logIn, type LogIn } from '../../shared/domain/api-client.ts';
import type { ApiClientStore } from '../../shared/domain/api-client-store.ts';
import { isUseToNote } from '../../shared/domain/client-secret.ts';
import type { Instant } from '../../shared/domain/instant.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import { liveGeneration, startFamily, type RefreshRules } from '../../shared/domain/token-family.ts';
import type { TokenFamilyStore } from '../../shared/domain/token-family-store.ts';
import type { TokenMint } from '../../shared/domain/tokens.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import type { Note } from '../../shared/http/report.ts';
import { parseCredentials } from './request.ts';

export interface AuthDependencies {
  readonly clients: ApiClientStore;
  readonly families: TokenFamilyStore;
  readonly mint: TokenMint;
  readonly rules: RefreshRules;
  readonly note: Note;
  readonly now: () => number;
}

/** Beside the write that the answer waits for, and never a reason to refuse: it only informs the operator. */
const noteUse = async (login: LogIn, clients: ApiClientStore, now: Instant): Promise<void> => {
  if (isUseToNote(login.secret, now)) await clients.noteUse(login, now).catch(() => undefined);
};

/** POST /auth: the credentials of an API client for a first token set, which starts a family of its own. */
export const authenticate = async (
  request: ApiRequest,
  { clients, families, mint, rules, note, now }: AuthDependencies,
): Promise<Answer> => {
  const { clientId, clientSecret } = parseCredentials(request.body);
  const [client, keyIds] = await Promise.all([clients.find(clientId), mint.currentKeyIds()]);
  // A client id that is not known is not logged: somebody may have sent the secret in its place.
  if (client) note({ fields: { clientId, companyId: client.companyId } });
  const login = logIn(client, clientSecret, now());
  if (!login) {
    note({ counts: { LoginFailed: 1 } });
    throw new ServiceError('invalid_credentials', 'log-in refused');
  }
  const family = startFamily(clientId, keyIds, rules, now());
  const [tokens] = await Promise.all([
    mint.mint(login.client, family, liveGeneration(family)),
    families.start(family),
    noteUse(login, clients, now()),
  ]);
  note({ fields: { familyId: family.familyId }, counts: { LoginSucceeded: 1 } });
  return { statusCode: 201, body: tokens };
};
