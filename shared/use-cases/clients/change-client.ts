import type { ApiClient, ApiClientRegistry } from '../../domain/api-client.ts';
import { auditEntry, type Acting, type AuditedAction, type AdminEntry } from '../../domain/audit-entry.ts';
import type { Instant } from '../../domain/instant.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';

export interface ClientContext extends Acting {
  readonly apiClients: ApiClientRegistry;
}

/** If `companyId` or `revision` is present, the client must have it. */
export type ClientTarget = Pick<ApiClient, 'clientId'> & Partial<Pick<ApiClient, 'companyId' | 'revision'>>;

/** An action on a client, with the client's state before and after, without digests. */
export type ClientAction = Omit<AuditedAction, 'target' | 'reason'>;

/** More requests than this are not expected to change one client at the same time. */
const MAX_ATTEMPTS = 10;

/** @throws UseCaseError `client_not_found`; `client_changed` if the target has a revision and the client's differs */
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

export const clientEntry = (
  context: Acting,
  { clientId, companyId }: Pick<ApiClient, 'clientId' | 'companyId'>,
  action: ClientAction,
): AdminEntry => auditEntry(context, companyId, { ...action, target: { clientId } });

/**
 * Reads the client and calls `attempt` with it. If the client was changed in between, does both again, unless the target has a
 * revision.
 * @param attempt returns undefined if the client was changed in between
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
 * Changes a client, and adds the change to the audit log.
 * @param change returns the same client if there is nothing to change
 * @param describe describes the change for the audit log
 * @returns the result of `change`, with the client's new revision
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
