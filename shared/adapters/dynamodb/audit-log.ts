import { randomUUID } from 'node:crypto';
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { changedAttributes, freeTextAttributes, type AuditEntry, type AuditLog } from '../../domain/audit-entry.ts';
import type { RemovalNotes } from '../../domain/user.ts';
import { defined } from '../../rules/plain-values.ts';
import { inSeconds, type Instant, expiryAfter } from '../../domain/instant.ts';
import { FILE_NAME_DAYS } from '../../domain/retention.ts';
import { readAllItems, type Database, type Item } from './database.ts';
import { joinKey } from './join-key.ts';
import { companyLog, logAttributes } from './checkin-log.ts';
import { readBatch } from './batches.ts';
import { commit, type TransactionWrite } from './transaction.ts';

/** The partition key of the notes in the table of audit details. No other item has it, because no company has an empty id. */
const REMOVALS = joinKey('', 'removed-users');

const REMOVAL_NOTE_DAYS = 30;

export const toRemovalNote = ({ companyId, receivedAt, target }: AuditEntry, id: string) => ({
  companyUser: REMOVALS,
  entry: id,
  companyId,
  userId: target.userId,
  receivedAt,
  expiresAtSeconds: expiryAfter(receivedAt, REMOVAL_NOTE_DAYS),
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
export type ToAuditWrites = (entry: AuditEntry) => readonly TransactionWrite[];

export const noAudit: ToAuditWrites = () => {
  throw new Error('this store has no audit log');
};

/** Every id is new, and the condition ensures that an existing entry is never overwritten. */
export const toInsert = (TableName: string, Item: Item): TransactionWrite => ({
  Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(entry)' },
});

const REMOVAL = 'users.remove';

type State = AuditEntry['before'];

/** @returns undefined if no attribute is wanted */
const filterState = (state: State, isWanted: (name: string) => boolean): State => {
  const attributes = Object.entries(state ?? {}).filter(([name]) => isWanted(name));
  return attributes.length > 0 ? Object.fromEntries(attributes) : undefined;
};

/**
 * Makes the writes of an entry. The item in the audit log holds only ids, the names of the changed members, and values that are
 * neither about a person nor typed freely. The rest is stored as details under the same key, and is deleted with the person. The
 * name of a file might name people too, but is not stored with them, so it expires early. The removal of a user also leaves a
 * removal note.
 */
export const makeToAuditWrites =
  (tables: AuditTables, days: number): ToAuditWrites =>
  (entry) => {
    const { reason, fileName, before, after, ...rest } = entry;
    const { userId } = entry.target;
    const isDetail = (name: string): boolean => userId !== undefined || freeTextAttributes.has(name);
    const isKept = (name: string): boolean => !isDetail(name);
    const details = defined({
      reason,
      fileName,
      before: filterState(before, isDetail),
      after: filterState(after, isDetail),
    });
    const hasDetails = Object.keys(details).length > 0;
    const changed = changedAttributes(before, after);
    const id = randomUUID();
    const attributes = logAttributes(entry, { userId, id, days });
    const item = defined({
      ...rest,
      ...attributes,
      companyLog: companyLog(entry.companyId),
      changed: changed.length > 0 ? changed : undefined,
      before: filterState(before, isKept),
      after: filterState(after, isKept),
      hasDetails: hasDetails || undefined,
    });
    const removalNote = toRemovalNote(entry, attributes.entry);
    const note = entry.action === REMOVAL ? [toInsert(tables.auditDetails, removalNote)] : [];
    if (!hasDetails) return [toInsert(tables.auditLog, item), ...note];
    const { receivedAt } = entry;
    const daysKept = fileName === undefined ? days : Math.min(days, FILE_NAME_DAYS);
    const detailsItem = { ...logAttributes(entry, { userId, id, days: daysKept }), ...details, receivedAt };
    return [toInsert(tables.auditDetails, detailsItem), toInsert(tables.auditLog, item), ...note];
  };

const keyText = ({ companyUser, entry }: Item): string => JSON.stringify([companyUser, entry]);

const merge = (kept: unknown, details: unknown): State =>
  kept || details ? { ...(kept as State), ...(details as State) } : undefined;

/** Adds the details to entries, unless they were deleted or have expired. */
export const withDetails = async (
  database: Database,
  { auditDetails }: AuditTables,
  items: readonly Item[],
  now: Instant,
): Promise<Item[]> => {
  const keys = items.flatMap(({ hasDetails, companyUser, entry }) => (hasDetails ? [{ companyUser, entry }] : []));
  if (keys.length === 0) return [...items];
  const found = await readBatch(database, auditDetails, keys);
  const current = found.filter((details) => Number(details['expiresAtSeconds']) > inSeconds(now));
  const byKey = new Map(current.map((details) => [keyText(details), details]));
  return items.map((item) => {
    const { reason, fileName, before, after } = byKey.get(keyText(item)) ?? {};
    const states = { before: merge(item['before'], before), after: merge(item['after'], after) };
    return { ...item, ...defined({ reason, fileName, ...states }) };
  });
};

export const makeAuditLog = (database: Database, tables: AuditTables, days: number): AuditLog => {
  const toAuditWrites = makeToAuditWrites(tables, days);
  return {
    async recordAuditEntry(entry) {
      await commit(database, toAuditWrites(entry));
    },
  };
};
