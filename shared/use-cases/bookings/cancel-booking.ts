import type { Booking, BookingRef } from '../../domain/booking.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { recordBookingAction, type BookingContext } from './booking-context.ts';

/**
 * Deletes a booking, checked in or not; the log keeps what it was.
 * @throws UseCaseError `booking_not_found`
 */
export const cancelBooking = async (context: BookingContext, ref: BookingRef): Promise<void> => {
  let found: Booking | undefined;
  const { before } = await context.bookings.change(ref, (booking) => {
    found = booking ?? found;
    return undefined;
  });
  // A deletion whose response was lost is tried again and finds nothing: what was found at first is what it deleted.
  const cancelled = before ?? found;
  if (!cancelled) throw new UseCaseError('booking_not_found', { bookingId: ref.bookingId });
  await recordBookingAction(context, ref, { action: 'bookings.cancel', before: cancelled });
};
