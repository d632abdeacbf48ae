import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { KeptItem, KeptTable, RetentionStore } from '../../domain/retention.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../tables.ts';
import { conditionalWrite, type Database, type Item } from './database.ts';
import { stillHas, toUpdate } from './expressions.ts';
import { readItemPages } from './read-all-items.ts';

const logSource = { since: 'receivedAt', keys: ['companyUser', 'entry'] } as const;

/** `since`: the attribute from which an item's days are counted. */
const sources = {
  bookings: { since: 'noShowAt', keys: ['companyUser', 'bookingId'] },
  checkins: logSource,
  audit: logSource,
  details: logSource,
} as const satisfies Record<KeptTable, object>;

const tableIds = {
  bookings: 'bookings',
  checkins: 'checkinLog',
  audit: 'auditLog',
  details: 'auditDetails',
} as const satisfies Record<KeptTable, string>;

const toKeptItem = (table: KeptTable, item: Item): KeptItem => {
  const { since, keys } = sources[table];
  return {
    table,
    since: item[since] as number,
    expiresAtSeconds: item[TIME_TO_LIVE_ATTRIBUTE] as number | undefined,
    key: Object.fromEntries(keys.map((name) => [name, item[name]])),
  };
};

/** Serves only an operator's command, because it reads whole tables. */
export const makeRetentionStore = (
  database: Database,
  tableNames: Readonly<Record<(typeof tableIds)[KeptTable], string>>,
): RetentionStore => {
  const tableOf = (table: KeptTable): string => tableNames[tableIds[table]];

  return {
    async *readAll(table) {
      const { since, keys } = sources[table];
      const names = [...keys, since, TIME_TO_LIVE_ATTRIBUTE];
      const pages = readItemPages(database, ScanCommand, {
        TableName: tableOf(table),
        ProjectionExpression: names.map((name) => `#${name}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      });
      for await (const { items } of pages) yield items.map((item) => toKeptItem(table, item));
    },

    async setExpiry({ table, since, key }, expiresAtSeconds) {
      const unchanged = stillHas({ [sources[table].since]: since });
      const update = toUpdate({ [TIME_TO_LIVE_ATTRIBUTE]: expiresAtSeconds }, unchanged);
      const command = new UpdateCommand({ TableName: tableOf(table), Key: key, ...update });
      return (await conditionalWrite(database, command)).isWritten;
    },
  };
};
