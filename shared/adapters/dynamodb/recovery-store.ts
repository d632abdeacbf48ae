import { randomUUID } from 'node:crypto';
import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import * as v from 'valibot';
import type { ChangedBy } from '../../domain/audit-entry.ts';
import { formatDateTime, type Instant } from '../../domain/instant.ts';
import { bookingExpiry } from '../../domain/retention.ts';
import {
  tableIds,
  type CopiedItem,
  type PlainItem,
  type RecoveryStore,
  type ServiceTable,
  type StoredItem,
} from '../../domain/recovery.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { userMapKey, type User, type UserRef } from '../../domain/user.ts';
import { userRules } from '../../rules/records.ts';
import { keyNamesOf, tables, type TableId } from '../../tables.ts';
import { CLIENT_ITEM, isTombstone, toClient } from './api-client-store.ts';
import { readBatch } from './batches.ts';
import { conditionalWrite, getItem, readAllItems, readItemPages, type Database, type Item } from './database.ts';
import { deviceKey } from './device-store.ts';
import { ifAbsent } from './expressions.ts';
import { companyUser, splitKey } from './join-key.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { toUser, userKey } from './user-reader.ts';
import { commitUser, returnFound, toPut, toState } from './user-store.ts';
import { lookUpItemsOf, nameAttributes } from './user-search-index.ts';

const QUERIES_AT_ONCE = 25;

/** The segments of a scan have about the same size, so the number of finished ones shows the progress. */
const SEGMENTS = 16;

const derived: CopiedItem = { kind: 'derived' };

/** The attributes without which the service cannot read a user, a client or a booking, and their types. */
const userItem = v.looseObject({
  companyId: v.string(),
  id: v.number(),
  ...Object.fromEntries(
    Object.entries(userRules).map(([name, { kind }]) => [
      name,
      v.optional(kind === 'texts' ? v.array(v.string()) : v.string()),
    ]),
  ),
});
const clientItem = v.looseObject({
  companyId: v.string(),
  name: v.string(),
  enabled: v.boolean(),
  createdAt: v.number(),
  scopes: v.array(v.string()),
  secrets: v.array(v.looseObject({ digest: v.string(), last4: v.string(), createdAt: v.number() })),
  revocationNumber: v.number(),
  revision: v.number(),
});
const bookingItem = v.looseObject({
  companyId: v.string(),
  userId: v.number(),
  kind: v.string(),
  checkinOpensAt: v.number(),
  noShowAt: v.number(),
  checkin: v.optional(v.looseObject({ at: v.number(), receivedAt: v.number(), checkinId: v.string() })),
});

const toOwner = (companyId: string | undefined, userId: string | undefined): { owner?: UserRef } =>
  companyId !== undefined && userId !== undefined && /^\d+$/.test(userId)
    ? { owner: { companyId, userId: Number(userId) } }
    : {};

/** Users and bookings have `changedBy`, but a booking that only gates have changed has `openSince`; other items have `receivedAt`. */
const writtenAt = ({ changedBy, openSince, receivedAt = 0 }: StoredItem): Instant =>
  ((changedBy as ChangedBy | undefined)?.at ?? openSince ?? receivedAt) as Instant;

const toPlain = (item: StoredItem, owner: { owner?: UserRef } = {}): PlainItem => {
  const seconds = item['expiresAtSeconds'] as number | undefined;
  return {
    kind: 'plain',
    item,
    writtenAt: writtenAt(item),
    ...owner,
    ...(seconds !== undefined && { expiresAt: seconds * 1_000 }),
  };
};

/** An item with the key `companyUser`. */
const toPlainOfUser = (item: StoredItem): CopiedItem => {
  const [companyId, userId] = splitKey(String(item['companyUser']));
  return toPlain(item, toOwner(companyId, userId));
};

/** Gives a booking the expiry of the current retention, and marks its check-in, so that it causes neither a push nor an event. */
const toBooking = ({ expiresAtSeconds: _, ...booking }: StoredItem, retentionDays: number): CopiedItem => {
  const { checkin, noShowAt } = booking;
  const expiry = bookingExpiry(noShowAt as number, retentionDays);
  return toPlainOfUser({
    ...booking,
    ...(checkin !== undefined && { checkin: { ...(checkin as object), restored: true } }),
    ...(expiry !== undefined && { expiresAtSeconds: expiry }),
  });
};

const toClientItem = (item: StoredItem): CopiedItem | undefined => {
  if (item['item'] !== CLIENT_ITEM) return derived;
  const plain = toPlain(item);
  if (isTombstone(item)) return plain;
  return v.is(clientItem, item) ? { ...plain, kind: 'client', client: toClient(item) } : undefined;
};

const toUsersItem = (item: StoredItem): CopiedItem | undefined => {
  // Claims, search items and devices name their user, and are written with it.
  if (item['userId'] !== undefined) return derived;
  if (typeof item['removedAt'] === 'number') return toPlain(item);
  const user = v.is(userItem, item) ? toUser(item) : undefined;
  const owner = user && { companyId: user.companyId, userId: user.id };
  if (!owner || userKey(owner).userKey !== item['userKey']) return undefined;
  return { ...toPlain(item), kind: 'user', user, owner };
};

const toAttempt = (item: StoredItem): CopiedItem => {
  const [, companyId, userId] = splitKey(String(item['attempt']));
  return toPlain(item, toOwner(companyId, userId));
};

/** The three tables of the logs have the same keys. The audit log also has the parts of imports, and the users that they created. */
const logOf = (item: StoredItem): ServiceTable => {
  if (item['kind'] === 'checkin') return 'log';
  return item['kind'] === 'admin' || 'part' in item || 'userIds' in item ? 'audit' : 'details';
};

/** The key of an item; its attributes are undefined if the item is of another table. */
const keyIn = (table: ServiceTable, item: StoredItem): Item =>
  Object.fromEntries(keyNamesOf(tableIds[table]).map((name) => [name, item[name]]));

const hasLogKeys = (table: ServiceTable): boolean => ['log', 'audit', 'details'].includes(table);

export const makeRecoveryStore = (
  database: Database,
  tableNames: Readonly<Record<TableId, string>>,
  retentionDays: number,
): RecoveryStore => {
  /** Functions that return undefined for a malformed item. */
  const readers: Readonly<Record<ServiceTable, (item: StoredItem) => CopiedItem | undefined>> = {
    clients: toClientItem,
    users: toUsersItem,
    bookings: (item) => (v.is(bookingItem, item) ? toBooking(item, retentionDays) : undefined),
    attempts: toAttempt,
    log: toPlainOfUser,
    // An entry is kept even if its person was removed, because it has only the id. The mark keeps it from causing an event.
    audit: (item) => toPlain({ ...item, restored: true }),
    details: toPlainOfUser,
    members: toPlain,
    // A key that was dropped must stay dropped, and the service publishes its keys at the next log-in.
    keys: () => derived,
  };

  /** Puts a user with all derived items. @returns false if the user or the owner of a device has changed since it was read */
  const putUser = async (user: User, item: StoredItem): Promise<boolean> => {
    const TableName = tableNames.users;
    const owner = { companyId: user.companyId, userId: user.id };
    const deviceItems = await readBatch(database, TableName, user.devices.map(deviceKey));
    const isOfOther = ({ companyId, userId }: Item): boolean => companyId !== user.companyId || userId !== user.id;
    const takenKeys = new Set(deviceItems.filter(isOfOther).map(({ userKey: key }) => key));
    const devices = user.devices.filter((endpoint) => !takenKeys.has(deviceKey(endpoint).userKey));
    const ifOwn = {
      ConditionExpression: 'attribute_not_exists(userKey) OR (companyId = :companyId AND userId = :userId)',
      ExpressionAttributeValues: { ':companyId': owner.companyId, ':userId': owner.userId },
    };
    const lookUpItems = lookUpItemsOf(user);
    const revision = randomUUID();
    const { devices: _, ...rest } = item;
    const Item = {
      ...rest,
      ...nameAttributes(user),
      revision,
      ...(devices.length > 0 && { devices: new Set(devices) }),
    };
    const writes = [
      ...lookUpItems.map((one) => toPut(TableName, owner, one)),
      ...devices.map((one) => ({ Put: { TableName, Item: { ...deviceKey(one), ...owner }, ...ifOwn } })),
    ];
    const userWrite = { Put: { TableName, Item, ...ifAbsent('userKey'), ...returnFound } };
    return commitUser(database, [userWrite, ...writes], { lookUpItems, revision });
  };

  /** @returns the user's key and the time of the last removal, or nothing */
  const findRemoval = async (user: UserRef): Promise<readonly [string, Instant][]> => {
    const removals = await readAllItems(database, QueryCommand, {
      TableName: tableNames.auditLog,
      KeyConditionExpression: 'companyUser = :user',
      FilterExpression: '#action = :removal',
      ExpressionAttributeNames: { '#action': 'action' },
      ExpressionAttributeValues: { ':user': companyUser(user), ':removal': 'users.remove' },
      ConsistentRead: true,
    });
    const last = removals.at(-1);
    return last ? [[userMapKey(user), last['receivedAt'] as Instant]] : [];
  };

  return {
    nameOf: (table) => tableNames[tableIds[table]],
    async *read(TableName) {
      try {
        for (let Segment = 0; Segment < SEGMENTS; Segment += 1) {
          const pages = readItemPages(database, ScanCommand, { TableName, Segment, TotalSegments: SEGMENTS });
          for await (const { items, isLast } of pages) yield { items, share: (Segment + Number(isLast)) / SEGMENTS };
        }
      } catch (error) {
        throw error instanceof ResourceNotFoundException
          ? new UseCaseError('copy_not_found', { from: TableName })
          : error;
      }
    },
    toCopied(table, item) {
      const key = keyIn(table, item);
      const isOfTable = Object.values(key).every((value) => value !== undefined);
      if (!isOfTable || (hasLogKeys(table) && logOf(item) !== table)) return undefined;
      return readers[table](item) ?? { kind: 'malformed', key };
    },
    async findStored(table, items) {
      const textOf = (item: StoredItem) => JSON.stringify(keyIn(table, item));
      const keys = items.map((item) => keyIn(table, item));
      const stored = await readBatch(database, tableNames[tableIds[table]], keys);
      const byKey = new Map(stored.map((item) => [textOf(item), item]));
      return items.map((item) => byKey.get(textOf(item)));
    },
    async findStates(users) {
      const mapKeys = new Map(users.map((ref) => [userKey(ref).userKey, userMapKey(ref)]));
      const items = await readBatch(database, tableNames.users, users.map(userKey));
      return new Map(items.map((item) => [mapKeys.get(item['userKey'] as string) as string, toState(item)]));
    },
    async findRemovals(users) {
      return new Map((await pMap(users, findRemoval, { concurrency: QUERIES_AT_ONCE })).flat());
    },
    async create(table, item) {
      const id = tableIds[table];
      const put = new PutCommand({ TableName: tableNames[id], Item: item, ...ifAbsent(tables[id].partitionKey.name) });
      return (await conditionalWrite(database, put)).isWritten;
    },
    async createUser(user, item) {
      const { isCreated } = await retryOnConflict(async () => {
        const owner = { companyId: user.companyId, userId: user.id };
        if (await getItem(database, tableNames.users, userKey(owner))) return { isCreated: false };
        const isCommitted = await putUser(user, item);
        return isCommitted && { isCreated: true };
      });
      return isCreated;
    },
    async hasChangedSince({ clientId, companyId, createdAt, changedAt = createdAt }) {
      const entries = await readAllItems(database, QueryCommand, {
        TableName: tableNames.auditLog,
        KeyConditionExpression: 'companyUser = :company AND entry > :then',
        // `;` sorts after every entry of that time.
        ExpressionAttributeValues: { ':company': companyUser({ companyId }), ':then': `${formatDateTime(changedAt)};` },
        ConsistentRead: true,
      });
      // The entry of the creation can be a little later than the client.
      return entries.some(
        ({ action, target }) => action !== 'clients.create' && (target as Item)['clientId'] === clientId,
      );
    },
  };
};
