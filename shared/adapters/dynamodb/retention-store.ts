import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { KeptItem, RetentionStore } from '../../domain/retention.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../tables.ts';
import { conditionalWrite, type Database } from './database.ts';

type Item = Record<string, unknown>;

/** The attributes that are read from each table, and the one from which an item's days are counted. */
const sources = {
  bookings: { since: 'noShowAt', keys: ['companyUser', 'bookingId'] },
  log: { since: 'receivedAt', keys: ['companyUser', 'entry'] },
} as const;

const toKeptItem = (kept: keyof typeof sources, item: Item): KeptItem => {
  const { since, keys } = sources[kept];
  return {
    kind: kept === 'bookings' ? 'booking' : (item['kind'] as 'checkin' | 'admin'),
    since: item[since] as number,
    expiresAtSeconds: item[TIME_TO_LIVE_ATTRIBUTE] as number | undefined,
    key: Object.fromEntries(keys.map((name) => [name, item[name]])),
  };
};

/** Reads whole tables, so it is for an operator's command and not for a request. */
export const makeRetentionStore = (
  database: Database,
  tableNames: Readonly<Record<'bookings' | 'checkinLog', string>>,
): RetentionStore => {
  const tableOf = (kept: keyof typeof sources): string =>
    kept === 'bookings' ? tableNames.bookings : tableNames.checkinLog;

  return {
    async *readAll(kept) {
      const { since, keys } = sources[kept];
      const names = [...keys, since, TIME_TO_LIVE_ATTRIBUTE, 'kind'];
      let ExclusiveStartKey: Item | undefined;
      do {
        const page = await database.send(
          new ScanCommand({
            TableName: tableOf(kept),
            ProjectionExpression: names.map((name) => `#${name}`).join(', '),
            ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
            ExclusiveStartKey,
          }),
        );
        yield (page.Items ?? []).map((item) => toKeptItem(kept, item));
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
    },

    async setExpiry({ kind, since, key }, expiresAtSeconds) {
      const source = kind === 'booking' ? 'bookings' : 'log';
      const update = new UpdateCommand({
        TableName: tableOf(source),
        Key: key,
        UpdateExpression: expiresAtSeconds === undefined ? 'REMOVE #expiry' : 'SET #expiry = :expiry',
        ConditionExpression: '#since = :since',
        ExpressionAttributeNames: { '#expiry': TIME_TO_LIVE_ATTRIBUTE, '#since': sources[source].since },
        ExpressionAttributeValues: { ':expiry': expiresAtSeconds, ':since': since },
      });
      return (await conditionalWrite(database.send(update))).isWritten;
    },
  };
};
