import { formatDateTime, type Instant } from '../../domain/instant.ts';
import { logEntryExpiry } from '../../domain/retention.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../tables.ts';
import { joinKey } from './join-key.ts';

/** Partition of the entries about a user, or of those about no user. */
export const companyUser = (companyId: string, userId: number | undefined): string => joinKey(companyId, userId ?? '');

/** Partition of the index: `acme#3`. */
export const companyShard = (companyId: string, shard: number): string => joinKey(companyId, shard);

/** What every entry has. */
interface Received {
  readonly companyId: string;
  readonly receivedAt: Instant;
}

/** The key of an entry. RFC 3339 in UTC has the same length for every moment of receipt, so the keys sort by time. */
export const keyOf = ({ companyId, receivedAt }: Received, userId: number | undefined, id: string) => ({
  companyUser: companyUser(companyId, userId),
  entry: joinKey(formatDateTime(receivedAt), id),
});

export const expiryOf = ({ receivedAt }: Received, days: number) => ({
  [TIME_TO_LIVE_ATTRIBUTE]: logEntryExpiry(receivedAt, days),
});
