import { randomUUID } from 'node:crypto';
import { auditEntry, type Acting, type Audited, type AuditedAction } from '../../domain/audit-entry.ts';
import { reopen, type Booking, type BookingRef, type BookingStore } from '../../domain/booking.ts';
import { containsInstant } from '../../domain/checkin-period.ts';
import { formatDateTime, type Instant } from '../../domain/instant.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { viewWholeBooking } from './view-booking.ts';

interface BookingContext extends Acting {
  readonly bookings: BookingStore;
}

/** Returns a booking as the audit log shows it. */
const viewState = (booking: Booking) => {
  const { bookingId: _, ...view } = viewWholeBooking(booking);
  const { checkin } = booking;
  return { ...view, checkin: checkin && { at: formatDateTime(checkin.at), checkinId: checkin.checkinId } };
};

const audit = (
  context: BookingContext,
  { user, bookingId }: BookingRef,
  action: Pick<AuditedAction, 'action' | 'reason'>,
): Audited<Booking> => ({
  by: context,
  entries: (before, after) => [
    auditEntry(context, user.companyId, {
      ...action,
      target: { userId: user.userId, bookingId },
      before: before && viewState(before),
      after: after && viewState(after),
    }),
  ],
});

export interface AddCheckinCommand {
  readonly reason: string;
  /** Must be inside the check-in period. Default: now. */
  readonly at?: Instant | undefined;
}

/** @throws UseCaseError `outside_checkin_period`, `already_checked_in` */
const assertOpen = ({ bookingId, checkinOpensAt, noShowAt, checkin }: Booking, at: Instant): void => {
  if (checkin) throw new UseCaseError('already_checked_in', { bookingId, checkedInAt: checkin.at });
  if (!containsInstant({ checkinOpensAt, noShowAt }, at))
    throw new UseCaseError('outside_checkin_period', { bookingId, at, checkinOpensAt, noShowAt });
};

/**
 * Checks in a booking by hand. Sends no push, because the administrator is in contact with the user, or is the user.
 * @returns the time of the check-in
 * @throws UseCaseError `booking_not_found`, `outside_checkin_period`, `already_checked_in`
 */
export const addCheckin = async (
  context: BookingContext,
  ref: BookingRef,
  { reason, at = context.now() }: AddCheckinCommand,
): Promise<Instant> => {
  const { bookingId } = ref;
  const id = randomUUID();
  const ids = { requestId: id, checkinId: id };
  const checkin = { at, receivedAt: context.now(), by: context.actor, reason, ...ids, notify: false };
  const decide = (booking: Booking | undefined): Booking => {
    if (!booking) throw new UseCaseError('booking_not_found', { bookingId });
    assertOpen(booking, at);
    return { ...booking, checkin };
  };
  await context.bookings.change(ref, decide, undefined, audit(context, ref, { action: 'checkins.add', reason }));
  return at;
};

/**
 * Reopens a booking. New requests can check it in again, but retries of requests received before the undo cannot.
 * @throws UseCaseError `booking_not_found`, `not_checked_in`
 */
export const undoCheckin = async (context: BookingContext, ref: BookingRef, reason: string): Promise<void> => {
  const { bookingId } = ref;
  const decide = (booking: Booking | undefined): Booking => {
    if (!booking) throw new UseCaseError('booking_not_found', { bookingId });
    if (!booking.checkin) throw new UseCaseError('not_checked_in', { bookingId });
    return reopen(booking, booking.checkin, context.now());
  };
  await context.bookings.change(ref, decide, undefined, audit(context, ref, { action: 'checkins.undo', reason }));
};

/**
 * Deletes a booking, checked in or not. The audit log keeps its last state.
 * @throws UseCaseError `booking_not_found`
 */
export const cancelBooking = async (context: BookingContext, ref: BookingRef): Promise<void> => {
  const audited = audit(context, ref, { action: 'bookings.cancel' });
  const { outcome } = await context.bookings.change(ref, () => undefined, undefined, audited);
  if (outcome === 'unchanged') throw new UseCaseError('booking_not_found', { bookingId: ref.bookingId });
};
