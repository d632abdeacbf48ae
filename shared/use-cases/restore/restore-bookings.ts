import { isDeepStrictEqual } from 'node:util';
import { bookingKey, rebook, type Booking, type CheckinRecord } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';
import { bookingExpiry } from '../../domain/retention.ts';
import type { CopiedItem, RestoreStores } from '../../domain/restore.ts';
import {
  findStillRemoved,
  nameUser,
  refused,
  restoreAll,
  type ItemOutcome,
  type RestoreRules,
} from './restore-rules.ts';

type BookingRestoreStores = Pick<RestoreStores, 'itemsOf' | 'bookings' | 'findRemoved' | 'retentionDays'>;

type CopiedBooking = Extract<CopiedItem, { kind: 'booking' }>;

const detailsOf = ({ checkin: _, undone: __, undoId: ___, openSince: ____, changedBy: _____, ...details }: Booking) =>
  details;

/** Marks the check-in as restored, so that no push is sent. */
const markRestored = (checkin: CheckinRecord): CheckinRecord => ({ ...checkin, restored: true });

const toRestored = (copy: Booking): Booking => (copy.checkin ? { ...copy, checkin: markRestored(copy.checkin) } : copy);

/**
 * Takes the details from the copy. The live booking's check-in stays if it is inside the copy's period. Otherwise the copy's
 * check-in is restored, unless an administrator has undone a check-in since the copy was made.
 */
export const mergeBooking = (live: Booking, copy: Booking, now: Instant): Booking => {
  const merged = rebook(live, detailsOf(copy), now);
  const isUndoneSinceCopy = live.undoId !== copy.undoId;
  if (merged.checkin || !copy.checkin || isUndoneSinceCopy) return merged;
  const { checkinId } = copy.checkin;
  const undone = (merged.undone ?? []).filter((one) => one !== checkinId);
  const { undone: _, ...open } = merged;
  return { ...open, checkin: markRestored(copy.checkin), ...(undone.length > 0 && { undone }) };
};

/** Restores bookings, except those of removed users and those whose retention has ended. */
export const makeRestoreBookings = (
  { itemsOf, bookings, findRemoved, retentionDays }: BookingRestoreStores,
  rules: RestoreRules,
  now: Instant,
) => {
  const { dryRun, overwrite } = rules;
  const isExpired = ({ noShowAt }: Booking): boolean =>
    (bookingExpiry(noShowAt, retentionDays) ?? Infinity) * 1000 <= now;

  const overwriteBooking = async (live: Booking, copy: Booking): Promise<ItemOutcome> => {
    if (dryRun) return { outcome: isDeepStrictEqual(live, mergeBooking(live, copy, now)) ? 'unchanged' : 'written' };
    const { outcome } = await bookings.change(
      copy,
      (before) => (before ? mergeBooking(before, copy, now) : toRestored(copy)),
      { booking: live },
    );
    return { outcome: outcome === 'unchanged' ? 'unchanged' : 'written' };
  };

  const restoreBooking = async ({ booking, item }: CopiedBooking, live: Booking | undefined): Promise<ItemOutcome> => {
    if (live) return overwrite ? overwriteBooking(live, booking) : { outcome: 'unchanged' };
    if (!dryRun && !(await itemsOf('bookings').create(item))) return { outcome: 'unchanged' };
    return { outcome: 'written' };
  };

  return async (items: readonly CopiedItem[]): Promise<ItemOutcome[]> => {
    const copies = items.filter((item) => item.kind === 'booking');
    const found = await bookings.findAll(copies.map(({ booking }) => booking));
    const live = new Map(found.map((booking) => [bookingKey(booking), booking]));
    const owners = copies.map(({ booking }) => booking.user);
    const removed = await findStillRemoved(owners, findRemoved, rules);
    return restoreAll(copies, async (copy) => {
      const name = nameUser(copy.booking.user);
      if (isExpired(copy.booking)) return { outcome: 'expired' };
      if (removed.has(name)) return refused('removed_user', name);
      return restoreBooking(copy, live.get(bookingKey(copy.booking)));
    });
  };
};
