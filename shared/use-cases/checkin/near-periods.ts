import { containsInstant, type CheckinPeriod } from '../../domain/checkin-period.ts';
import { compareTexts } from '../../domain/compare-texts.ts';
import { HOUR, type Instant } from '../../domain/instant.ts';

/**
 * Details list bookings that are open, that open within this time after the check-in, or that ended within this time before it.
 */
export const NEAR_MILLISECONDS = 12 * HOUR;
export const MAX_LISTED_BOOKINGS = 100;

export interface NearBooking<Period> {
  readonly booking: Period;
  readonly position: 'open' | 'too_early' | 'too_late';
  /** Milliseconds. Open: until `noShowAt`. Too early: until check-in opens. Too late: since `noShowAt`. */
  readonly distance: number;
}

const locate = <Period extends CheckinPeriod>(booking: Period, at: Instant, isOpen: boolean): NearBooking<Period> => {
  const untilNoShow = booking.noShowAt - at;
  if (isOpen) return { booking, position: 'open', distance: untilNoShow };
  return untilNoShow > 0
    ? { booking, position: 'too_early', distance: booking.checkinOpensAt - at }
    : { booking, position: 'too_late', distance: -untilNoShow };
};

const ranks = { open: 0, too_early: 1, too_late: 2 } as const;

/**
 * Sorts open bookings first, then bookings that open later, then bookings that have ended. In each group, the nearest is first.
 * @param isOpen default: the booking's period contains `at`
 */
export const sortNear = <Period extends CheckinPeriod & { readonly bookingId: string }>(
  bookings: readonly Period[],
  at: Instant,
  isOpen: (booking: Period) => boolean = (booking) => containsInstant(booking, at),
): NearBooking<Period>[] =>
  bookings
    .map((booking) => locate(booking, at, isOpen(booking)))
    .filter(({ position, distance }) => position === 'open' || distance <= NEAR_MILLISECONDS)
    .toSorted(
      (one, other) =>
        ranks[one.position] - ranks[other.position] ||
        one.distance - other.distance ||
        compareTexts(one.booking.bookingId, other.booking.bookingId),
    );
