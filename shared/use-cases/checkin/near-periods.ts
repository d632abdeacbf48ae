import { containsInstant, type CheckinPeriod } from '../../domain/checkin-period.ts';
import { compareTexts } from '../../domain/compare-texts.ts';
import { HOUR, type Instant } from '../../domain/instant.ts';

/**
 * The `details` of a check-in list the bookings that are open at its time, that open within 12 hours after it, or that ended
 * within 12 hours before it.
 */
export const NEAR_MILLISECONDS = 12 * HOUR;
export const MAX_LISTED_BOOKINGS = 100;

export interface NearBooking<Booking> {
  readonly booking: Booking;
  readonly position: 'open' | 'too_early' | 'too_late';
  /** Milliseconds. Open: until `noShowAt`. Too early: until check-in opens. Too late: since `noShowAt`. */
  readonly distance: number;
}

const locate = <Booking extends CheckinPeriod>(
  booking: Booking,
  at: Instant,
  isOpen: boolean,
): NearBooking<Booking> => {
  const untilNoShow = booking.noShowAt - at;
  if (isOpen) return { booking, position: 'open', distance: untilNoShow };
  return untilNoShow > 0
    ? { booking, position: 'too_early', distance: booking.checkinOpensAt - at }
    : { booking, position: 'too_late', distance: -untilNoShow };
};

const ranks = { open: 0, too_early: 1, too_late: 2 } as const;

/**
 * Returns the bookings that are open or near: first the open ones, then those that open later, then those that have ended. In
 * each group, the nearest is first.
 * @param isOpen default: the booking's period contains `at`
 */
export const selectNear = <Booking extends CheckinPeriod & { readonly bookingId: string }>(
  bookings: readonly Booking[],
  at: Instant,
  isOpen: (booking: Booking) => boolean = (booking) => containsInstant(booking, at),
): NearBooking<Booking>[] =>
  bookings
    .map((booking) => locate(booking, at, isOpen(booking)))
    .filter(({ position, distance }) => position === 'open' || distance <= NEAR_MILLISECONDS)
    .toSorted(
      (one, other) =>
        ranks[one.position] - ranks[other.position] ||
        one.distance - other.distance ||
        compareTexts(one.booking.bookingId, other.booking.bookingId),
    );
