import type { Booking, BookingPeriod, CheckinRecord, TimeRange } from '../../domain/booking.ts';
import { containsInstant, type CheckinPeriod } from '../../domain/checkin-period.ts';
import { checkinCode, toOutcome, type CheckinOutcome } from '../../domain/checkin.ts';
import { formatOptional, HOUR, type Instant } from '../../domain/instant.ts';
import type { OpenLoggedBooking } from '../../domain/logs.ts';
import type { EvaluationResult } from '../../rules/bookings.ts';
import { compareTexts, defined } from '../../rules/plain-values.ts';
import { viewBooking } from '../bookings/view-booking.ts';

/**
 * The `details` of a check-in list the bookings that are open at its time, that open within 12 hours after it, or that ended
 * within 12 hours before it.
 */
const NEAR_MILLISECONDS = 12 * HOUR;
export const MAX_LISTED_BOOKINGS = 100;

/** One millisecond longer on each side, so that it includes bookings that are exactly 12 hours away. */
export const nearRange = (at: Instant): TimeRange => ({
  from: at - NEAR_MILLISECONDS - 1,
  until: at + NEAR_MILLISECONDS + 1,
});

interface NearBooking<Found> {
  readonly booking: Found;
  readonly position: 'open' | 'too_early' | 'too_late';
  /** Milliseconds. Open: until `noShowAt`. Too early: until check-in opens. Too late: since `noShowAt`. */
  readonly distance: number;
}

/** Bookings from the index, in the order of {@link selectNear}. */
export type NearBookings = readonly NearBooking<BookingPeriod>[];

const locate = <Found extends CheckinPeriod>(booking: Found, at: Instant, isOpen: boolean): NearBooking<Found> => {
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
export const selectNear = <Found extends CheckinPeriod & { readonly bookingId: string }>(
  bookings: readonly Found[],
  at: Instant,
  isOpen: (booking: Found) => boolean = (booking) => containsInstant(booking, at),
): NearBooking<Found>[] =>
  bookings
    .map((booking) => locate(booking, at, isOpen(booking)))
    .filter(({ position, distance }) => position === 'open' || distance <= NEAR_MILLISECONDS)
    .toSorted(
      (one, other) =>
        ranks[one.position] - ranks[other.position] ||
        one.distance - other.distance ||
        compareTexts(one.booking.bookingId, other.booking.bookingId),
    );

export const toId = ({ booking }: NearBooking<Pick<BookingPeriod, 'bookingId'>>): string => booking.bookingId;

/** Returns the ids of all bookings, checked in or not, whose period contains the time of the check-in. */
export const openOf = (near: NearBookings): string[] => near.filter(({ position }) => position === 'open').map(toId);

export interface EvaluatedBooking {
  readonly booking: Booking;
  readonly result: EvaluationResult;
}

const resultOf = ({ booking: { checkin }, position }: NearBooking<Booking>): EvaluationResult =>
  position === 'open' && checkin ? 'already_checked_in' : position;

/**
 * Returns the result of each booking near a time, in the order of {@link selectNear}, for check-ins, dry runs and details.
 * @param performed the results of the check-in's own writes, which take precedence over what was read
 */
export const evaluateBookings = (
  bookings: readonly Booking[],
  at: Instant,
  performed: ReadonlyMap<string, 'checked_in' | 'already_checked_in'> = new Map(),
): EvaluatedBooking[] =>
  selectNear(bookings, at, (booking) => performed.has(booking.bookingId) || containsInstant(booking, at)).map(
    (near) => ({
      booking: near.booking,
      result: performed.get(near.booking.bookingId) ?? resultOf(near),
    }),
  );

/** Returns the outcome that a check-in would have if it checked in every open booking. */
export const expectedOutcome = (evaluated: readonly EvaluatedBooking[]): CheckinOutcome => {
  const alreadyCheckedIn = evaluated.filter(({ result }) => result === 'already_checked_in');
  return toOutcome(
    evaluated.filter(({ result }) => result === 'open').length,
    alreadyCheckedIn.map(({ booking }) => (booking.checkin as CheckinRecord).at),
  );
};

const toDetailed = ({ booking, result }: EvaluatedBooking) =>
  defined({
    ...viewBooking(booking),
    result,
    checkedInAt: formatOptional(booking.checkin?.at),
  });

/** Times are in RFC 3339, UTC. */
export type DetailedBooking = ReturnType<typeof toDetailed>;

/** Lists at most {@link MAX_LISTED_BOOKINGS} bookings. */
export const toDetails = (outcome: CheckinOutcome, evaluated: readonly EvaluatedBooking[]) => ({
  code: checkinCode(outcome),
  bookings: evaluated.slice(0, MAX_LISTED_BOOKINGS).map(toDetailed),
});

/** The fields that `details` adds to the response of a check-in. */
export type CheckinDetails = ReturnType<typeof toDetails>;

/**
 * Lists open bookings as the writes found them, and the other bookings as they were read.
 * @param logged the results of the bookings that were open
 */
export const explainPerformed = (
  outcome: CheckinOutcome & { readonly at: Instant },
  bookings: readonly Booking[],
  logged: readonly OpenLoggedBooking[],
): CheckinDetails => {
  const performed = logged.flatMap(({ bookingId, result }) =>
    result === 'closed' ? [] : [[bookingId, result] as const],
  );
  const evaluated = evaluateBookings(bookings, outcome.at, new Map(performed));
  // Leaves out each booking that still looks open: it was moved to this time after the index was read, or is closed to this
  // check-in.
  return toDetails(
    outcome,
    evaluated.filter(({ result }) => result !== 'open'),
  );
};
