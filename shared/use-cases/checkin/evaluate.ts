import type { Booking, CheckinRecord } from '../../domain/booking.ts';
import { containsInstant } from '../../domain/checkin-period.ts';
import { checkinCode, toOutcome, type CheckinOutcome } from '../../domain/checkin.ts';
import { formatOptional, type Instant } from '../../domain/instant.ts';
import type { CheckinCode, EvaluationResult } from '../../rules/bookings.ts';
import { viewBooking } from '../bookings/view-booking.ts';
import { MAX_LISTED_BOOKINGS, selectNear, type NearBooking } from './near-periods.ts';
import { defined } from '../../domain/defined.ts';

export interface EvaluatedBooking {
  readonly booking: Booking;
  readonly result: EvaluationResult;
}

const resultOf = ({ booking: { checkin }, position }: NearBooking<Booking>): EvaluationResult =>
  position === 'open' && checkin ? 'already_checked_in' : position;

/** The results of a check-in, by booking id. */
export type PerformedResults = ReadonlyMap<string, 'checked_in' | 'already_checked_in'>;

/**
 * Returns the result of each booking near a time, in the order of {@link selectNear}, for check-ins, dry runs and details.
 * @param performed the results of the check-in's own writes, which take precedence over what was read
 */
export const evaluateBookings = (
  bookings: readonly Booking[],
  at: Instant,
  performed: PerformedResults = new Map(),
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

/** Times are in RFC 3339, UTC. */
export type DetailedBooking = ReturnType<typeof toDetailed>;

/** The fields that `details` adds to the response of a check-in. */
export interface CheckinDetails {
  readonly code: CheckinCode;
  readonly bookings: readonly DetailedBooking[];
}

const toDetailed = ({ booking, result }: EvaluatedBooking) =>
  defined({
    ...viewBooking(booking),
    result,
    checkedInAt: formatOptional(booking.checkin?.at),
  });

/** Lists at most {@link MAX_LISTED_BOOKINGS} bookings. */
export const toDetails = (outcome: CheckinOutcome, evaluated: readonly EvaluatedBooking[]): CheckinDetails => ({
  code: checkinCode(outcome),
  bookings: evaluated.slice(0, MAX_LISTED_BOOKINGS).map(toDetailed),
});

export interface CheckinResult extends CheckinOutcome {
  /** The time for which the request was evaluated. */
  readonly at: Instant;
  /** True if the request is a retry and did nothing new. */
  readonly isRepeated: boolean;
  /** Present if the request asked for details. */
  readonly details?: CheckinDetails | undefined;
}
