import type { ApiClient, ApiClientRegistry } from '../../domain/api-client.ts';
import { auditEntry, type Acting, type AuditedAction, type AdminEntry } from '../../domain/audit-entry.ts';
import type { Instant } from '../../domain/instant.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';

/** The dependencies of changes of a client. */
export interface ClientContext extends Acting {
  readonly apiClients: ApiClientRegistry;
}

/**
 * Identifies a client: its id; its company, if the caller may see only one company's clients; its revision, if the caller
 * expects one.
 */
export type ClientTarget = Pick<ApiClient, 'clientId'> & Partial<Pick<ApiClient, 'companyId' | 'revision'>>;

/** What the audit log says about a change of a client: its state before and after, without digests. */
export type ClientAction = Omit<AuditedAction, 'target' | 'reason'>;

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

/** The entry of the audit log about a change of a client. */
export const clientEntry = (
  context: Acting,
  { clientId, companyId }: Pick<ApiClient, 'clientId' | 'companyId'>,
  action: ClientAction,
): AdminEntry => auditEntry(context, companyId, { ...action, target: { clientId } });

/**
 * Calls `attempt` with the client's state, again if the client changed in the meantime, unless the target names a revision.
 * @param attempt returns undefined if the client changed
 * @throws UseCaseError `client_not_found`, `client_changed`
 */
export const retryOnChange = async <Done>(
  { apiClients }: ClientContext,
  target: ClientTarget,
  attempt: (client: ApiClient) => Promise<Done | undefined>,
): Promise<Done> => {
  for (let tries = 1; tries <= MAX_ATTEMPTS; tries += 1) {
    const done = await attempt(await findClient(apiClients, target));
    if (done) return done;
  }
  throw new UseCaseError('client_changed', { clientId: target.clientId });
};

/**
 * Changes a client, together with the entries of the audit log that `describe` makes.
 * @param change returns its argument if there is nothing to change
 * @returns what the last `change` returned, with the client's new revision.
 */
export const changeClient = async <Changed extends { readonly client: ApiClient }>(
  context: ClientContext,
  target: ClientTarget,
  change: (client: ApiClient, now: Instant) => Changed,
  describe: (changed: Changed, before: ApiClient) => readonly ClientAction[],
): Promise<Changed> =>
  retryOnChange(context, target, async (before) => {
    const changed = change(before, context.now());
    if (changed.client === before) return changed;
    const entries = describe(changed, before).map((action) => clientEntry(context, before, action));
    const client = await context.apiClients.replace(before, changed.client, entries);
    return client && { ...changed, client };
  });
