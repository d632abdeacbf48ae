import { randomUUID } from 'node:crypto';
import { reopen, type BookingRef } from '../../domain/booking.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { auditBooking, type BookingContext } from './booking-context.ts';

/**
 * Removes the check-in of a booking, so that the booking is open again. Retries of the same request do not check it in again; a
 * new request can.
 * @throws UseCaseError `booking_not_found`, `not_checked_in`
 */
export const undoCheckin = async (context: BookingContext, ref: BookingRef, reason: string): Promise<void> => {
  const { bookingId } = ref;
  const undoId = randomUUID();
  await context.bookings.change(
    ref,
    (booking) => {
      if (!booking) throw new UseCaseError('booking_not_found', { bookingId });
      if (!booking.checkin) throw new UseCaseError('not_checked_in', { bookingId });
      return { ...reopen(booking, booking.checkin, context.now()), undoId };
    },
    undefined,
    auditBooking(context, ref, { action: 'checkins.undo', reason }),
  );
};
