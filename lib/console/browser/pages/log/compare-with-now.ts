import type { CheckinLogEntry } from '../../../../../shared/console-api/log.ts';
import type { ResponseOf } from '../../../../../shared/console-api/schemas.ts';

type Seen = CheckinLogEntry['bookings'][number];
type Now = ResponseOf<'tryCheckin'>['bookings'][number];

/**
 * How a booking differs from what a swipe saw. `gone`: cancelled, or moved to more than 12 hours from the swipe. `added`: after
 * the swipe, the booking was created, opened again, or moved to within 12 hours of the swipe.
 */
type Difference = 'same' | 'moved' | 'gone' | 'added';

export interface ComparedBooking {
  readonly bookingId: string;
  /** The booking as the swipe saw it; absent if the swipe did not see it. */
  readonly seen?: Seen;
  readonly now?: Now;
  readonly difference: Difference;
  /** When the booking was added, if known. */
  readonly since?: string;
}

/** A swipe that found nothing open records at most this many bookings around its time. */
const MAX_RECORDED = 20;

const differenceOf = (seen: Seen, now: Now | undefined): Difference => {
  if (!now) return 'gone';
  // The log does not record the period of a booking that was open. If it closed before it was checked in, and is not open for that
  // time now, it was moved.
  if (!('noShowAt' in seen)) return seen.result === 'closed' && now.result !== 'open' ? 'moved' : 'same';
  return seen.checkinOpensAt === now.checkinOpensAt && seen.noShowAt === now.noShowAt ? 'same' : 'moved';
};

/** The bookings that a swipe saw, each with its current state, followed by the bookings that the swipe did not see. */
export const compareWithNow = (
  { bookings, receivedAt, code }: Pick<CheckinLogEntry, 'bookings' | 'receivedAt' | 'code'>,
  now: readonly Now[],
): ComparedBooking[] => {
  const current = new Map(now.map((booking) => [booking.bookingId, booking]));
  const compared = bookings.map((seen): ComparedBooking => {
    const found = current.get(seen.bookingId);
    return { bookingId: seen.bookingId, seen, now: found, difference: differenceOf(seen, found) };
  });
  const ids = new Set(bookings.map(({ bookingId }) => bookingId));
  // Only a swipe that found nothing open recorded every booking around its time. Other swipes might have omitted some.
  const isComplete = code === 'nothing_open' && bookings.length < MAX_RECORDED;
  const unseen = now
    .filter(({ bookingId }) => !ids.has(bookingId))
    .flatMap((booking): ComparedBooking[] => {
      const { bookingId, openSince } = booking;
      const isLater = openSince > receivedAt;
      if (!isLater && !isComplete) return [];
      return [{ bookingId, now: booking, difference: 'added', ...(isLater && { since: openSince }) }];
    });
  return [...compared, ...unseen];
};
