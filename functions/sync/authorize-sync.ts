import type { ClientAccessReader } from '../../shared/domain/api-client.ts';
import { authorizeCaller } from '../../shared/domain/authorize-caller.ts';
import type { Caller, VerifyToken } from '../../shared/domain/tokens.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import type { AddToLog } from '../../shared/http/log-details.ts';
import { identifyCaller } from '../../shared/http/identify-caller.ts';

export interface SyncCallerDependencies {
  readonly verify: VerifyToken<Caller>;
  readonly clients: ClientAccessReader;
  readonly log: AddToLog;
}

/**
 * Identifies the API client that sent the request, and checks that it may sync.
 * @throws ServiceError `token_missing`, `token_expired`, `token_invalid`, `insufficient_scope`
 */
export const authorizeSync = async (
  request: ApiRequest,
  { verify, clients, log }: SyncCallerDependencies,
): Promise<Caller> => {
  const caller = await identifyCaller(request, verify);
  log({ fields: { clientId: caller.clientId, companyId: caller.companyId } });
  authorizeCaller(await clients.find(caller.clientId), caller, 'sync');
  return caller;
};
