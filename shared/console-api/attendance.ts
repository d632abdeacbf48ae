import * as v from 'valibot';
import { field, optionalField } from '../http/field.ts';
import { fields } from '../rules/fields.ts';
import { bookingView, dayQuery } from './bookings.ts';
import { pageQuery } from './page-query.ts';
import { count, day, moment } from './response-parts.ts';

/** GET /attendance: one row per booking whose period opens on the day. */
export const listAttendanceQuery = v.object({
  ...pageQuery,
  ...dayQuery,
  kind: optionalField(fields.bookingKind),
  result: optionalField(fields.attendanceResult),
});
export type ListAttendanceQuery = v.InferInput<typeof listAttendanceQuery>;

/** POST /attendance/search: like GET /attendance, but only for people who match `q`. POST keeps their names out of URLs. */
export const searchAttendanceRequest = v.object({ ...listAttendanceQuery.entries, q: field(fields.search) });
export type SearchAttendanceRequest = v.InferInput<typeof searchAttendanceRequest>;

export const attendanceRow = v.strictObject({
  ...bookingView.entries,
  /** The name of the user; `name` is the name of the place. */
  userName: v.optional(v.string()),
  uid: v.optional(v.string()),
  email: v.optional(v.string()),
});
export type AttendanceRow = v.InferOutput<typeof attendanceRow>;

export const listAttendanceResponse = v.strictObject({
  companyId: v.string(),
  day,
  timeZone: v.string(),
  items: v.array(attendanceRow),
  next: v.optional(v.string()),
});
export type ListAttendanceResponse = v.InferOutput<typeof listAttendanceResponse>;

export const summariseAttendanceQuery = v.object(dayQuery);

/** GET /attendance/summary */
export const attendanceSummaryResponse = v.strictObject({
  companyId: v.string(),
  day,
  timeZone: v.string(),
  totals: v.strictObject({ booked: count, checkedIn: count, noShow: count, expected: count }),
  /** Check-ins by quarter of an hour, in order. Quarters without a check-in are omitted. */
  quarters: v.array(v.strictObject({ startsAt: moment, checkedIn: count })),
});
export type AttendanceSummaryResponse = v.InferOutput<typeof attendanceSummaryResponse>;
