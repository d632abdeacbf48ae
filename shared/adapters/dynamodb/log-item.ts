import { formatDateTime, type Instant } from '../../domain/instant.ts';
import { logEntryExpiry } from '../../domain/retention.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../tables.ts';
import { joinKey } from './join-key.ts';

/** Returns a key such as `acme#42`, or `acme#` for entries about no user. */
export const companyUser = (companyId: string, userId: number | undefined): string => joinKey(companyId, userId ?? '');

/** Returns a key such as `acme#3`. */
export const companyShard = (companyId: string, shard: number): string => joinKey(companyId, shard);

interface ReceivedEntry {
  readonly companyId: string;
  readonly receivedAt: Instant;
}

/** RFC 3339 in UTC has a fixed length, so keys sort by time. */
export const keyOf = ({ companyId, receivedAt }: ReceivedEntry, userId: number | undefined, id: string) => ({
  companyUser: companyUser(companyId, userId),
  entry: joinKey(formatDateTime(receivedAt), id),
});

export const expiryOf = ({ receivedAt }: ReceivedEntry, days: number) => ({
  [TIME_TO_LIVE_ATTRIBUTE]: logEntryExpiry(receivedAt, days),
});
