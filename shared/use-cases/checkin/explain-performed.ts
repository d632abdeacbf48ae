import type { BookingCheckins } from '../../domain/booking.ts';
import { momentOf, type CheckinRequest } from './checkin-request.ts';
import type { CheckinResult, PerformedCheckin } from './checkin-result.ts';
import { evaluateBookings, toDetails, type CheckinDetails } from './evaluate.ts';
import { findNearby, type UserBookings } from './find-user-bookings.ts';
import { MAX_LISTED_BOOKINGS } from './near-periods.ts';

/** Makes the details of a check-in from its result. */
export type ExplainPerformed = (result: CheckinResult, outcomes: PerformedCheckin['outcomes']) => CheckinDetails;

/** Adds the results of a check-in to its bookings. They were read in parallel with its writes, so the read may lack them. */
const withOutcomes =
  (read: Awaited<ReturnType<BookingCheckins['find']>>, { open, record }: Omit<PerformedCheckin, 'outcomes'>) =>
  (outcomes: PerformedCheckin['outcomes']) => {
    const records = new Map(
      outcomes.map((outcome, index) => [open[index], outcome.kind === 'checked-in' ? record : outcome.record]),
    );
    return read.map((booking) => {
      const checkin = records.get(booking.bookingId) ?? booking.checkin;
      return checkin ? { ...booking, checkin } : booking;
    });
  };

/** Reads the bookings for the details of a check-in. Runs in parallel with its writes. */
export const readForDetails = async (
  request: CheckinRequest,
  { user, listed }: UserBookings,
  writing: Omit<PerformedCheckin, 'outcomes'>,
  bookings: BookingCheckins,
): Promise<ExplainPerformed> => {
  const { open, record } = writing;
  // A repeat is evaluated at the moment of its first attempt, which may be far from its own.
  const near = record.at === momentOf(request) ? listed : await findNearby(user, record.at, bookings);
  const ids = [...new Set([...open, ...near])].slice(0, MAX_LISTED_BOOKINGS);
  const bookingsAfter = withOutcomes(await bookings.find(user, ids), writing);
  return (result, outcomes) => {
    const evaluated = evaluateBookings(bookingsAfter(outcomes), record.at, record.checkinId);
    // Bookings that are still open were moved to this time after the index was read, so this check-in did not include them.
    return toDetails(
      result,
      evaluated.filter((one) => one.result !== 'open'),
    );
  };
};
