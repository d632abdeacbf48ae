import { auditEntry, type Acting, type Audited, type AuditedAction } from '../../domain/audit-entry.ts';
import type { Booking, BookingRef, BookingStore } from '../../domain/booking.ts';
import { formatDateTime } from '../../domain/instant.ts';

/** The dependencies of changes of a booking by hand. */
export interface BookingContext extends Acting {
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

/** A change of a booking by hand, with its entry in the audit log. */
export const auditBooking = (
  by: BookingContext,
  { user, bookingId }: BookingRef,
  action: Pick<AuditedAction, 'action' | 'reason'>,
): Audited<Booking> => ({
  by,
  entries: (before, after) => [
    auditEntry(by, user.companyId, {
      ...action,
      target: { userId: user.userId, bookingId },
      before: before && viewState(before),
      after: after && viewState(after),
    }),
  ],
});
