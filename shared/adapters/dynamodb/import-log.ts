import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import {
  addCounts,
  combineAttempts,
  MAX_IMPORT_HOURS,
  noCounts,
  type Actor,
  type ImportCounts,
  type ImportLog,
  type ImportPart,
  type ImportRef,
  type ImportSums,
  type NewUsers,
  type OtherAttempts,
  type PartEnd,
} from '../../domain/audit-entry.ts';
import { expiryAfter, formatDateTime, HOUR, type Instant } from '../../domain/instant.ts';
import { groupBy } from '../../rules/plain-values.ts';
import { makeToAuditWrites, toInsert, type AuditTables } from './audit-log.ts';
import { readAllItems, type Database, type Item } from './database.ts';
import { joinKey } from './join-key.ts';
import { commit, type TransactionWrite } from './transaction.ts';

/** The partition of an import: how it began, how each of its parts began and ended, and which users it created. */
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

const partIdOf = ({ part, digest }: ImportPart): string => JSON.stringify([part, digest]);

const isComplete = ({ counts, isStopped }: StoredPart): boolean => counts !== undefined && !isStopped;

/** Reads how the parts of an import, or one of them, began and ended; consistently, the oldest attempt at a part first. */
const readParts = async (
  database: Database,
  TableName: string,
  ref: ImportRef,
  part?: number,
): Promise<readonly StoredPart[]> => {
  const ofAllParts = { condition: 'entry <= :key', key: OWNER };
  const query = part === undefined ? ofAllParts : { condition: 'begins_with(entry, :key)', key: joinKey(part, '') };
  const items = await readAllItems(database, QueryCommand, {
    TableName,
    KeyConditionExpression: `companyUser = :import AND ${query.condition}`,
    ExpressionAttributeValues: { ':import': importPartition(ref), ':key': query.key },
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
export const makeRecordPartEnd =
  (database: Database, { auditLog }: Pick<AuditTables, 'auditLog'>, days: number): ImportLog['recordPartEnd'] =>
  async (ref, end, at) => {
    await commit(database, [toInsert(auditLog, toPartItem(ref, { ...end, receivedAt: at }, days))]);
  };

export const makeImportLog = (database: Database, tables: AuditTables, days: number): ImportLog => {
  const toAuditWrites = makeToAuditWrites(tables, days);
  const TableName = tables.auditLog;

  return {
    async beginImport(entry, part) {
      const { companyId, actor, action, receivedAt, requestId } = entry;
      const ref = { companyId, importId: String(entry.target['importId']) };
      const begin = toPartItem(ref, { ...part, ...(requestId !== undefined && { requestId }), receivedAt }, days);
      // This item also records that the first part has begun.
      const owner = { ...begin, actor, action, entry: OWNER };
      const claim = { TableName, Item: owner, ConditionExpression: 'attribute_not_exists(entry)' };
      const claimed = await commit(database, [
        { Put: { ...claim, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } },
        ...toAuditWrites(entry),
      ]);
      if (claimed.isCommitted) return noAttempts;
      // The import was begun before. This part belongs to it only with the same action and actor, and only in time.
      const found = claimed.failed.find(({ index }) => index === 0)?.found;
      if (!found || found['action'] !== action || actorText(found['actor'] as Actor) !== actorText(actor))
        return undefined;
      const firstPart = found as unknown as StoredPart;
      if (receivedAt - firstPart.receivedAt > MAX_IMPORT_HOURS * HOUR) return undefined;
      // Written before the others are read, so that of two simultaneous attempts at least the later one finds the other.
      await commit(database, [toInsert(TableName, begin)]);
      const begun = await readParts(database, TableName, ref, part.part);
      const others = begun.filter((one) => one.entry !== begin['entry']);
      return toAttempts([firstPart, ...others].filter((one) => partIdOf(one) === partIdOf(part)));
    },
    recordPartEnd: makeRecordPartEnd(database, tables, days),
    async recordNewUsers(ref, userIds, at) {
      const toNewUsers = (_: unknown, index: number): TransactionWrite =>
        toInsert(TableName, {
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

/**
 * Reads some of the users that an import created: those that one item names.
 * @param after the key of the last item that was read. It comes from a caller, so a key before the new users is replaced
 */
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
      ExpressionAttributeValues: { ':import': importPartition(ref), ':after': after > NEW_USERS ? after : NEW_USERS },
      // The second shows whether there are more.
      Limit: 2,
    }),
  );
  const [item, following] = Items;
  // Without users, the time means nothing.
  if (!item) return { userIds: [], at: 0 };
  const { userIds, receivedAt, entry } = item;
  return {
    userIds: userIds as number[],
    at: receivedAt as Instant,
    ...(following && { next: entry as string }),
  };
};

const sum = (parts: readonly StoredPart[]): ImportSums => {
  const attempts = [...groupBy(parts, partIdOf).values()].map(countsIn);
  const counts = attempts.map(combineAttempts).reduce(addCounts, noCounts);
  const complete = new Set(parts.filter(isComplete).map(partIdOf));
  const isUnfinished = parts.some((part) => !complete.has(partIdOf(part)));
  return { ...counts, isUnfinished, lastAt: Math.max(...parts.map(({ receivedAt }) => receivedAt)) };
};

/** Reads how an import went so far. */
export const readImportSums = async (database: Database, { auditLog }: AuditTables, ref: ImportRef) => {
  const parts = await readParts(database, auditLog, ref);
  return parts.length > 0 ? sum(parts) : undefined;
};
