import type { Booking, BookingPeriod, CheckinRecord } from '../../domain/booking.ts';
import { bookingAttributeNames, nearAttributeNames } from '../../rules/attributes.ts';
import { pick } from '../../rules/plain-values.ts';
import { formatDateTime } from '../../domain/instant.ts';

const viewPeriod = ({ checkinOpensAt, noShowAt }: BookingPeriod) => ({
  checkinOpensAt: formatDateTime(checkinOpensAt),
  noShowAt: formatDateTime(noShowAt),
});

/** Returns a booking as check-ins and the check-in log show it: with the attributes in the indexes. Times are in RFC 3339, UTC. */
export const viewBooking = (booking: BookingPeriod) => ({
  bookingId: booking.bookingId,
  ...pick(booking, nearAttributeNames),
  ...viewPeriod(booking),
});

/** Returns a booking with all its attributes, as the console, exports, the audit log and the command line show it. */
export const viewWholeBooking = (booking: Booking) => ({
  bookingId: booking.bookingId,
  ...pick(booking, bookingAttributeNames),
  ...viewPeriod(booking),
});

export const viewCheckin = ({ at, receivedAt, ...record }: CheckinRecord) => ({
  at: formatDateTime(at),
  receivedAt: formatDateTime(receivedAt),
  ...record,
});
