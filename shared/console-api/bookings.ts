import * as v from 'valibot';
import { field, optionalField } from '../http/field.ts';
import { attendanceResults, bookingKinds } from '../rules/bookings.ts';
import { fields } from '../rules/fields.ts';
import { pageQuery } from './page-query.ts';
import { moment, pageOf, userId } from './response-parts.ts';

export const bookingView = v.strictObject({
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

export const dayQuery = {
  day: field(fields.day),
  /** IANA name. Default: UTC. */
  timeZone: optionalField(fields.timeZone),
};

/** GET /users/{userId}/bookings: the bookings whose period overlaps the day. */
export const listUserBookingsQuery = v.object({ ...pageQuery, ...dayQuery });
export const listUserBookingsResponse = pageOf(bookingView);
export type ListUserBookingsResponse = v.InferOutput<typeof listUserBookingsResponse>;

const bookingRef = {
  userId: field(fields.userId),
  bookingId: field(fields.bookingId),
};
const reason = field(fields.reason);

const bookingRefView = { companyId: v.string(), userId, bookingId: v.string() };

/** POST /bookings/check-in. `at` must be inside the period. Default: now. */
export const checkInRequest = v.object({ ...bookingRef, reason, at: optionalField(fields.dateTime) });
export type CheckInRequest = v.InferInput<typeof checkInRequest>;
export const checkInResponse = v.strictObject({ ...bookingRefView, checkedInAt: moment });
export type CheckInResponse = v.InferOutput<typeof checkInResponse>;

/** POST /bookings/undo-check-in */
export const undoCheckinRequest = v.object({ ...bookingRef, reason });
export type UndoCheckinRequest = v.InferInput<typeof undoCheckinRequest>;
export const undoCheckinResponse = v.strictObject({ ...bookingRefView, undone: v.literal(true) });
export type UndoCheckinResponse = v.InferOutput<typeof undoCheckinResponse>;

/** POST /bookings/cancel */
export const cancelBookingRequest = v.object(bookingRef);
export type CancelBookingRequest = v.InferInput<typeof cancelBookingRequest>;
export const cancelBookingResponse = v.strictObject({ ...bookingRefView, cancelled: v.literal(true) });
export type CancelBookingResponse = v.InferOutput<typeof cancelBookingResponse>;
