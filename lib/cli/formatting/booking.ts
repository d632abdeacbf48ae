import type { Booking } from '../../../shared/domain/booking.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { viewCheckin } from '../../../shared/use-cases/bookings/view-booking.ts';
import type { Cell, Table } from './table.ts';

/** A booking as printed, with times in RFC 3339 and `null` for missing attributes. */
export type BookingView = ReturnType<typeof viewBooking>;

export const viewBooking = ({ bookingId, kind, name, checkinOpensAt, noShowAt, checkin }: Booking) => ({
  bookingId,
  kind,
  name: name ?? null,
  checkinOpensAt: formatDateTime(checkinOpensAt),
  noShowAt: formatDateTime(noShowAt),
  checkin: checkin ? viewCheckin(checkin) : null,
});

const describeOrigin = ({ by, clientId }: NonNullable<BookingView['checkin']>): string =>
  by ? `${by.id}, by hand` : String(clientId);

/** The id of the request, and the time at which it was received, are only in the JSON. */
const toRow = ({ bookingId, kind, name, checkinOpensAt, noShowAt, checkin }: BookingView): readonly Cell[] => [
  bookingId,
  kind,
  name ?? '',
  checkinOpensAt,
  noShowAt,
  checkin ? { text: checkin.at, tone: 'good' } : '',
  checkin ? describeOrigin(checkin) : '',
];

export const formatBookings = (bookings: readonly BookingView[]): Table => ({
  ifEmpty: 'No bookings.',
  columns: ['BOOKING', 'KIND', 'NAME', 'CHECK-IN FROM', 'UNTIL', 'CHECKED IN AT', 'CHECKED IN BY'],
  rows: bookings.map(toRow),
});
