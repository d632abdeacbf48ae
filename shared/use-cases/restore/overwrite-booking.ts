import { isDeepStrictEqual } from 'node:util';
import { rebook, type Booking } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';
import type { RestoreStores } from '../../domain/restore.ts';
import { writtenIf, type ItemOutcome } from './restore-rules.ts';

const detailsOf = ({ checkin: _, undone: __, undoId: ___, openSince: ____, changedBy: _____, ...details }: Booking) =>
  details;

/**
 * Takes the details from the copy. The live booking's check-in stays if it is inside the copy's period. Otherwise the copy's
 * check-in is restored, unless an administrator has undone a check-in since the copy was made.
 */
const mergeBooking = (live: Booking, copy: Booking, now: Instant): Booking => {
  const merged = rebook(live, detailsOf(copy), now);
  const isUndoneSinceCopy = live.undoId !== copy.undoId;
  if (merged.checkin || !copy.checkin || isUndoneSinceCopy) return merged;
  const { checkinId } = copy.checkin;
  const { undone = [], ...open } = merged;
  const stillUndone = undone.filter((one) => one !== checkinId);
  // Marked as restored, so that no push is sent.
  const checkin = { ...copy.checkin, restored: true } as const;
  return { ...open, checkin, ...(stillUndone.length > 0 && { undone: stillUndone }) };
};

/** Reverts the changes of a booking since the copy, but not if the booking has just been cancelled. */
export const overwriteBooking = async (
  { bookings }: Pick<RestoreStores, 'bookings'>,
  { live, copy }: { readonly live: Booking; readonly copy: Booking },
  dryRun: boolean,
  now: Instant,
): Promise<ItemOutcome> => {
  if (dryRun) return writtenIf(!isDeepStrictEqual(live, mergeBooking(live, copy, now)));
  const { outcome } = await bookings.change(copy, (before) => before && mergeBooking(before, copy, now), {
    booking: live,
  });
  return writtenIf(outcome !== 'unchanged');
};
