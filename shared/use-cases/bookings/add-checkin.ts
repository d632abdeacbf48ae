import { randomUUID } from 'node:crypto';
import type { Booking, BookingRef, CheckinRecord } from '../../domain/booking.ts';
import { containsInstant } from '../../domain/checkin-period.ts';
import type { Instant } from '../../domain/instant.ts';
import { ServiceError } from '../../domain/service-error.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { recordBookingAction, type BookingContext } from './booking-context.ts';

/** A check-in by hand. */
export interface AddCheckinCommand {
  readonly reason: string;
  /** Inside the check-in period. Default: now. */
  readonly at?: Instant;
}

/** More changes of one booking than this are not expected between reading and writing it. */
const MAX_TRIES = 5;

const findBooking = async ({ bookings }: BookingContext, ref: BookingRef): Promise<Booking> => {
  const [booking] = await bookings.findAll([ref]);
  if (!booking) throw new UseCaseError('booking_not_found', { bookingId: ref.bookingId });
  return booking;
};

/** @throws UseCaseError `outside_checkin_period`, `already_checked_in` */
const refuseUnlessOpen = ({ bookingId, checkinOpensAt, noShowAt, checkin }: Booking, at: Instant): void => {
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
  const { user, bookingId } = ref;
  const record = makeRecord(context, at);
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const booking = await findBooking(context, ref);
    refuseUnlessOpen(booking, at);
    const outcome = await context.bookings.checkIn(user, bookingId, record);
    const isOwn = outcome.kind === 'already-checked-in' && outcome.booking.checkin.checkinId === record.checkinId;
    if (outcome.kind === 'checked-in' || isOwn) {
      await recordBookingAction(context, ref, {
        action: 'checkins.add',
        reason,
        before: booking,
        after: { ...booking, checkin: record },
      });
      return at;
    }
  }
  throw new ServiceError('dependency_unavailable', 'others kept changing the booking');
};
