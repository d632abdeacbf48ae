import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { KeptItem, KeptTable, RetentionStore } from '../../domain/retention.ts';
import { tableIds } from '../../domain/recovery.ts';
import { keyNamesOf } from '../../tables.ts';
import { conditionalWrite, readItemPages, type Database, type Item } from './database.ts';
import { stillHas, toUpdate } from './expressions.ts';

const sinceOf = (table: KeptTable) => (table === 'bookings' ? 'noShowAt' : 'receivedAt');

const toKeptItem = (table: KeptTable, item: Item): KeptItem => ({
  table,
  since: item[sinceOf(table)] as number,
  expiresAtSeconds: item['expiresAtSeconds'] as number | undefined,
  maxDays: item['maxDays'] as number | undefined,
  key: Object.fromEntries(keyNamesOf(tableIds[table]).map((name) => [name, item[name]])),
});

export const makeRetentionStore = (
  database: Database,
  tableNames: Readonly<Record<(typeof tableIds)[KeptTable], string>>,
): RetentionStore => ({
  async *readAll(table) {
    const id = tableIds[table];
    const names = [...keyNamesOf(id), sinceOf(table), 'expiresAtSeconds', 'maxDays'];
    const pages = readItemPages(database, ScanCommand, {
      TableName: tableNames[id],
      ProjectionExpression: names.map((name) => `#${name}`).join(', '),
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    });
    for await (const { items } of pages) yield items.map((item) => toKeptItem(table, item));
  },

  async setExpiry({ table, since, key }, expiresAtSeconds) {
    const update = toUpdate({ expiresAtSeconds: expiresAtSeconds }, stillHas({ [sinceOf(table)]: since }));
    const command = new UpdateCommand({ TableName: tableNames[tableIds[table]], Key: key, ...update });
    return (await conditionalWrite(database, command)).isWritten;
  },
});
