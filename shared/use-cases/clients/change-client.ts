import type { AuditContext } from '../../domain/activity-log.ts';
import type { ApiClient, ApiClientRegistry, ClientCondition } from '../../domain/api-client.ts';
import type { Instant } from '../../domain/instant.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';

/** The dependencies of changes of a client. */
export interface ClientContext extends AuditContext {
  readonly apiClients: ApiClientRegistry;
}

/**
 * Identifies a client: its id; its company, if the caller may see only one company's clients; its revision, if the caller
 * expects one.
 */
export type ClientTarget = ClientCondition;

/** The client's state for the log, without digests. */
type LoggedState = Readonly<Record<string, unknown>>;

/** A change and its log entry. */
export interface ClientAction {
  readonly action: `clients.${string}`;
  readonly before?: LoggedState;
  readonly after?: LoggedState;
}

/** More changes of one client at the same moment than this are not expected. */
const MAX_ATTEMPTS = 10;

/**
 * @throws UseCaseError `client_not_found`, also for another company's client; `client_changed` if it has another revision
 *   than the caller expects
 */
export const findClient = async (
  apiClients: Pick<ApiClientRegistry, 'find'>,
  { clientId, companyId, revision }: ClientTarget,
): Promise<ApiClient> => {
  const client = await apiClients.find(clientId);
  if (!client || (companyId !== undefined && client.companyId !== companyId)) {
    throw new UseCaseError('client_not_found', { clientId });
  }
  if (revision !== undefined && client.revision !== revision) throw new UseCaseError('client_changed', { clientId });
  return client;
};

/** Records a change of a client in the log. */
export const recordClientAction = async (
  { adminLog, actor, now }: ClientContext,
  { clientId, companyId }: Pick<ApiClient, 'clientId' | 'companyId'>,
  action: ClientAction,
): Promise<void> =>
  adminLog.recordAdmin({ kind: 'admin', companyId, receivedAt: now(), actor, target: { clientId }, ...action });

/**
 * Changes a client and records the change with the details of `describe`. If the client changed in between,
 * `change` is called again with its new state, unless the target names a revision.
 * @param change returns its argument if there is nothing to change
 * @returns what the last `change` returned, with the client's new revision.
 */
export const changeClient = async <Changed extends { readonly client: ApiClient }>(
  context: ClientContext,
  target: ClientTarget,
  change: (client: ApiClient, now: Instant) => Changed,
  describe: (changed: Changed, before: ApiClient) => readonly ClientAction[],
): Promise<Changed> => {
  const { apiClients, now } = context;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const before = await findClient(apiClients, target);
    const changed = change(before, now());
    if (changed.client === before) return changed;
    const client = await apiClients.replace(before, changed.client);
    if (client) {
      for (const action of describe(changed, before)) await recordClientAction(context, client, action);
      return { ...changed, client };
    }
  }
  throw new UseCaseError('client_changed', { clientId: target.clientId });
};
