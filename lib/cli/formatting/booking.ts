import type { Booking } from '../../../shared/domain/booking.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { viewCheckin } from '../../../shared/use-cases/bookings/view-checkin.ts';

/** A booking as the operator sees it: moments in RFC 3339, `null` for what is not there. */
export type BookingView = ReturnType<typeof viewBooking>;

export const viewBooking = ({ bookingId, kind, name, checkinOpensAt, noShowAt, checkin }: Booking) => ({
  bookingId,
  kind,
  name: name ?? null,
  checkinOpensAt: formatDateTime(checkinOpensAt),
  noShowAt: formatDateTime(noShowAt),
  checkin: checkin ? viewCheckin(checkin) : null,
});

const formatCheckin = (checkin: BookingView['checkin']): string => {
  if (!checkin) return 'not checked in';
  const { at, receivedAt, clientId, requestId, by } = checkin;
  return by
    ? `checked in at ${at}, by hand by ${by.id}, at ${receivedAt}`
    : `checked in at ${at}, received ${receivedAt} from ${clientId}, request ${requestId}`;
};

const formatBooking = ({ bookingId, kind, name, checkinOpensAt, noShowAt, checkin }: BookingView): string =>
  [
    `${bookingId}  ${kind}${name === null ? '' : `  ${name}`}`,
    `  check-in from ${checkinOpensAt} until ${noShowAt}`,
    `  ${formatCheckin(checkin)}`,
  ].join('\n');

export const formatBookings = (bookings: readonly BookingView[]): string =>
  bookings.length === 0 ? 'No bookings.' : bookings.map(formatBooking).join('\n\n');
