import type { Item, MemoryDatabase, Write } from '../../support/memory-database/memory-database.ts';
import type { Violation } from '../invariants/violation.ts';

/** The request that makes a write. */
export interface Writer {
  readonly requestId: string;
  /** Whether the request's changes must be in the audit log. */
  readonly isAudited: boolean;
}

/**
 * Whether a write changes data that people or systems manage, as opposed to a log, claim, search item, token family or stored
 * attempt.
 */
export const changesRecord = ({ table, before, after }: Write): boolean => {
  const item = (after ?? before) as Item;
  if (table === 'users') return 'revision' in item;
  const changesOnlyLastUse =
    before?.['revision'] === after?.['revision'] && before?.['lastSeenAt'] !== after?.['lastSeenAt'];
  if (table === 'apiClients') return item['item'] === 'client' && !changesOnlyLastUse;
  if (table === 'members') return 'members' in item;
  return table === 'bookings';
};

const identifiersOf = ({ uid, uids, email }: Item): string => JSON.stringify([uid, uids, email]);

/** Whether a person loses or changes a badge or an e-mail address. Such a change always needs its own audit entry. */
const changesIdentifiers = ({ table, before, after }: Write): boolean =>
  table === 'users' && before?.['id'] !== undefined && identifiersOf(before) !== identifiersOf(after ?? {});

/** Whether an earlier entry covers the write: the entry that begins an import, or the entry for the removal of the person. */
const isAnnounced = ({ before, after }: Write, { requestId }: Writer, entries: readonly Item[]): boolean =>
  entries.some(({ action, target = {} }) => {
    const { importId, userId } = target as Item;
    if (importId === requestId && userId === undefined) return true;
    return action === 'users.remove' && after === undefined && before?.['userId'] === userId;
  });

/**
 * Checks that an administrative change and its audit entry are in the same transaction, so that an interrupted request cannot
 * leave one without the other.
 */
export const findUnlogged = (
  writes: readonly Write[],
  writer: Writer,
  database: Pick<MemoryDatabase, 'items'>,
): Violation | undefined => {
  const entries = writes.filter(({ table }) => table === 'auditLog');
  const broken = (invariant: string, offending: readonly Write[]): Violation => ({
    invariant,
    detail: `${writer.requestId}: ${offending.map(({ table, key }) => `${table} ${key}`).join(', ')}`,
  });
  if (entries.some(({ before }) => before)) return broken('an entry of the audit log is never changed', entries);
  if (!writer.isAudited || entries.length > 0) return undefined;
  const logged = database.items('auditLog');
  const unlogged = writes
    .filter(changesRecord)
    .filter((write) => changesIdentifiers(write) || !isAnnounced(write, writer, logged));
  return unlogged.length > 0 ? broken('no change without its entry', unlogged) : undefined;
};
