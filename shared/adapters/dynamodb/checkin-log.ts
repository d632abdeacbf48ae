import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { CheckinEntry, CheckinLog } from '../../domain/activity-log.ts';
import type { DatabaseConnection, Item } from './database.ts';
import { companyShard, expiryOf, keyOf } from './log-item.ts';
import { writeBatch } from './batches.ts';

/**
 * Partitions of a company in the index. DynamoDB writes 1,000 units a second to each, so a company can have 16,000 check-ins a second;
 * a page of the log takes as many queries in parallel. The number may be raised, but not lowered.
 */
export const CHECKIN_LOG_SHARDS = 16;

/** Depends only on the request's id, so that a later write of a request's entry also replaces the earlier one in the index. */
const shardOf = (requestId: string): number =>
  Buffer.from(requestId).reduce((hash, byte) => (hash * 31 + byte) % 2 ** 32, 0) % CHECKIN_LOG_SHARDS;

const toItem = (entry: CheckinEntry, days: number): Item => ({
  ...entry,
  ...keyOf(entry, entry.userId, entry.requestId),
  companyShard: companyShard(entry.companyId, shardOf(entry.requestId)),
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
