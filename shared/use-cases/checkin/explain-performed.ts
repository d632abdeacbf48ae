import type { Booking, BookingCheckins, BookingOutcome, CheckinRecord } from '../../domain/booking.ts';
import { isOwn } from '../../domain/checkin.ts';
import type { UserRef } from '../../domain/user.ts';
import {
  evaluateBookings,
  toDetails,
  type CheckinResult,
  type CheckinDetails,
  type PerformedResults,
} from './evaluate.ts';
import { toId, type NearBookings } from './find-user-bookings.ts';
import { MAX_LISTED_BOOKINGS } from './near-periods.ts';

/** Reads the other bookings that `details` lists. Called while the open bookings are being written. */
export const readOthers = (
  user: UserRef,
  near: NearBookings,
  open: readonly string[],
  bookings: Pick<BookingCheckins, 'find'>,
): Promise<Booking[]> => {
  const others = near.map(toId).filter((bookingId) => !open.includes(bookingId));
  const listed = others.slice(0, Math.max(0, MAX_LISTED_BOOKINGS - open.length));
  return bookings.find(user, listed);
};

const resultsOf = (outcomes: readonly BookingOutcome[], record: CheckinRecord): PerformedResults =>
  new Map(
    outcomes
      .filter((outcome) => outcome.kind !== 'closed')
      .map(({ booking }) => [booking.bookingId, isOwn(booking.checkin, record) ? 'checked_in' : 'already_checked_in']),
  );

/**
 * Lists open bookings as the writes found them, and the other bookings as they were read.
 * @param outcomes the outcomes for the bookings that were open
 */
export const explainPerformed = (
  result: CheckinResult,
  outcomes: readonly BookingOutcome[],
  others: readonly Booking[],
  record: CheckinRecord,
): CheckinDetails => {
  const found = outcomes.flatMap(({ booking }) => booking ?? []);
  const evaluated = evaluateBookings([...found, ...others], record.at, resultsOf(outcomes, record));
  // Leaves out each booking that still looks open: it was moved to this time after the index was read, or this check-in is not
  // allowed to check it in.
  return toDetails(
    result,
    evaluated.filter((one) => one.result !== 'open'),
  );
};
