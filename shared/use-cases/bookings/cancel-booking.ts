import type { BookingRef } from '../../domain/booking.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { auditBooking, type BookingContext } from './booking-context.ts';

/**
 * Deletes a booking, checked in or not. The log keeps its last state.
 * @throws UseCaseError `booking_not_found`
 */
export const cancelBooking = async (context: BookingContext, ref: BookingRef): Promise<void> => {
  const audited = auditBooking(context, ref, { action: 'bookings.cancel' });
  const { outcome } = await context.bookings.change(ref, () => undefined, undefined, audited);
  if (outcome === 'unchanged') throw new UseCaseError('booking_not_found', { bookingId: ref.bookingId });
};
