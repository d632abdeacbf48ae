import * as v from 'valibot';
import { field, optionalField } from '../http/field.ts';
import { attendanceResults, bookingKinds } from '../rules/bookings.ts';
import { fields } from '../rules/fields.ts';
import { pageQuery } from './page-query.ts';
import { count, day, moment, pageOf, userId } from './response-parts.ts';

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
  /** The bookings whose period overlaps the day. */
  listUserBookings: { query: v.object({ ...pageQuery, ...dayQuery }), response: pageOf(bookingView) },

  /** `at` must be inside the period. Default: now. */
  checkIn: {
    body: v.object({ ...bookingRef, reason, at: optionalField(fields.dateTime) }),
    response: v.strictObject({ ...bookingRefView, checkedInAt: moment }),
  },

  undoCheckin: {
    body: v.object({ ...bookingRef, reason }),
    response: v.strictObject({ ...bookingRefView, undone: v.literal(true) }),
  },

  cancelBooking: {
    body: v.object(bookingRef),
    response: v.strictObject({ ...bookingRefView, cancelled: v.literal(true) }),
  },

  /** One row per booking whose period opens on the day. */
  listAttendance: { query: v.object(listAttendanceQuery), response: listAttendanceResponse },

  /** Like `listAttendance`, but only for people who match `q`. POST keeps their names out of URLs. */
  searchAttendance: {
    body: v.object({ ...listAttendanceQuery, q: field(fields.search) }),
    response: listAttendanceResponse,
  },

  summariseAttendance: {
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
};
