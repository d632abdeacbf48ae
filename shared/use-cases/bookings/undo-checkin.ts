import { randomUUID } from 'node:crypto';
import { reopen, type Booking, type BookingRef } from '../../domain/booking.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { recordBookingAction, type BookingContext } from './booking-context.ts';

/**
 * Removes the check-in of a booking, so that the booking is open again. Repeats of its request do not make it again; a new
 * request can.
 * @throws UseCaseError `booking_not_found`, `not_checked_in`
 */
export const undoCheckin = async (context: BookingContext, ref: BookingRef, reason: string): Promise<void> => {
  const { bookingId } = ref;
  const undoId = randomUUID();
  let undone: { readonly before: Booking; readonly after: Booking } | undefined;
  await context.bookings.change(ref, (booking) => {
    if (!booking) throw new UseCaseError('booking_not_found', { bookingId });
    // After a lost response the update is retried and finds its own write, and perhaps a check-in made since.
    if (booking.undoId === undoId) return booking;
    if (!booking.checkin) throw new UseCaseError('not_checked_in', { bookingId });
    undone = { before: booking, after: { ...reopen(booking, booking.checkin, context.now()), undoId } };
    return undone.after;
  });
  await recordBookingAction(context, ref, { action: 'checkins.undo', reason, ...undone });
};
