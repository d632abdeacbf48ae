import { randomUUID } from 'node:crypto';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import type { AdminEntry } from '../../domain/audit-entry.ts';
import { bookingExpiry } from '../../domain/retention.ts';
import type { ItemRestore, RestoreStores } from '../../domain/restore.ts';
import { restorableTableIds, type RestorableTable, type StoredItem } from '../../domain/table-copy.ts';
import type { UserRef } from '../../domain/user.ts';
import { keyNamesOf, tables, TIME_TO_LIVE_ATTRIBUTE, type TableId } from '../../tables.ts';
import { readBatch } from './batches.ts';
import { conditionalWrite, getItem, type Database } from './database.ts';
import { ifAbsent } from './expressions.ts';
import { joinKey } from './join-key.ts';
import { readAllItems } from './read-all-items.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { toKnownUser, unchangedSinceRead, userKey } from './user-item.ts';
import { lookUpItemsOf, nameAttributes } from './user-look-ups.ts';
import { commitUser, returnFound, toPut } from './user-writes.ts';

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

/** Returns the reads and writes that only a restore needs. */
export const makeRestoreStore = (
  database: Database,
  tableNames: Readonly<Record<TableId, string>>,
  retentionDays: number,
): Pick<RestoreStores, 'itemsOf' | 'createUser' | 'listAdminEntries' | 'findRemoved'> => {
  const itemsOf = (table: RestorableTable): ItemRestore => {
    const id = restorableTableIds[table];
    const TableName = tableNames[id];
    const keyNames = keyNamesOf(id);
    const keyOf = (item: StoredItem) => Object.fromEntries(keyNames.map((name) => [name, item[name]]));
    const toKeyText = (item: StoredItem): string => JSON.stringify(Object.values(keyOf(item)));
    return {
      async arePresent(items) {
        const keys = new Map(items.map((item) => [toKeyText(item), keyOf(item)]));
        const found = new Set((await readBatch(database, TableName, [...keys.values()])).map(toKeyText));
        return items.map((item) => found.has(toKeyText(item)));
      },
      async create(item) {
        const Item = table === 'bookings' ? prepareBooking(item, retentionDays) : item;
        const put = new PutCommand({ TableName, Item, ...ifAbsent(tables[id].partitionKey.name) });
        return (await conditionalWrite(database, put)).isWritten;
      },
    };
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

  const readAdminEntries = async (companyUser: string): Promise<AdminEntry[]> =>
    (await readAllItems(database, QueryCommand, {
      TableName: tableNames.auditLog,
      KeyConditionExpression: 'companyUser = :companyUser',
      ExpressionAttributeValues: { ':companyUser': companyUser },
      ScanIndexForward: false,
      ConsistentRead: true,
    })) as unknown as AdminEntry[];

  /** A removal leaves a tombstone and an audit entry. Either one proves the removal, even if the other's table was lost. */
  const isRemoved = async (ref: UserRef, item: StoredItem | undefined): Promise<boolean> => {
    if (item) return toKnownUser(item) === undefined;
    const entries = await readAdminEntries(joinKey(ref.companyId, ref.userId));
    return entries.some(({ action }) => action === 'users.remove');
  };

  return {
    itemsOf,
    createUser,
    listAdminEntries: (companyId) => readAdminEntries(joinKey(companyId, '')),
    async findRemoved(users) {
      const items = await readBatch(database, tableNames.users, users.map(userKey));
      const byKey = new Map(items.map((item) => [item['userKey'], item]));
      const removed = await pMap(users, (ref) => isRemoved(ref, byKey.get(userKey(ref).userKey)), {
        concurrency: READS_AT_ONCE,
      });
      return users.filter((_, index) => removed[index]);
    },
  };
};
