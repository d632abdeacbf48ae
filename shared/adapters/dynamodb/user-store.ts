import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { changedBy, type Acting, type ChangedBy } from '../../domain/audit-entry.ts';
import {
  withoutRevision,
  IdentifierTaken,
  type StoredUser,
  type User,
  type UserProfile,
  type UserRef,
  type UserState,
  type UserStore,
} from '../../domain/user.ts';
import { readBatch } from './batches.ts';
import { userAttributeNames } from '../../rules/attributes.ts';
import { getItem, type Database, type Item } from './database.ts';
import { toDeviceRelease } from './device-store.ts';
import { ifAbsent, stillHas, toUpdate } from './expressions.ts';
import { commit, type TransactionWrite } from './transaction.ts';
import { makeUserReader, toStoredUser, toUser, userKey } from './user-reader.ts';
import { lookUpItemsOf, nameAttributes, type LookUpItem } from './user-search-index.ts';
import type { Instant } from '../../domain/instant.ts';
import { noAudit } from './audit-log.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

const difference = (some: readonly LookUpItem[], others: readonly LookUpItem[]): LookUpItem[] =>
  some.filter((one) => !others.some((other) => isDeepStrictEqual(one, other)));

const hasKey = (some: readonly LookUpItem[], { item }: LookUpItem): boolean =>
  some.some((other) => other.item.userKey === item.userKey);

/** What a write needs of the user or tombstone that was read. */
interface FoundItem {
  readonly revision?: unknown;
  readonly removedAt?: unknown;
  readonly takenAt?: unknown;
}

interface UserWrite {
  readonly ref: UserRef;
  /** Undefined if there was neither a user nor a tombstone. */
  readonly read: FoundItem | undefined;
  readonly before: User | undefined;
  /** Undefined if the user is to be removed. */
  readonly after: UserProfile | undefined;
  readonly changedBy?: ChangedBy | undefined;
  /** Writes of other items in the same transaction, such as audit entries. */
  readonly others?: readonly TransactionWrite[];
}

const attributeNames = ['companyId', 'id', ...userAttributeNames, 'searchIn', 'searchText'] as const;

export const returnFound = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

/** Returns the condition that a user or tombstone is still as it was read, or still absent. */
const unchangedSinceRead = (item: FoundItem | undefined) =>
  item ? stillHas({ revision: item.revision }) : ifAbsent('userKey');

const toUserUpdate = (
  TableName: string,
  { ref, read, before, changedBy: author }: UserWrite,
  after: UserProfile,
  revision: string,
) => {
  const item: Item = { ...after, ...nameAttributes(after) };
  const replacesTombstone = read !== undefined && before === undefined;
  const attributes = {
    ...Object.fromEntries(attributeNames.map((name) => [name, item[name]])),
    revision,
    changedBy: author,
    ...(replacesTombstone && { takenAt: author?.at ?? Date.now() }),
  };
  return { TableName, Key: userKey(ref), ...toUpdate(attributes, unchangedSinceRead(read)), ...returnFound };
};

/** A tombstone replaces the whole user, and prevents an older write in flight from bringing the user back. */
const toTombstone = (TableName: string, { ref, read, before, changedBy: author }: UserWrite, revision: string) => {
  // Registering a device does not change the revision, so the condition compares the devices too.
  const devices = before && before.devices.length > 0 ? new Set(before.devices) : undefined;
  return {
    TableName,
    Item: { ...userKey(ref), revision, removedAt: author?.at ?? Date.now() },
    ...(read && before ? stillHas({ revision: read.revision, devices }) : unchangedSinceRead(read)),
    ...returnFound,
  };
};

const ifFree = ({ userId }: UserRef) => ({
  ConditionExpression: 'attribute_not_exists(userKey) OR userId = :self',
  ExpressionAttributeValues: { ':self': userId },
  ...returnFound,
});

export const toPut = (table: string, ref: UserRef, { item }: LookUpItem): TransactionWrite => ({
  Put: { TableName: table, Item: item, ...ifFree(ref) },
});

const toRelease = (table: string, ref: UserRef, { item: { userKey: key } }: LookUpItem): TransactionWrite => ({
  Delete: { TableName: table, Key: { userKey: key }, ...ifFree(ref) },
});

/**
 * @param lookUpItems the items that `otherWrites` put or delete. These writes come first, in the same order
 * @returns false if the user has changed since it was read
 * @throws IdentifierTaken
 */
export const commitUser = async (
  database: Database,
  [userWrite, ...otherWrites]: readonly [TransactionWrite, ...TransactionWrite[]],
  { lookUpItems, revision }: { readonly lookUpItems: readonly LookUpItem[]; readonly revision: string },
): Promise<boolean> => {
  const result = await commit(database, [userWrite, ...otherWrites]);
  if (result.isCommitted) return true;
  const user = result.failed.find(({ index }) => index === 0);
  // If the revision is ours, an earlier try was committed, and its response was lost.
  if (user) return user.found?.['revision'] === revision;
  const lookUp = result.failed.find(({ index }) => index <= lookUpItems.length);
  if (!lookUp) return false;
  throw new IdentifierTaken(String(lookUpItems[lookUp.index - 1]?.field), Number(lookUp.found?.['userId']));
};

/**
 * Writes a user and the user's look-up items in one transaction, with at most 29 writes, and 50 more for the devices of a removed
 * user.
 * @returns false if the user has changed since it was read
 * @throws IdentifierTaken
 */
const writeUser = (database: Database, table: string, write: UserWrite): Promise<boolean> => {
  const { ref, before, after, others = [] } = write;
  const revision = randomUUID();
  const current = before ? lookUpItemsOf(before) : [];
  const wanted = after ? lookUpItemsOf(after) : [];
  // An item whose text changes keeps its key, so it is overwritten, and not lost.
  const gained = difference(wanted, current);
  const lost = current.filter((one) => !hasKey(wanted, one));
  const userWrite: TransactionWrite = after
    ? { Update: toUserUpdate(table, write, after, revision) }
    : { Put: toTombstone(table, write, revision) };
  return commitUser(
    database,
    [
      userWrite,
      ...gained.map((one) => toPut(table, ref, one)),
      ...lost.map((one) => toRelease(table, ref, one)),
      ...(after ? [] : (before?.devices ?? []).map((endpoint) => toDeviceRelease(table, endpoint))),
      ...others,
    ],
    { lookUpItems: [...gained, ...lost], revision },
  );
};

const profileOf = ({ devices: _, changedBy: __, ...profile }: User): UserProfile => profile;

/**
 * Whether the user was removed, or a new user got the id, after the request began. A time in the future is ignored, because it
 * comes from a fast clock.
 */
const isGoneSince = ({ removedAt, takenAt }: FoundItem, begunAt: Instant, now: Acting['now']): boolean => {
  const goneAt = removedAt ?? takenAt;
  return typeof goneAt === 'number' && begunAt < goneAt && goneAt <= now();
};

export const toState = (item: Item): UserState => toStoredUser(item) ?? { removedAt: item['removedAt'] as Instant };

export const makeUserStore = (database: Database, table: string, toAuditWrites = noAudit): UserStore => {
  /** Returns the user or tombstone, and the user if it is one. */
  const read = async (ref: UserRef): Promise<{ item: FoundItem | undefined; user: StoredUser | undefined }> => {
    const item = await getItem(database, table, userKey(ref));
    return { item, user: toStoredUser(item) };
  };

  const change: UserStore['change'] = async (ref, decide, alreadyRead, audited) => {
    const { by, begunAt } = audited ?? {};
    let wasPresent = false;
    return retryOnConflict(async (isFirstTry) => {
      const { item, user } =
        alreadyRead && isFirstTry ? { item: alreadyRead.user, user: alreadyRead.user } : await read(ref);
      const before = user && withoutRevision(user);
      wasPresent ||= user !== undefined;
      const isRemovedMeanwhile = wasPresent && !user;
      // An import or sync request that began before the person was removed must not bring the person back.
      if (item && by && begunAt !== undefined && (isRemovedMeanwhile || isGoneSince(item, begunAt, by.now)))
        return { outcome: 'unchanged', before, after: before };
      const decided = decide(before);
      // If `decide` returned a whole user, its devices are not part of the change.
      const after = decided && profileOf(decided as User);
      if (isDeepStrictEqual(before && profileOf(before), after)) return { outcome: 'unchanged', before, after };
      const author = audited && { changedBy: changedBy(audited.by) };
      const others = (audited?.entries?.(before, after) ?? []).flatMap(toAuditWrites);
      if (!(await writeUser(database, table, { ref, read: item, before, after, ...author, others }))) return false;
      return { outcome: after ? 'written' : 'deleted', before, after };
    });
  };

  return {
    ...makeUserReader(database, table),
    change,
    async findStates(companyId, userIds) {
      const ids = new Map(userIds.map((userId) => [userKey({ companyId, userId }).userKey, userId]));
      const keys = [...ids.keys()].map((key) => ({ userKey: key }));
      const items = await readBatch(database, table, keys);
      return new Map(items.map((item) => [ids.get(item['userKey'] as string) as number, toState(item)]));
    },
    async save(profile) {
      const { outcome } = await change({ companyId: profile.companyId, userId: profile.id }, () => profile);
      return outcome === 'unchanged' ? outcome : 'written';
    },
    async listByCompany(companyId, { after = 0, limit }) {
      const page = await database.send(
        new QueryCommand({
          TableName: table,
          IndexName: 'byCompany',
          KeyConditionExpression: 'companyId = :companyId AND #id > :after',
          ExpressionAttributeNames: { '#id': 'id' },
          ExpressionAttributeValues: { ':companyId': companyId, ':after': after },
          Limit: limit,
        }),
      );
      const items = (page.Items ?? []).map((item) => profileOf(toUser(item) as User));
      return { items, ...(page.LastEvaluatedKey && { next: page.LastEvaluatedKey['id'] as number }) };
    },
  };
};
