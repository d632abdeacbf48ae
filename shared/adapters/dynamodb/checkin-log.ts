import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { CheckinEntry, CheckinLog } from '../../domain/activity-log.ts';
import type { DatabaseConnection } from './database.ts';
import { companyDay, dayOf, expiryOf, keyOf, type Item } from './log-item.ts';
import { writeBatch } from './write-batch.ts';

/** Partitions of the index for a company's day: 4,000 check-ins a second, and as many queries to read the day. */
const SHARDS = 4;

export const shards: readonly number[] = Array.from({ length: SHARDS }, (_, shard) => shard);

/** The same for every write of a request's entry, so that the later one replaces the earlier one in the index too. */
const shardOf = (requestId: string): number =>
  Buffer.from(requestId).reduce((hash, byte) => (hash * 31 + byte) % 2 ** 32, 0) % SHARDS;

const toItem = (entry: CheckinEntry, days: number): Item => ({
  ...entry,
  ...keyOf(entry, entry.userId, entry.requestId),
  companyDay: companyDay(entry.companyId, dayOf(entry.receivedAt), shardOf(entry.requestId)),
  ...expiryOf(entry, days),
});

/** For functions that only record check-ins. */
export const makeCheckinLog = (
  connection: Pick<DatabaseConnection, 'withSignal'>,
  table: string,
  checkinLogDays: number,
): CheckinLog => ({
  keepsCheckins: checkinLogDays > 0,
  async recordCheckins(entries, signal) {
    if (checkinLogDays === 0) return;
    const database = connection.withSignal(signal);
    const [first, ...others] = entries.map((entry) => toItem(entry, checkinLogDays));
    if (!first) return;
    if (others.length > 0) await writeBatch(database, table, [first, ...others]);
    else await database.send(new PutCommand({ TableName: table, Item: first }));
  },
});
