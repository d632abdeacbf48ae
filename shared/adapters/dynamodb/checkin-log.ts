import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { CheckinEntry, CheckinLog } from '../../domain/activity-log.ts';
import { formatDateTime, type Instant } from '../../domain/instant.ts';
import { logEntryExpiry } from '../../domain/retention.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../tables.ts';
import type { DatabaseConnection, Item } from './database.ts';
import { companyUser, joinKey } from './join-key.ts';
import { writeBatch } from './batches.ts';

interface ReceivedEntry {
  readonly companyId: string;
  readonly receivedAt: Instant;
}

/**
 * Returns the attributes that entries of both logs have: their keys, and their expiry after `days`. RFC 3339 in UTC has a fixed
 * length, so keys sort by time.
 * @param id unique among the entries with this user and time
 */
export const logAttributes = (
  { companyId, receivedAt }: ReceivedEntry,
  { userId, id, days }: { readonly userId: number | undefined; readonly id: string; readonly days: number },
) => ({
  companyUser: companyUser({ companyId, userId }),
  entry: joinKey(formatDateTime(receivedAt), id),
  [TIME_TO_LIVE_ATTRIBUTE]: logEntryExpiry(receivedAt, days),
});

/**
 * The number of a company's partitions in the index, and of parallel queries for a page of the log. Each partition takes 1,000
 * write units a second. The number can be raised, but not lowered.
 */
export const CHECKIN_LOG_SHARDS = 16;

/** Depends only on the request's id, so that a second write of the same entry replaces the first one in the index. */
const shardOf = (requestId: string): number =>
  Buffer.from(requestId).reduce((hash, byte) => (hash * 31 + byte) % 2 ** 32, 0) % CHECKIN_LOG_SHARDS;

const toItem = (entry: CheckinEntry, days: number): Item => ({
  ...entry,
  ...logAttributes(entry, { userId: entry.userId, id: entry.requestId, days }),
  companyShard: joinKey(entry.companyId, shardOf(entry.requestId)),
});

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
