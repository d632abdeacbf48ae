import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { bookingExpiry } from '../../domain/retention.ts';
import type { RestoreStores } from '../../domain/restore.ts';
import { restorableTableIds, type StoredItem } from '../../domain/table-copy.ts';
import { keyNamesOf, tables, TIME_TO_LIVE_ATTRIBUTE, type TableId } from '../../tables.ts';
import { conditionalWrite, type Database } from './database.ts';
import { ifAbsent } from './expressions.ts';
import { readBatch } from './batches.ts';

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

/** Implements {@link RestoreStores.itemsOf}. */
export const makeItemRestore =
  (
    database: Database,
    tableNames: Readonly<Record<TableId, string>>,
    retentionDays: number,
  ): RestoreStores['itemsOf'] =>
  (table) => {
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
