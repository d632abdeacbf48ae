import pMap from 'p-map';
import { recordAction, type AuditContext } from '../../domain/audit-entry.ts';
import { bookingExpiry, type KeptItem, type Retention, type RetentionStore } from '../../domain/retention.ts';
import { expiryAfter } from '../../domain/instant.ts';

interface RetentionContext extends AuditContext {
  readonly expiries: RetentionStore;
}

/** Numbers of items. */
export interface RetentionProgress {
  readonly bookings: { readonly read: number; readonly changed: number };
  readonly logEntries: { readonly read: number; readonly changed: number };
}

const WRITES_AT_ONCE = 25;

const expiryOf = ({ table, since, maxDays = Infinity }: KeptItem, retention: Retention): number | undefined => {
  if (table === 'bookings') return bookingExpiry(since, retention.retentionDays);
  const days = table === 'log' ? retention.checkinLogDays : retention.adminLogDays;
  return expiryAfter(since, Math.min(days, maxDays));
};

/**
 * Returns the expiry to store. For an item that should already have expired, it is the current time at the latest, not the
 * computed one, because time to live ignores items that expired over five years ago (DynamoDB Developer Guide, "Using time to
 * live").
 */
const expiryToSet = (item: KeptItem, retention: Retention, nowSeconds: number): number | undefined => {
  const expiry = expiryOf(item, retention);
  if (expiry === undefined || expiry > nowSeconds) return expiry;
  return Math.min(item.expiresAtSeconds ?? nowSeconds, nowSeconds);
};

/**
 * Sets the expiry of every booking and log entry to match the current settings, because items keep the expiry that they were
 * written with. Deletes nothing itself. Safe to run again.
 * @param onProgress called after every page
 */
export const applyRetention = async (
  context: RetentionContext,
  retention: Retention,
  onProgress: (progress: RetentionProgress) => void,
): Promise<RetentionProgress> => {
  const { expiries, now } = context;
  const nowSeconds = Math.floor(now() / 1000);
  let progress: RetentionProgress = { bookings: { read: 0, changed: 0 }, logEntries: { read: 0, changed: 0 } };
  await recordAction(context, '', { action: 'retention.apply', target: {}, after: { ...retention } });
  for (const [table, counter] of [
    ['bookings', 'bookings'],
    ['log', 'logEntries'],
    ['audit', 'logEntries'],
    ['details', 'logEntries'],
  ] as const)
    for await (const items of expiries.readAll(table)) {
      const outdated = items.filter((item) => expiryToSet(item, retention, nowSeconds) !== item.expiresAtSeconds);
      const changed = await pMap(
        outdated,
        (item) => expiries.setExpiry(item, expiryToSet(item, retention, nowSeconds)),
        {
          concurrency: WRITES_AT_ONCE,
        },
      );
      const before = progress[counter];
      const after = { read: before.read + items.length, changed: before.changed + changed.filter(Boolean).length };
      progress = { ...progress, [counter]: after };
      onProgress(progress);
    }
  return progress;
};
