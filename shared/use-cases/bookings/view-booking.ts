import type { BookingPeriod, CheckinRecord } from '../../domain/booking.ts';
import { defined } from '../../domain/defined.ts';
import { formatDateTime } from '../../domain/instant.ts';

/** Returns a booking in the form that all APIs, the log, exports and the command line use. Times are in RFC 3339, UTC. */
export const viewBooking = ({ bookingId, kind, name, checkinOpensAt, noShowAt }: BookingPeriod) =>
  defined({
    bookingId,
    kind,
    name,
    checkinOpensAt: formatDateTime(checkinOpensAt),
    noShowAt: formatDateTime(noShowAt),
  });

export const viewCheckin = ({ at, receivedAt, ...record }: CheckinRecord) => ({
  at: formatDateTime(at),
  receivedAt: formatDateTime(receivedAt),
  ...record,
});
