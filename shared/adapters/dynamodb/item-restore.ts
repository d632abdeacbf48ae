import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { bookingExpiry } from '../../domain/retention.ts';
import type { ItemRestore } from '../../domain/restore.ts';
import type { StoredItem } from '../../domain/table-copy.ts';
import { TIME_TO_LIVE_ATTRIBUTE, type TableDefinition } from '../../tables.ts';
import { conditionalWrite, type Database } from './database.ts';
import { ifAbsent } from './expressions.ts';
import { readBatch } from './batches.ts';

interface Destination {
  readonly table: string;
  readonly definition: Pick<TableDefinition, 'partitionKey' | 'sortKey'>;
  readonly prepare?: (item: StoredItem) => StoredItem;
}

export const makeItemRestore = (
  database: Database,
  { table, definition: { partitionKey, sortKey }, prepare = (item) => item }: Destination,
): ItemRestore => {
  const keyNames = [partitionKey.name, ...(sortKey ? [sortKey.name] : [])];
  const keyOf = (item: StoredItem) => Object.fromEntries(keyNames.map((name) => [name, item[name]]));
  const toKeyText = (item: StoredItem): string => JSON.stringify(Object.values(keyOf(item)));
  return {
    async arePresent(items) {
      const keys = new Map(items.map((item) => [toKeyText(item), keyOf(item)]));
      const found = new Set((await readBatch(database, table, [...keys.values()])).map(toKeyText));
      return items.map((item) => found.has(toKeyText(item)));
    },
    async create(item) {
      const put = new PutCommand({ TableName: table, Item: prepare(item), ...ifAbsent(partitionKey.name) });
      return (await conditionalWrite(database, put)).isWritten;
    },
  };
};

/** Sets a booking's time to live according to the current retention, and marks its check-in so that no push is sent. */
export const prepareBooking =
  (retentionDays: number) =>
  (item: StoredItem): StoredItem => {
    const { [TIME_TO_LIVE_ATTRIBUTE]: _, checkin, ...rest } = item;
    const expiry = bookingExpiry(item['noShowAt'] as number, retentionDays);
    return {
      ...rest,
      ...(checkin !== undefined && { checkin: { ...(checkin as object), restored: true } }),
      ...(expiry !== undefined && { [TIME_TO_LIVE_ATTRIBUTE]: expiry }),
    };
  };
