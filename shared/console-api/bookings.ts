import * as v from 'valibot';
import { checkinFields } from '../http/checkin-fields.ts';
import { field, optionalField } from '../http/field.ts';
import { attendanceResults, bookingKinds, byHandResults, checkinCodes, dryRunResults } from '../rules/bookings.ts';
import { fields } from '../rules/fields.ts';
import { bookingRules } from '../rules/records.ts';
import { attributesBy, count, day, moment, pageOf, userId, pageQuery, type RouteSchemas } from './parts.ts';

export const bookingView = v.strictObject({
  userId,
  bookingId: v.string(),
  ...attributesBy(bookingRules),
  kind: v.picklist(bookingKinds),
  checkinOpensAt: moment,
  /** The end of the check-in period, exclusive. */
  noShowAt: moment,
  result: v.picklist(attendanceResults),
  checkedInAt: v.optional(moment),
  reader: v.optional(v.string()),
  /** Checked in by hand. Who and why are only for roles that may read check-in entries of the log. */
  byHand: v.optional(
    v.strictObject({
      /** The e-mail address of the member, or the name of the operator. */
      by: v.optional(v.string()),
      /** A text, or one of `badge_forgotten`, `badge_broken` and `reader_broken`. */
      reason: v.optional(v.string()),
    }),
  ),
});
export type BookingView = v.InferOutput<typeof bookingView>;

const dayQuery = {
  day: field(fields.day),
  /** IANA name. Default: UTC. */
  timeZone: optionalField(fields.timeZone),
};

/** Only bookings of this site. */
const site = optionalField(fields.site);

const bookingRef = {
  userId: field(fields.userId),
  bookingId: field(fields.bookingId),
};
/** A text. Either this or `reasonCode` is required. */
const reason = optionalField(fields.reason);

const bookingRefView = { companyId: v.string(), userId, bookingId: v.string() };

const listAttendanceQuery = {
  ...pageQuery,
  limit: optionalField(fields.attendancePageLimit),
  ...dayQuery,
  kind: optionalField(fields.bookingKind),
  site,
  result: optionalField(fields.attendanceResult),
};

const personView = v.strictObject({
  name: v.optional(v.string()),
  /** The first badge. */
  uid: v.optional(v.string()),
  email: v.optional(v.string()),
});

const attendanceRow = v.strictObject({
  ...bookingView.entries,
  /** Empty if the user has been removed. */
  person: personView,
});
export type AttendanceRow = v.InferOutput<typeof attendanceRow>;

export const attendanceTotals = v.strictObject({ booked: count, checkedIn: count, noShow: count, expected: count });

const listAttendanceResponse = v.strictObject({
  companyId: v.string(),
  day,
  timeZone: v.string(),
  /** `name`: by the names of the people, on a day with at most 1,000 bookings. `opening`: in the order in which the bookings open. */
  order: v.picklist(['name', 'opening']),
  items: v.array(attendanceRow),
  next: v.optional(v.string()),
});

export const triedBooking = v.strictObject({
  bookingId: v.string(),
  kind: v.picklist(bookingKinds),
  name: v.optional(v.string()),
  result: v.picklist(dryRunResults),
  checkinOpensAt: moment,
  noShowAt: moment,
  checkedInAt: v.optional(moment),
  /** When the booking was created, moved to another time or last reopened, whichever is latest. */
  openSince: moment,
});

export const bookingSchemas = {
  /** The bookings whose check-in period overlaps the day. */
  listUserBookings: {
    query: v.object({ ...pageQuery, ...dayQuery }),
    response: pageOf(bookingView),
  },

  /**
   * Checks in bookings of one person, each with its own result. `reason` is a text, `reasonCode` one of the usual reasons;
   * one of them is required. `at` must be inside the check-in period; default: now. Nothing is pushed. 404 if the person has
   * none of the bookings.
   */
  checkIn: {
    body: v.object({
      userId: field(fields.userId),
      bookingIds: field(fields.bookingIds),
      reason,
      reasonCode: optionalField(fields.checkinReason),
      at: optionalField(fields.dateTime),
    }),
    response: v.strictObject({
      companyId: v.string(),
      userId,
      items: v.array(
        v.strictObject({
          bookingId: v.string(),
          result: v.picklist(byHandResults),
          /** With `checked_in` and `already_checked_in`. */
          checkedInAt: v.optional(moment),
        }),
      ),
    }),
  },

  undoCheckin: {
    body: v.object({ ...bookingRef, reason, reasonCode: optionalField(fields.undoReason) }),
    response: v.strictObject({ ...bookingRefView, undone: v.literal(true) }),
  },

  cancelBooking: {
    body: v.object(bookingRef),
    response: v.strictObject({ ...bookingRefView, cancelled: v.literal(true) }),
  },

  /** Returns the result of a gate’s request without performing it. */
  tryCheckin: {
    body: v.object(checkinFields),
    response: v.strictObject({
      statusCode: v.literal(200),
      message: v.string(),
      checkinCount: count,
      code: v.picklist(checkinCodes),
      bookings: v.array(triedBooking),
    }),
  },

  listAttendance: {
    query: v.object(listAttendanceQuery),
    response: listAttendanceResponse,
  },

  /**
   * Like the list of a day: bookings of people who match `q` as in `POST /users/search`, and bookings whose name contains
   * `q`. A page reads on until it is full, through up to 50,000 bookings. A POST, so that no URL contains the name of a person.
   */
  searchAttendance: {
    body: v.object({ ...listAttendanceQuery, q: field(fields.search) }),
    response: v.strictObject({
      ...listAttendanceResponse.entries,
      /** People who match but have no booking on the day. Empty on later pages, and if the first page did not reach the end of the day. */
      withoutBooking: v.array(v.strictObject({ userId, person: personView })),
    }),
  },

  /**
   * From `from` to `until`, both inclusive, at most 92 days. A page has as many days as can be counted in a few seconds; the
   * report is complete where `next` is absent.
   */
  reportAttendance: {
    query: v.object({
      from: field(fields.day),
      until: field(fields.day),
      timeZone: dayQuery.timeZone,
      site,
      next: pageQuery.next,
    }),
    response: v.strictObject({
      /** The sites of all bookings of the days of the page. */
      sites: v.array(v.string()),
      next: v.optional(v.string()),
      items: v.array(
        v.strictObject({
          day,
          /** How many people checked in, each counted once. */
          people: count,
          booked: count,
          checkedIn: count,
          noShow: count,
          expected: count,
          /** `checkedIn / (checkedIn + noShow)`; absent if both are 0. */
          rate: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
        }),
      ),
    }),
  },

  summariseAttendance: {
    query: v.object({ ...dayQuery, site }),
    response: v.strictObject({
      companyId: v.string(),
      day,
      timeZone: v.string(),
      /** The sites of all bookings of the day. */
      sites: v.array(v.string()),
      totals: attendanceTotals,
      /** Check-ins by quarter of an hour, in order. Quarters without a check-in are omitted. */
      quarters: v.array(v.strictObject({ startsAt: moment, checkedIn: count })),
    }),
  },
} satisfies Record<string, RouteSchemas>;
