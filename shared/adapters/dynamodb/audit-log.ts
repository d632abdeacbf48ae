import { randomUUID } from 'node:crypto';
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import {
  changedMembers,
  combineAttempts,
  MAX_IMPORT_HOURS,
  typedMembers,
  type Actor,
  type AuditEntry,
  type AuditLog,
  type ImportCounts,
  type ImportLog,
  type ImportPart,
  type ImportRef,
  type ImportSums,
  type NewUsers,
  type OtherAttempts,
  type PartEnd,
} from '../../domain/audit-entry.ts';
import type { RemovalNotes } from '../../domain/user.ts';
import { defined, groupBy } from '../../rules/plain-values.ts';
import { formatDateTime, HOUR, inSeconds, type Instant, expiryAfter } from '../../domain/instant.ts';
import { FILE_NAME_DAYS } from '../../domain/retention.ts';
import { readAllItems, type Database, type Item } from './database.ts';
import { joinKey } from './join-key.ts';
import { companyLog, logAttributes } from './checkin-log.ts';
import { readBatch } from './batches.ts';
import { commit, type TransactionWrite } from './transaction.ts';

/** The partition key of the notes in the table of audit details. No other item has it, because no company has an empty id. */
const REMOVALS = joinKey('', 'removed-users');

const DAYS_KEPT = 30;

export const toRemovalNote = ({ companyId, receivedAt, target }: AuditEntry, id: string) => ({
  companyUser: REMOVALS,
  entry: id,
  companyId,
  userId: target.userId,
  receivedAt,
  expiresAtSeconds: expiryAfter(receivedAt, DAYS_KEPT),
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
const add = (TableName: string, Item: Item): TransactionWrite => ({
  Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(entry)' },
});

const REMOVAL = 'users.remove';

type State = AuditEntry['before'];

const pick = (state: State, isWanted: (name: string) => boolean): State => {
  const members = Object.entries(state ?? {}).filter(([name]) => isWanted(name));
  return members.length > 0 ? Object.fromEntries(members) : undefined;
};

/**
 * Makes the writes of an entry. The item in the audit log holds only ids, the names of the changed members, and values that are
 * neither about a person nor typed freely. The rest is stored as details under the same key. They are deleted with the person;
 * the name of a file, which nobody can trace to the people whom it might name, expires early. The removal of a user also leaves
 * a {@link RemovalNote}.
 */
export const makeToAuditWrites =
  (tables: AuditTables, days: number): ToAuditWrites =>
  (entry) => {
    const { reason, fileName, before, after, ...rest } = entry;
    const { userId } = entry.target;
    const isDetail = (name: string): boolean => userId !== undefined || typedMembers.has(name);
    const isKept = (name: string): boolean => !isDetail(name);
    const details = defined({ reason, fileName, before: pick(before, isDetail), after: pick(after, isDetail) });
    const hasDetails = Object.keys(details).length > 0;
    const changed = changedMembers(before, after);
    const id = randomUUID();
    const attributes = logAttributes(entry, { userId, id, days });
    const item = defined({
      ...rest,
      ...attributes,
      companyLog: companyLog(entry.companyId),
      changed: changed.length > 0 ? changed : undefined,
      before: pick(before, isKept),
      after: pick(after, isKept),
      hasDetails: hasDetails || undefined,
    });
    const note = entry.action === REMOVAL ? [add(tables.auditDetails, toRemovalNote(entry, attributes.entry))] : [];
    if (!hasDetails) return [add(tables.auditLog, item), ...note];
    const { receivedAt } = entry;
    const daysKept = fileName === undefined ? days : Math.min(days, FILE_NAME_DAYS);
    const detailsItem = { ...logAttributes(entry, { userId, id, days: daysKept }), ...details, receivedAt };
    return [add(tables.auditDetails, detailsItem), add(tables.auditLog, item), ...note];
  };

const toText = ({ companyUser, entry }: Item): string => JSON.stringify([companyUser, entry]);

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
  const byKey = new Map(current.map((details) => [toText(details), details]));
  return items.map((item) => {
    const { reason, fileName, before, after } = byKey.get(toText(item)) ?? {};
    const merge = (name: 'before' | 'after', details: unknown) =>
      item[name] || details ? { ...(item[name] as object), ...(details as object) } : undefined;
    return { ...item, ...defined({ reason, fileName, before: merge('before', before), after: merge('after', after) }) };
  });
};

/** The partition of an import: how it began, how each of its parts began and ended, and whom it created. */
const importPartition = ({ companyId, importId }: ImportRef): string => joinKey(companyId, 'import', importId);

/** The sort key of the item that says whose import it is. The sort keys of parts begin with a number. */
const OWNER = 'owner';

/** The prefix of the sort keys of items that name new users. It sorts after the keys of the parts and of the owner. */
const NEW_USERS = 'users';
const NEW_USERS_IN_ITEM = 100;

const actorText = ({ through, id }: Actor): string => JSON.stringify([through, id]);

interface StoredPart extends ImportPart, Partial<Pick<PartEnd, 'counts' | 'isStopped'>> {
  readonly entry: string;
  readonly receivedAt: Instant;
  /** The request of an attempt that begins. */
  readonly requestId?: string;
}

const nameOf = ({ part, digest }: ImportPart): string => JSON.stringify([part, digest]);

const isComplete = ({ counts, isStopped }: StoredPart): boolean => counts !== undefined && !isStopped;

/** Reads how the parts of an import, or one of them, began and ended; consistently, the oldest attempt at a part first. */
const readParts = async (
  database: Database,
  TableName: string,
  ref: ImportRef,
  part?: number,
): Promise<readonly StoredPart[]> => {
  const items = await readAllItems(database, QueryCommand, {
    TableName,
    KeyConditionExpression: `companyUser = :import AND ${part === undefined ? 'entry <= :key' : 'begins_with(entry, :key)'}`,
    ExpressionAttributeValues: {
      ':import': importPartition(ref),
      ':key': part === undefined ? OWNER : joinKey(part, ''),
    },
    ConsistentRead: true,
  });
  return items as unknown as StoredPart[];
};

const noAttempts: OtherAttempts = { requestIds: [], counts: [] };

const countsIn = (parts: readonly StoredPart[]): ImportCounts[] => parts.flatMap(({ counts }) => counts ?? []);

const toAttempts = (parts: readonly StoredPart[]): OtherAttempts => ({
  requestIds: parts.flatMap(({ requestId }) => requestId ?? []),
  counts: countsIn(parts),
});

const toPartItem = (ref: ImportRef, part: Omit<StoredPart, 'entry'>, days: number): Item => ({
  companyUser: importPartition(ref),
  entry: joinKey(part.part, formatDateTime(part.receivedAt), randomUUID()),
  ...part,
  expiresAtSeconds: expiryAfter(part.receivedAt, days),
});

/** @param database without the deadline of the request: what was written is recorded even if the deadline cut the part off */
export const makeEndPart =
  (database: Database, { auditLog }: Pick<AuditTables, 'auditLog'>, days: number): ImportLog['endPart'] =>
  async (ref, end, at) => {
    await commit(database, [add(auditLog, toPartItem(ref, { ...end, receivedAt: at }, days))]);
  };

export const makeAuditLog = (database: Database, tables: AuditTables, days: number): AuditLog & ImportLog => {
  const toAuditWrites = makeToAuditWrites(tables, days);
  const TableName = tables.auditLog;

  return {
    async recordAuditEntry(entry) {
      await commit(database, toAuditWrites(entry));
    },
    async beginImport(entry, part) {
      const { companyId, actor, action, receivedAt, requestId } = entry;
      const ref = { companyId, importId: String(entry.target['importId']) };
      const begin = toPartItem(ref, { ...part, ...(requestId !== undefined && { requestId }), receivedAt }, days);
      // This item also records that the first part has begun.
      const owner = { ...begin, actor, action, entry: OWNER };
      const claim = { TableName, Item: owner, ConditionExpression: 'attribute_not_exists(entry)' };
      const first = await commit(database, [
        { Put: { ...claim, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } },
        ...toAuditWrites(entry),
      ]);
      if (first.isCommitted) return noAttempts;
      const found = first.failed.find(({ index }) => index === 0)?.found;
      if (!found || found['action'] !== action || actorText(found['actor'] as Actor) !== actorText(actor))
        return undefined;
      const firstPart = found as unknown as StoredPart;
      if (receivedAt - firstPart.receivedAt > MAX_IMPORT_HOURS * HOUR) return undefined;
      // Before it reads the others: of two attempts at the same time, at least the later one knows the other.
      await commit(database, [add(TableName, begin)]);
      const begun = await readParts(database, TableName, ref, part.part);
      const others = begun.filter((one) => one.entry !== begin['entry']);
      return toAttempts([firstPart, ...others].filter((one) => nameOf(one) === nameOf(part)));
    },
    endPart: makeEndPart(database, tables, days),
    async recordNewUsers(ref, userIds, at) {
      const toNewUsers = (_: unknown, index: number): TransactionWrite =>
        add(TableName, {
          companyUser: importPartition(ref),
          entry: joinKey(NEW_USERS, formatDateTime(at), String(index).padStart(2, '0'), randomUUID()),
          userIds: userIds.slice(index * NEW_USERS_IN_ITEM, (index + 1) * NEW_USERS_IN_ITEM),
          receivedAt: at,
          expiresAtSeconds: expiryAfter(at, days),
        });
      const items = Array.from({ length: Math.ceil(userIds.length / NEW_USERS_IN_ITEM) }, toNewUsers);
      if (items.length > 0) await commit(database, items);
    },
  };
};

/** Reads the users that one item names, of those whom an import has created. */
export const readNewUsers = async (
  database: Database,
  { auditLog }: AuditTables,
  ref: ImportRef,
  after = NEW_USERS,
): Promise<NewUsers & { readonly next?: string }> => {
  const { Items = [] } = await database.send(
    new QueryCommand({
      TableName: auditLog,
      KeyConditionExpression: 'companyUser = :import AND entry > :after',
      ExpressionAttributeValues: { ':import': importPartition(ref), ':after': after },
      Limit: 2,
    }),
  );
  const [item, following] = Items;
  if (!item) return { userIds: [], at: 0 };
  const { userIds, receivedAt, entry } = item;
  return {
    userIds: userIds as number[],
    at: receivedAt as Instant,
    ...(following && { next: entry as string }),
  };
};

const noCounts: ImportCounts = { written: 0, unchanged: 0, deleted: 0, failed: 0 };

const sum = (parts: readonly StoredPart[]): ImportSums => {
  const attempts = [...groupBy(parts, nameOf).values()].map(countsIn);
  const counts = attempts.map(combineAttempts).reduce(
    (total, one) => ({
      written: total.written + one.written,
      unchanged: total.unchanged + one.unchanged,
      deleted: total.deleted + one.deleted,
      failed: total.failed + one.failed,
    }),
    noCounts,
  );
  const complete = new Set(parts.filter(isComplete).map(nameOf));
  const isUnfinished = parts.some((part) => !complete.has(nameOf(part)));
  return { ...counts, isUnfinished, lastAt: Math.max(...parts.map(({ receivedAt }) => receivedAt)) };
};

/** Reads how an import went so far. */
export const readImportSums = async (database: Database, { auditLog }: AuditTables, ref: ImportRef) => {
  const parts = await readParts(database, auditLog, ref);
  return parts.length > 0 ? sum(parts) : undefined;
};
