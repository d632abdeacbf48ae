import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { CheckinEntry, CheckinLog } from '../../domain/logs.ts';
import { formatDateTime, type Instant, expiryAfter } from '../../domain/instant.ts';
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
  expiresAtSeconds: expiryAfter(receivedAt, days),
});

/** The key in the index `byCompany`. Such a key takes 1,000 write units a second. */
export const companyLog = (companyId: string): string => joinKey(companyId, 'log');

const toItem = (entry: CheckinEntry, days: number): Item => ({
  ...entry,
  ...logAttributes(entry, { userId: entry.userId, id: entry.requestId, days }),
  companyLog: companyLog(entry.companyId),
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
