import { auditEntry, type AuditContext } from '../../domain/audit-entry.ts';
import type { RestoreStores } from '../../domain/restore.ts';
import type { RestorableTable, TableCopy } from '../../domain/table-copy.ts';
import { makeRestoreBookings } from './restore-bookings.ts';
import { makeRestoreClients } from './restore-clients.ts';
import { makeRestoreEntries } from './restore-entries.ts';
import { restoreAll, type RestoreRules } from './restore-rules.ts';
import { addOutcomes, emptySummary, type RestoreSummary } from './restore-summary.ts';
import { makeRestoreUsers } from './restore-users.ts';

interface RestoreContext extends AuditContext {
  readonly stores: RestoreStores;
}

interface RestoreRequest {
  readonly table: RestorableTable;
  readonly copy: TableCopy;
  /** The source of the copy, for the audit log. */
  readonly from: string;
  readonly rules: RestoreRules;
}

export interface RestoreProgress {
  readonly summary: RestoreSummary;
  /** The part of the copy that is done, from 0 to 1. */
  readonly share: number;
}

const makeRestorer = ({ stores, now }: RestoreContext, { table, rules }: RestoreRequest) => {
  switch (table) {
    case 'clients':
      return makeRestoreClients(stores, rules, now());
    case 'users':
      return makeRestoreUsers(stores, rules);
    case 'bookings':
      return makeRestoreBookings(stores, rules, now());
    case 'attempts':
    case 'audit':
    case 'details':
    case 'log':
      return makeRestoreEntries(stores.itemsOf(table), stores.findRemoved, rules, now());
  }
};

/**
 * Restores a table without sending pushes. Brings back nothing that was disabled, deleted, ended, revoked or removed since the
 * copy was made, except users whom the rules name. Safe to run again.
 * @param onProgress called after every page
 */
export const restoreTable = async (
  context: RestoreContext,
  request: RestoreRequest,
  onProgress: (progress: RestoreProgress) => void,
): Promise<RestoreSummary> => {
  const { stores, adminLog } = context;
  const { table, copy, from, rules } = request;
  const restore = makeRestorer(context, request);
  let summary = emptySummary;
  if (!rules.dryRun) {
    const after = { overwrite: rules.overwrite, revivedUsers: [...rules.reviveUsers] };
    await adminLog.recordAdmin(auditEntry(context, '', { action: 'backup.restore', target: { table, from }, after }));
  }
  for await (const page of copy.read()) {
    const items = page.items.map((item) => stores.readItem(table, item));
    const invalid = items.filter((item) => item.kind === 'invalid').map(({ reason }) => ({ reason }));
    const tombstones = rules.dryRun ? [] : items.filter((item) => item.kind === 'removal');
    await restoreAll(tombstones, ({ item }) => stores.itemsOf(table).create(item));
    summary = addOutcomes(summary, await restore(items), [...page.unreadable, ...invalid]);
    onProgress({ summary, share: page.share });
  }
  return summary;
};
