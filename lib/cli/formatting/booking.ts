import type { Booking } from '../../../shared/domain/booking.ts';
import { viewBooking, viewCheckin } from '../../../shared/use-cases/bookings/view-booking.ts';
import type { CheckinDetails, DetailedBooking } from '../../../shared/use-cases/checkin/evaluate.ts';
import type { Cell, Table, Tone } from './table.ts';

/** A booking as printed, with `null` for missing attributes. */
export const viewListedBooking = (booking: Booking) => {
  const { bookingId, kind, name = null, ...period } = viewBooking(booking);
  return { bookingId, kind, name, ...period, checkin: booking.checkin ? viewCheckin(booking.checkin) : null };
};
type BookingView = ReturnType<typeof viewListedBooking>;

const describeOrigin = ({ by, clientId }: NonNullable<BookingView['checkin']>): string =>
  by ? `${by.id}, by hand` : String(clientId);

/** Omits the id of the check-in request and the time at which it was received. Only the JSON output contains them. */
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

const tones: Readonly<Partial<Record<DetailedBooking['result'], Tone>>> = {
  open: 'good',
  checked_in: 'good',
  already_checked_in: 'quiet',
};

const toDetailedRow = (booking: DetailedBooking): readonly Cell[] => {
  const { bookingId, kind, name = '', result, checkinOpensAt, noShowAt, checkedInAt = '' } = booking;
  const tone = tones[result];
  return [tone ? { text: result, tone } : result, bookingId, kind, name, checkinOpensAt, noShowAt, checkedInAt];
};

/** Formats the outcome of a check-in, and the result for each booking near the time of the check-in. */
export const formatDetails = ({ code, bookings }: CheckinDetails): Table => ({
  title: bookings.length > 0 ? code : `${code}: no booking within 12 hours of that time`,
  columns: ['RESULT', 'BOOKING', 'KIND', 'NAME', 'CHECK-IN FROM', 'UNTIL', 'CHECKED IN AT'],
  rows: bookings.map(toDetailedRow),
});
