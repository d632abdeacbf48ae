import * as v from 'valibot';
import { checkinFields } from '../http/checkin-fields.ts';
import { field, optionalField } from '../http/field.ts';
import { attendanceResults, bookingKinds, checkinCodes, dryRunResults } from '../rules/bookings.ts';
import { fields } from '../rules/fields.ts';
import { count, day, moment, pageOf, userId, pageQuery, type RouteSchemas } from './parts.ts';

const bookingView = v.strictObject({
  userId,
  bookingId: v.string(),
  kind: v.picklist(bookingKinds),
  name: v.optional(v.string()),
  checkinOpensAt: moment,
  /** The end of the check-in period, exclusive. */
  noShowAt: moment,
  result: v.picklist(attendanceResults),
  checkedInAt: v.optional(moment),
  reader: v.optional(v.string()),
});
export type BookingView = v.InferOutput<typeof bookingView>;

const dayQuery = {
  day: field(fields.day),
  /** IANA name. Default: UTC. */
  timeZone: optionalField(fields.timeZone),
};

const bookingRef = {
  userId: field(fields.userId),
  bookingId: field(fields.bookingId),
};
const reason = field(fields.reason);

const bookingRefView = { companyId: v.string(), userId, bookingId: v.string() };

const listAttendanceQuery = {
  ...pageQuery,
  ...dayQuery,
  kind: optionalField(fields.bookingKind),
  result: optionalField(fields.attendanceResult),
};

const attendanceRow = v.strictObject({
  ...bookingView.entries,
  /** The name of the user; `name` is the name of the place. */
  userName: v.optional(v.string()),
  uid: v.optional(v.string()),
  email: v.optional(v.string()),
});
export type AttendanceRow = v.InferOutput<typeof attendanceRow>;

const listAttendanceResponse = v.strictObject({
  companyId: v.string(),
  day,
  timeZone: v.string(),
  items: v.array(attendanceRow),
  next: v.optional(v.string()),
});

export const bookingSchemas = {
  listUserBookings: {
    summary: 'List the bookings of a user on a day',
    description: 'The bookings whose check-in period overlaps the day.',
    query: v.object({ ...pageQuery, ...dayQuery }),
    response: pageOf(bookingView),
  },

  checkIn: {
    summary: 'Check in by hand',
    description: '`at` must be inside the check-in period; default: now. Nothing is pushed.',
    errors: ['booking_not_found', 'outside_checkin_period', 'already_checked_in'],
    body: v.object({ ...bookingRef, reason, at: optionalField(fields.dateTime) }),
    response: v.strictObject({ ...bookingRefView, checkedInAt: moment }),
  },

  undoCheckin: {
    summary: 'Undo a check-in',
    errors: ['booking_not_found', 'not_checked_in'],
    body: v.object({ ...bookingRef, reason }),
    response: v.strictObject({ ...bookingRefView, undone: v.literal(true) }),
  },

  cancelBooking: {
    summary: 'Cancel a booking',
    errors: ['booking_not_found'],
    body: v.object(bookingRef),
    response: v.strictObject({ ...bookingRefView, cancelled: v.literal(true) }),
  },

  tryCheckin: {
    summary: 'Try a check-in',
    description: 'Returns the result of a gate’s request without performing it.',
    errors: ['identifier_required', 'user_not_found'],
    body: v.object(checkinFields),
    response: v.strictObject({
      statusCode: v.literal(200),
      message: v.string(),
      checkinCount: count,
      code: v.picklist(checkinCodes),
      bookings: v.array(
        v.strictObject({
          bookingId: v.string(),
          kind: v.picklist(bookingKinds),
          name: v.optional(v.string()),
          result: v.picklist(dryRunResults),
          checkinOpensAt: moment,
          noShowAt: moment,
          checkedInAt: v.optional(moment),
          /** When the booking was created, moved to another time or last reopened, whichever is latest. */
          openSince: moment,
        }),
      ),
    }),
  },

  listAttendance: {
    summary: 'List the bookings that open on a day, with their check-ins',
    query: v.object(listAttendanceQuery),
    response: listAttendanceResponse,
  },

  // A POST, so that no URL contains the name of a person.
  searchAttendance: {
    summary: 'List the bookings of people whom a search finds',
    description:
      'Like the list of a day, of people who match `q` as in `POST /users/search`. A page reads on until it is full, through up to 50,000 bookings.',
    body: v.object({ ...listAttendanceQuery, q: field(fields.search) }),
    response: listAttendanceResponse,
  },

  summariseAttendance: {
    summary: 'Totals of a day, and its check-ins by quarter of an hour',
    query: v.object(dayQuery),
    response: v.strictObject({
      companyId: v.string(),
      day,
      timeZone: v.string(),
      totals: v.strictObject({ booked: count, checkedIn: count, noShow: count, expected: count }),
      /** Check-ins by quarter of an hour, in order. Quarters without a check-in are omitted. */
      quarters: v.array(v.strictObject({ startsAt: moment, checkedIn: count })),
    }),
  },
} satisfies Record<string, RouteSchemas>;
