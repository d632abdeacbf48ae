import type { AuditContext, AdminEntry } from '../../domain/audit-entry.ts';
import type { Booking, BookingRef, BookingStore } from '../../domain/booking.ts';
import { formatDateTime } from '../../domain/instant.ts';

/** The dependencies of changes of a booking by hand. */
export interface BookingContext extends AuditContext {
  readonly bookings: BookingStore;
}

/** A booking in the log; moments in RFC 3339. */
const viewState = ({ kind, name, checkinOpensAt, noShowAt, checkin }: Booking) => ({
  kind,
  name,
  checkinOpensAt: formatDateTime(checkinOpensAt),
  noShowAt: formatDateTime(noShowAt),
  ...(checkin && { checkin: { at: formatDateTime(checkin.at), checkinId: checkin.checkinId } }),
});

/** The log entry of a change of a booking by hand. */
export interface BookingAction extends Pick<AdminEntry, 'action' | 'reason'> {
  readonly before?: Booking | undefined;
  readonly after?: Booking | undefined;
}

export const recordBookingAction = (
  { adminLog, actor, now }: BookingContext,
  { user, bookingId }: BookingRef,
  { action, reason, before, after }: BookingAction,
): Promise<void> =>
  adminLog.recordAdmin({
    kind: 'admin',
    companyId: user.companyId,
    receivedAt: now(),
    actor,
    action,
    target: { userId: user.userId, bookingId },
    reason,
    before: before && viewState(before),
    after: after && viewState(after),
  });
