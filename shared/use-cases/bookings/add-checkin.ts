import { randomUUID } from 'node:crypto';
import type { Booking, BookingRef, CheckinRecord } from '../../domain/booking.ts';
import { containsInstant } from '../../domain/checkin-period.ts';
import type { Instant } from '../../domain/instant.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { auditBooking, type BookingContext } from './booking-context.ts';

/** A check-in by hand. */
export interface AddCheckinCommand {
  readonly reason: string;
  /** Inside the check-in period. Default: now. */
  readonly at?: Instant;
}

/** @throws UseCaseError `outside_checkin_period`, `already_checked_in` */
const assertOpen = ({ bookingId, checkinOpensAt, noShowAt, checkin }: Booking, at: Instant): void => {
  if (checkin) throw new UseCaseError('already_checked_in', { bookingId, checkedInAt: checkin.at });
  if (!containsInstant({ checkinOpensAt, noShowAt }, at))
    throw new UseCaseError('outside_checkin_period', { bookingId, at, checkinOpensAt, noShowAt });
};

const makeRecord = ({ actor, now }: BookingContext, at: Instant): CheckinRecord => {
  const id = randomUUID();
  // No push is sent, because the administrator is in contact with the user, or is the user.
  return { at, receivedAt: now(), by: actor, requestId: id, checkinId: id, notify: false };
};

/**
 * Checks in one booking by hand. Sends no push.
 * @returns the moment of the check-in
 * @throws UseCaseError `booking_not_found`, `outside_checkin_period`, `already_checked_in`
 */
export const addCheckin = async (
  context: BookingContext,
  ref: BookingRef,
  { reason, at = context.now() }: AddCheckinCommand,
): Promise<Instant> => {
  const { bookingId } = ref;
  const checkin = makeRecord(context, at);
  await context.bookings.change(
    ref,
    (booking) => {
      if (!booking) throw new UseCaseError('booking_not_found', { bookingId });
      assertOpen(booking, at);
      return { ...booking, checkin };
    },
    undefined,
    auditBooking(context, ref, { action: 'checkins.add', reason }),
  );
  return at;
};
