import { isDeepStrictEqual } from 'node:util';
import type { ApiClient } from '../../domain/api-client.ts';
import type { Instant } from '../../domain/instant.ts';
import type { CopiedItem, RestorableItem, RestoreStores } from '../../domain/restore.ts';
import { mergeExistingClient, readClientHistory, restoreMissingClient } from './merge-client.ts';
import { refused, writtenIf, type ItemOutcome, type RestoreRules } from './restore-rules.ts';

type Stores = Pick<RestoreStores, 'apiClients' | 'listAdminEntries' | 'create'>;

export const makeRestoreClients = (
  { apiClients, listAdminEntries, create }: Stores,
  { dryRun, overwrite }: RestoreRules,
  now: Instant,
) => {
  /** The ids of clients that exist after the restore. */
  const restored = new Set<string>();
  const histories = new Map<string, ReturnType<typeof listAdminEntries>>();

  const readHistory = async ({ companyId, clientId }: ApiClient) => {
    const entries = histories.get(companyId) ?? listAdminEntries(companyId);
    histories.set(companyId, entries);
    return readClientHistory(await entries, clientId);
  };

  const overwriteClient = async (live: ApiClient, copy: ApiClient): Promise<ItemOutcome> => {
    const { client, refusals } = mergeExistingClient(live, copy, now);
    const isSame = isDeepStrictEqual(client, live);
    if (!isSame && !dryRun && !(await apiClients.replace(live, client)))
      return refused('changed_meanwhile', copy.clientId);
    return { ...writtenIf(!isSame), refusals };
  };

  return {
    async restoreClient(copy: ApiClient, stored: CopiedItem | undefined): Promise<ItemOutcome> {
      const isStored = stored !== undefined && stored.kind !== 'removal';
      const history = isStored ? undefined : await readHistory(copy);
      // If the table was lost, its tombstones were lost too, and only the log knows that the client was deleted.
      if (stored?.kind === 'removal' || history?.isDeleted) return refused('deleted_client', copy.clientId);
      restored.add(copy.clientId);
      if (stored?.kind === 'client' && overwrite) return overwriteClient(stored.client, copy);
      if (!history) return writtenIf(false);
      const { client, refusals } = restoreMissingClient(copy, history, now);
      // Another restore might have created the client in the meantime.
      return dryRun || (await apiClients.create(client)) ? { outcome: 'written', refusals } : writtenIf(false);
    },

    /**
     * Restores a family only if it is missing and its client exists. An existing family is never overwritten: the copy is older,
     * and would make refresh tokens that have been used since then valid again.
     */
    async restoreFamily(
      { family: { clientId, familyId, revoked }, item }: Extract<RestorableItem, { kind: 'family' }>,
      stored: CopiedItem | undefined,
    ): Promise<ItemOutcome> {
      if (overwrite && stored?.kind === 'family' && stored.family.revoked && !revoked)
        return refused('revoked_family', familyId);
      if (stored) return writtenIf(false);
      const hasClient = restored.has(clientId) || (await apiClients.find(clientId)) !== undefined;
      return hasClient ? writtenIf(dryRun || (await create('clients', item))) : refused('deleted_client', clientId);
    },
  };
};
