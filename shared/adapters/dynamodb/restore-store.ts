import { randomUUID } from 'node:crypto';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import type { AdminEntry } from '../../domain/audit-entry.ts';
import { bookingExpiry } from '../../domain/retention.ts';
import type { RestoreStores } from '../../domain/restore.ts';
import { restorableTableIds, type StoredItem } from '../../domain/table-copy.ts';
import type { UserRef } from '../../domain/user.ts';
import { keyNamesOf, tables, TIME_TO_LIVE_ATTRIBUTE, type TableId } from '../../tables.ts';
import { readBatch } from './batches.ts';
import { readCopiedItem } from './copied-item.ts';
import { conditionalWrite, getItem, readAllItems, type Database } from './database.ts';
import { ifAbsent } from './expressions.ts';
import { companyUser } from './join-key.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { toKnownUser, unchangedSinceRead, userKey } from './user-reader.ts';
import { lookUpItemsOf, nameAttributes } from './user-texts.ts';
import { commitUser, returnFound, toPut } from './user-store.ts';

const READS_AT_ONCE = 25;

/** Sets a booking's time to live according to the current retention, and marks its check-in so that no push is sent. */
const prepareBooking = (item: StoredItem, retentionDays: number): StoredItem => {
  const { [TIME_TO_LIVE_ATTRIBUTE]: _, checkin, ...rest } = item;
  const expiry = bookingExpiry(item['noShowAt'] as number, retentionDays);
  return {
    ...rest,
    ...(checkin !== undefined && { checkin: { ...(checkin as object), restored: true } }),
    ...(expiry !== undefined && { [TIME_TO_LIVE_ATTRIBUTE]: expiry }),
  };
};

export const makeRestoreStore = (
  database: Database,
  tableNames: Readonly<Record<TableId, string>>,
  retentionDays: number,
): Omit<RestoreStores, 'apiClients' | 'users' | 'devices' | 'bookings'> => {
  const findStored: RestoreStores['findStored'] = async (table, items) => {
    const id = restorableTableIds[table];
    const keyNames = keyNamesOf(id);
    const keyOf = (item: StoredItem) => Object.fromEntries(keyNames.map((name) => [name, item[name]]));
    const toText = (item: StoredItem): string => JSON.stringify(Object.values(keyOf(item)));
    // A file can contain an item twice, but DynamoDB rejects a key that is requested twice.
    const keys = new Map(items.map((item) => [toText(item), keyOf(item)]));
    const stored = await readBatch(database, tableNames[id], [...keys.values()]);
    const byKey = new Map(stored.map((item) => [toText(item), readCopiedItem(table, item)]));
    return items.map((item) => byKey.get(toText(item)));
  };

  const createUser: RestoreStores['createUser'] = async (user, item) => {
    const TableName = tableNames.users;
    const ref = { companyId: user.companyId, userId: user.id };
    const lookUpItems = lookUpItemsOf(user);
    const lookUps = lookUpItems.map((one) => toPut(TableName, ref, one));
    const { isWritten } = await retryOnConflict(async () => {
      const found = await getItem(database, TableName, userKey(ref));
      if (toKnownUser(found)) return { isWritten: false };
      const revision = randomUUID();
      const Item = { ...item, ...nameAttributes(user), revision };
      const Put = { TableName, Item, ...unchangedSinceRead(found), ...returnFound };
      return (await commitUser(database, [{ Put }, ...lookUps], { lookUpItems, revision })) && { isWritten: true };
    });
    return isWritten;
  };

  const readAdminEntries = async (ref: Partial<UserRef> & Pick<UserRef, 'companyId'>): Promise<AdminEntry[]> =>
    (await readAllItems(database, QueryCommand, {
      TableName: tableNames.auditLog,
      KeyConditionExpression: 'companyUser = :companyUser',
      ExpressionAttributeValues: { ':companyUser': companyUser(ref) },
      ScanIndexForward: false,
      ConsistentRead: true,
    })) as unknown as AdminEntry[];

  /** A removal leaves a tombstone and an audit entry. Either one proves the removal, even if the other's table was lost. */
  const isRemoved = async (ref: UserRef, item: StoredItem | undefined): Promise<boolean> => {
    if (item) return toKnownUser(item) === undefined;
    const entries = await readAdminEntries(ref);
    return entries.some(({ action }) => action === 'users.remove');
  };

  return {
    readItem: readCopiedItem,
    findStored,
    async create(table, item) {
      const id = restorableTableIds[table];
      const Item = table === 'bookings' ? prepareBooking(item, retentionDays) : item;
      const put = new PutCommand({ TableName: tableNames[id], Item, ...ifAbsent(tables[id].partitionKey.name) });
      return (await conditionalWrite(database, put)).isWritten;
    },
    createUser,
    listAdminEntries: (companyId) => readAdminEntries({ companyId }),
    async findRemoved(users) {
      const items = await readBatch(database, tableNames.users, users.map(userKey));
      const byKey = new Map(items.map((item) => [item['userKey'], item]));
      const removed = await pMap(users, (ref) => isRemoved(ref, byKey.get(userKey(ref).userKey)), {
        concurrency: READS_AT_ONCE,
      });
      return users.filter((_, index) => removed[index]);
    },
    retentionDays,
  };
};
