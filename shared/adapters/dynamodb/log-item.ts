import { formatDateTime, type Instant } from '../../domain/instant.ts';
import { logEntryExpiry } from '../../domain/retention.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../tables.ts';
import { joinKey } from './join-key.ts';

export type Item = Record<string, unknown>;

export const DAY_MILLISECONDS = 24 * 60 * 60_000;

export const dayOf = (instant: Instant): number => Math.floor(instant / DAY_MILLISECONDS);

/** Partition of the entries about a user, or of those about no user. */
export const companyUser = (companyId: string, userId: number | undefined): string => joinKey(companyId, userId ?? '');

/** Partition of the index: `acme#2026-11-21`, or with a shard `acme#2026-11-21#3`. */
export const companyDay = (companyId: string, day: number, ...shard: readonly number[]): string =>
  joinKey(companyId, formatDateTime(day * DAY_MILLISECONDS).slice(0, 10), ...shard);

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
