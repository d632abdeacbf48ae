import { randomUUID } from 'node:crypto';
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { AdminEntry, AdminLog } from '../../domain/audit-entry.ts';
import type { RemovalNotes } from '../../domain/user.ts';
import { DAY, inSeconds } from '../../domain/instant.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../tables.ts';
import { readAllItems, type Database, type Item } from './database.ts';
import { joinKey } from './join-key.ts';
import { logAttributes } from './checkin-log.ts';
import { readBatch } from './batches.ts';
import { commit, type TransactionWrite } from './transaction.ts';

/** The partition key of the notes in the table of audit details. No other item has it, because no company has an empty id. */
export const REMOVALS = joinKey('', 'removed-users');

const DAYS_KEPT = 30;

export const toRemovalNote = ({ companyId, receivedAt, target }: AdminEntry, id: string) => ({
  companyUser: REMOVALS,
  entry: id,
  companyId,
  userId: target.userId,
  receivedAt,
  [TIME_TO_LIVE_ATTRIBUTE]: inSeconds(receivedAt + DAYS_KEPT * DAY),
});

export const makeRemovalNotes = (database: Database, auditDetailsTable: string): RemovalNotes => ({
  async list() {
    const items = await readAllItems(database, QueryCommand, {
      TableName: auditDetailsTable,
      KeyConditionExpression: 'companyUser = :removals',
      ExpressionAttributeValues: { ':removals': REMOVALS },
      ConsistentRead: true,
    });
    return items.map(({ companyId, userId, receivedAt, entry }) => ({
      user: { companyId: companyId as string, userId: userId as number },
      removedAt: receivedAt as number,
      id: entry as string,
    }));
  },
  async forget({ id }) {
    const Key = { companyUser: REMOVALS, entry: id };
    await database.send(new DeleteCommand({ TableName: auditDetailsTable, Key }));
  },
});

export type AuditTables = Readonly<Record<'auditLog' | 'auditDetails', string>>;

/** Returns the writes that add an audit entry, to be committed in the transaction of the audited change. */
export type ToAuditWrites = (entry: AdminEntry) => readonly TransactionWrite[];

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
    const { reason, before, after, ...rest } = entry;
    const { userId } = entry.target;
    const attributes = logAttributes(entry, { userId, id: randomUUID(), days });
    const item = { ...rest, ...attributes, companyShard: joinKey(entry.companyId, SHARD) };
    const details = { reason, before, after };
    const note = entry.action === REMOVAL ? [add(tables.auditDetails, toRemovalNote(entry, attributes.entry))] : [];
    if (userId === undefined || Object.values(details).every((value) => value === undefined))
      return [add(tables.auditLog, { ...item, ...details }), ...note];
    return [
      add(tables.auditDetails, { ...attributes, ...details, receivedAt: entry.receivedAt }),
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
