import { isDeepStrictEqual } from 'node:util';
import type { ApiClient } from '../../domain/api-client.ts';
import type { Instant } from '../../domain/instant.ts';
import type { CopiedItem, RestoreStores } from '../../domain/restore.ts';
import type { TokenFamily } from '../../domain/token-family.ts';
import { mergeExistingClient, readClientHistory, restoreMissingClient } from './merge-client.ts';
import { refused, restoreAll, type ItemOutcome, type RestoreRules } from './restore-rules.ts';

export type ClientRestoreStores = Pick<RestoreStores, 'itemsOf' | 'apiClients' | 'listAdminEntries' | 'families'>;

type CopiedFamily = Extract<CopiedItem, { kind: 'family' }>;

/**
 * Restores clients and token families. A family is restored only if it is missing and its client exists. An existing family is
 * never overwritten: the copy is older, and would make refresh tokens that have been used since then valid again.
 */
export const makeRestoreClients = (
  { itemsOf, apiClients, listAdminEntries, families }: ClientRestoreStores,
  rules: RestoreRules,
  now: Instant,
) => {
  const { dryRun, overwrite } = rules;
  /** By client id: whether the client exists after the restore. */
  const clientExists = new Map<string, boolean>();
  const histories = new Map<string, ReturnType<typeof listAdminEntries>>();

  const readHistory = async ({ companyId, clientId }: ApiClient) => {
    const entries = histories.get(companyId) ?? listAdminEntries(companyId);
    histories.set(companyId, entries);
    return readClientHistory(await entries, clientId);
  };

  const restoreMissing = async (copy: ApiClient): Promise<ItemOutcome> => {
    const { clientId } = copy;
    const [tombstone, clientHistory] = await Promise.all([apiClients.findTombstone(clientId), readHistory(copy)]);
    // If the table was lost, its tombstones were lost too, and only the log knows that the client was deleted.
    if (tombstone || clientHistory.isDeleted) {
      clientExists.set(clientId, false);
      return refused('deleted_client', clientId);
    }
    const { client, refusals } = restoreMissingClient(copy, clientHistory, now);
    clientExists.set(clientId, true);
    // Another restore might have created the client in the meantime.
    if (!dryRun && !(await apiClients.create(client))) return { outcome: 'unchanged' };
    return { outcome: 'written', refusals };
  };

  const restoreClient = async (copy: ApiClient): Promise<ItemOutcome> => {
    const live = await apiClients.find(copy.clientId);
    if (!live) return restoreMissing(copy);
    clientExists.set(copy.clientId, true);
    if (!overwrite) return { outcome: 'unchanged' };
    const { client, refusals } = mergeExistingClient(live, copy, now);
    if (isDeepStrictEqual(client, live)) return { outcome: 'unchanged', refusals };
    if (!dryRun && !(await apiClients.replace(live, client))) return refused('changed_meanwhile', copy.clientId);
    return { outcome: 'written', refusals };
  };

  const hasClient = async ({ clientId }: TokenFamily): Promise<boolean> => {
    const exists = clientExists.get(clientId) ?? (await apiClients.find(clientId)) !== undefined;
    clientExists.set(clientId, exists);
    return exists;
  };

  const restoreFamily = async ({ family: copy, item }: CopiedFamily): Promise<ItemOutcome> => {
    const { clientId, familyId } = copy;
    if (copy.expiresAt <= now) return { outcome: 'expired' };
    const live = await families.find(clientId, familyId);
    if (live && overwrite && live.revoked && !copy.revoked) return refused('revoked_family', familyId);
    if (live) return { outcome: 'unchanged' };
    if (!(await hasClient(copy))) return refused('deleted_client', clientId);
    if (dryRun) return { outcome: 'written' };
    return { outcome: (await itemsOf('clients').create(item)) ? 'written' : 'unchanged' };
  };

  return async (items: readonly CopiedItem[]): Promise<ItemOutcome[]> => {
    const clients = items.filter((item) => item.kind === 'client');
    const copiedFamilies = items.filter((item) => item.kind === 'family');
    // Clients come before families, because a family is restored only if its client exists.
    const restored = await restoreAll(clients, ({ client }) => restoreClient(client));
    return [...restored, ...(await restoreAll(copiedFamilies, restoreFamily))];
  };
};
