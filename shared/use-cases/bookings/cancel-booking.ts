import type { Booking, BookingRef } from '../../domain/booking.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { recordBookingAction, type BookingContext } from './booking-context.ts';

/**
 * Deletes a booking, checked in or not. The log keeps its last state.
 * @throws UseCaseError `booking_not_found`
 */
export const cancelBooking = async (context: BookingContext, ref: BookingRef): Promise<void> => {
  let found: Booking | undefined;
  const { before } = await context.bookings.change(ref, (booking) => {
    found = booking ?? found;
    return undefined;
  });
  // After a lost response the deletion is retried and finds nothing, so the booking of the first read is used.
  const cancelled = before ?? found;
  if (!cancelled) throw new UseCaseError('booking_not_found', { bookingId: ref.bookingId });
  await recordBookingAction(context, ref, { action: 'bookings.cancel', before: cancelled });
};
