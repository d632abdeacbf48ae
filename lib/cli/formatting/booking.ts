import type { Booking } from '../../../shared/domain/booking.ts';
import { viewBooking, viewCheckin } from '../../../shared/use-cases/bookings/view-booking.ts';
import type { CheckinDetails, DetailedBooking } from '../../../shared/use-cases/checkin/explain.ts';
import { tableOf, type Table, type Tone } from './table.ts';

/** A booking as printed, with `null` for missing attributes. */
export const viewListedBooking = (booking: Booking) => {
  const { bookingId, kind, name = null, ...period } = viewBooking(booking);
  return { bookingId, kind, name, ...period, checkin: booking.checkin ? viewCheckin(booking.checkin) : null };
};
type BookingView = ReturnType<typeof viewListedBooking>;

/** Omits the id of the check-in request and the time at which it was received. Only the JSON output contains them. */
export const formatBookings = tableOf<BookingView>(
  {
    BOOKING: ({ bookingId }) => bookingId,
    KIND: ({ kind }) => kind,
    NAME: ({ name }) => name,
    'CHECK-IN FROM': ({ checkinOpensAt }) => checkinOpensAt,
    UNTIL: ({ noShowAt }) => noShowAt,
    'CHECKED IN AT': ({ checkin }) => checkin && { text: checkin.at, tone: 'good' },
    'CHECKED IN BY': ({ checkin }) => (checkin?.by ? `${checkin.by.id}, by hand` : checkin?.clientId),
  },
  'No bookings.',
);

const tones: Readonly<Partial<Record<DetailedBooking['result'], Tone>>> = {
  open: 'good',
  checked_in: 'good',
  already_checked_in: 'quiet',
};

const formatDetailedBookings = tableOf<DetailedBooking>({
  RESULT: ({ result }) => ({ text: result, tone: tones[result] }),
  BOOKING: ({ bookingId }) => bookingId,
  KIND: ({ kind }) => kind,
  NAME: ({ name }) => name,
  'CHECK-IN FROM': ({ checkinOpensAt }) => checkinOpensAt,
  UNTIL: ({ noShowAt }) => noShowAt,
  'CHECKED IN AT': ({ checkedInAt }) => checkedInAt,
});

/** Formats the outcome of a check-in, and the result for each booking near the time of the check-in. */
export const formatDetails = ({ code, bookings }: CheckinDetails): Table => ({
  title: bookings.length > 0 ? code : `${code}: no booking within 12 hours of that time`,
  ...formatDetailedBookings(bookings),
});
