import { randomUUID } from 'node:crypto';
import type { AdminEntry, AdminLog } from '../../domain/audit-entry.ts';
import type { Database, Item } from './database.ts';
import { companyShard, expiryOf, keyOf } from './log-item.ts';
import { readBatch } from './batches.ts';
import { toRemovalNote } from './removal-notes.ts';
import { commit, type TransactionWrite } from './transaction.ts';

export type AuditTables = Readonly<Record<'auditLog' | 'auditDetails', string>>;

/** Returns the writes that add an audit entry, to be committed in the transaction of the audited change. */
export type ToAuditWrites = (entry: AdminEntry) => readonly TransactionWrite[];

/** Rejects audited changes, for stores without an audit log. */
export const noAudit: ToAuditWrites = () => {
  throw new Error('this store has no audit log');
};

/** Every id is new, and the condition ensures that an existing entry is never overwritten. */
const add = (TableName: string, Item: Item): TransactionWrite => ({
  Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(entry)' },
});

/** One partition of the index is enough, because a company makes far fewer than 1,000 administrative changes a second. */
const SHARD = 0;

const REMOVAL = 'users.remove';

const changedNames = ({ before = {}, after = {} }: AdminEntry): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );

/**
 * In the audit log, an entry about a person holds only the person's id and the names of the changed fields. The reason and the
 * values are stored as details, which can be deleted separately. The removal of a user also leaves a {@link RemovalNote}.
 */
export const makeToAuditWrites =
  (tables: AuditTables, days: number): ToAuditWrites =>
  (entry) => {
    const key = keyOf(entry, entry.target.userId, randomUUID());
    const { reason, before, after, ...rest } = entry;
    const expiry = expiryOf(entry, days);
    const item = { ...rest, ...key, companyShard: companyShard(entry.companyId, SHARD), ...expiry };
    const details = { reason, before, after };
    const isAboutPerson = entry.target.userId !== undefined;
    const note = entry.action === REMOVAL ? [add(tables.auditDetails, toRemovalNote(entry, key.entry))] : [];
    if (!isAboutPerson || Object.values(details).every((value) => value === undefined))
      return [add(tables.auditLog, { ...item, ...details }), ...note];
    return [
      add(tables.auditDetails, { ...key, ...details, receivedAt: entry.receivedAt, ...expiry }),
      add(tables.auditLog, { ...item, changed: changedNames(entry) }),
    ];
  };

const toText = ({ companyUser, entry }: Item): string => JSON.stringify([companyUser, entry]);

/** Adds the details to entries about people, unless the details were deleted. */
export const withDetails = async (
  database: Database,
  { auditDetails }: AuditTables,
  items: readonly Item[],
): Promise<Item[]> => {
  const keys = items.flatMap(({ changed, companyUser, entry }) => (changed ? [{ companyUser, entry }] : []));
  if (keys.length === 0) return [...items];
  const details = new Map((await readBatch(database, auditDetails, keys)).map((item) => [toText(item), item]));
  return items.map((item) => {
    const found = details.get(toText(item));
    return found ? { ...item, ...found, changed: undefined } : item;
  });
};

export const makeAuditLog = (database: Database, tables: AuditTables, days: number): AdminLog => ({
  async recordAdmin(entry) {
    await commit(database, makeToAuditWrites(tables, days)(entry));
  },
});
