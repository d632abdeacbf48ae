import { isActiveClient, type ClientAccess } from './api-client.ts';
import type { Scope } from '../rules/api-clients.ts';
import { ServiceError } from './service-error.ts';
import type { Caller } from './tokens.ts';

/**
 * Checks a verified token against the current state of its client, at every call. Both the token and the client must have
 * the scope.
 * @throws ServiceError `token_invalid`, `insufficient_scope`
 */
export const authorizeCaller = (client: ClientAccess | undefined, caller: Caller, scope: Scope): void => {
  if (!isActiveClient(client, caller)) {
    throw new ServiceError(
      'token_invalid',
      'the client is disabled or deleted, its tokens were revoked, or it may not call from this address',
    );
  }
  if (!caller.scopes.includes(scope) || !client.scopes.includes(scope)) {
    throw new ServiceError('insufficient_scope', `the client or its token lacks the scope ${scope}`, { scope });
  }
};
