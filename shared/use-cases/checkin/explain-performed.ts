import type { BookingCheckins } from '../../domain/booking.ts';
import { momentOf, type CheckinRequest } from './checkin-request.ts';
import type { CheckinResult, PerformedCheckin } from './checkin-result.ts';
import { evaluateBookings, MAX_LISTED_BOOKINGS, toDetails, type CheckinDetails } from './evaluate.ts';
import { findNearby, type UserBookings } from './find-user-bookings.ts';

/** Turns what a check-in came to into its details. */
export type ExplainPerformed = (result: CheckinResult, outcomes: PerformedCheckin['outcomes']) => CheckinDetails;

/** Lays what a check-in did over the bookings as they were read beside its writes. */
const layOver =
  (read: Awaited<ReturnType<BookingCheckins['find']>>, { open, record }: Omit<PerformedCheckin, 'outcomes'>) =>
  (outcomes: PerformedCheckin['outcomes']) => {
    const records = new Map(
      outcomes.map((outcome, index) => [
        open[index],
        outcome.kind === 'closed' ? undefined : outcome.kind === 'checked-in' ? record : outcome.record,
      ]),
    );
    return read.map((booking) => {
      const checkin = records.get(booking.bookingId) ?? booking.checkin;
      return checkin ? { ...booking, checkin } : booking;
    });
  };

/** Reads what the details of a check-in list, beside its writes. */
export const readForDetails = async (
  request: CheckinRequest,
  { user, listed }: UserBookings,
  writing: Omit<PerformedCheckin, 'outcomes'>,
  bookings: BookingCheckins,
): Promise<ExplainPerformed> => {
  const { open, record } = writing;
  // A repeat is evaluated at the moment of its first attempt, which may be far from its own.
  const near = record.at === momentOf(request) ? listed : await findNearby(user, record.at, bookings);
  const ids = [...new Set([...open.slice(0, MAX_LISTED_BOOKINGS), ...near])].slice(0, MAX_LISTED_BOOKINGS);
  const bookingsAfter = layOver(await bookings.find(user, ids), writing);
  return (result, outcomes) => {
    const evaluated = evaluateBookings(bookingsAfter(outcomes), record.at, record.checkinId);
    // Open ones moved into their period after the index was read: this check-in was not about them.
    return toDetails(
      result,
      evaluated.filter((one) => one.result !== 'open'),
    );
  };
};
