import {
  bookingMapKey,
  attendanceOf,
  byHandOf,
  writtenAt,
  type Booking,
  type BookingStore,
  type IndexedBooking,
  type TimeRange,
} from '../../domain/booking.ts';
import { formatOptional, type Instant } from '../../domain/instant.ts';
import { isErased, presentUser, type User, type UserStore } from '../../domain/user.ts';
import type { AttendanceResult } from '../../rules/bookings.ts';
import { defined } from '../../rules/plain-values.ts';
import { viewWholeBooking } from '../bookings/view-booking.ts';
import { rangeOfDay, type LocalDay } from './local-day.ts';

/** The bookings of a company whose check-in period opens on a local day. */
export interface AttendanceQuery extends LocalDay {
  readonly companyId: string;
}

export const viewAttendance = (booking: Booking, now: Instant) =>
  defined({
    userId: booking.user.userId,
    ...viewWholeBooking(booking),
    result: attendanceOf(booking, now),
    checkedInAt: formatOptional(booking.checkin?.at),
    reader: booking.checkin?.reader,
    byHand: byHandOf(booking),
  });

export interface AttendanceRow extends Readonly<ReturnType<typeof viewAttendance>>, Pick<User, 'uid' | 'email'> {
  /** The name of the user; `name` is the name of the place. */
  readonly userName?: string;
}

/** `booked` is the sum of the other numbers. */
export interface AttendanceTotals {
  readonly booked: number;
  readonly checkedIn: number;
  readonly noShow: number;
  readonly expected: number;
}

export const noTotals: AttendanceTotals = { booked: 0, checkedIn: 0, noShow: 0, expected: 0 };

/** Adds rows to the totals. */
export const addToTotals = (
  totals: AttendanceTotals,
  rows: readonly Pick<AttendanceRow, 'result'>[],
): AttendanceTotals => {
  const countOf = (result: AttendanceResult): number => rows.filter((row) => row.result === result).length;
  return {
    booked: totals.booked + rows.length,
    checkedIn: totals.checkedIn + countOf('checked_in'),
    noShow: totals.noShow + countOf('no_show'),
    expected: totals.expected + countOf('expected'),
  };
};

export interface AttendanceStores {
  readonly bookings: Pick<BookingStore, 'listByOpening' | 'findAll'>;
  readonly users: Pick<UserStore, 'findStates'>;
}

/** Bookings per query of the index. Reading the bookings and reading their users then take ten parallel calls each. */
export const BOOKINGS_AT_ONCE = 1_000;

/** Returns the current bookings by key, without bookings that moved to another day after the index was read. */
export const readBookings = async (
  { bookings }: Pick<AttendanceStores, 'bookings'>,
  indexed: readonly IndexedBooking[],
  { from, until }: TimeRange,
): Promise<ReadonlyMap<string, Booking>> => {
  const found = await bookings.findAll(indexed);
  const current = found.filter(({ checkinOpensAt }) => checkinOpensAt >= from && checkinOpensAt < until);
  return new Map(current.map((booking) => [bookingMapKey(booking), booking]));
};

const toRow = (booking: Booking, user: User | undefined, now: Instant): AttendanceRow => {
  const { name: userName, uid, email } = user ?? {};
  return defined({ ...viewAttendance(booking, now), userName, uid, email });
};

/** A booking that the index listed, and what was then read of it. */
interface ListedBooking {
  readonly indexed: IndexedBooking;
  readonly user: User | undefined;
  /** Undefined if the booking is no longer on the day, or if the person has been removed. */
  readonly row: AttendanceRow | undefined;
}

/** Reads the user and the attendance row of each booking that the index listed, in the same order. */
export const readListed = async (
  stores: AttendanceStores,
  companyId: string,
  indexed: readonly IndexedBooking[],
  range: TimeRange,
  now: Instant,
): Promise<ListedBooking[]> => {
  const [bookings, users] = await Promise.all([
    readBookings(stores, indexed, range),
    stores.users.findStates(
      companyId,
      indexed.map(({ user }) => user.userId),
    ),
  ]);
  return indexed.map((one) => {
    const booking = bookings.get(bookingMapKey(one));
    const state = users.get(one.user.userId);
    const user = presentUser(state);
    const isShown = booking && !isErased(state, writtenAt(booking));
    return { indexed: one, user, row: isShown ? toRow(booking, user, now) : undefined };
  });
};

/** Reads the bookings of a time range from the index, in parts. A booking that moves between two reads is returned once. */
export const readIndex = async function* (
  { bookings }: Pick<AttendanceStores, 'bookings'>,
  companyId: string,
  range: TimeRange,
): AsyncGenerator<IndexedBooking[]> {
  let after: IndexedBooking | undefined;
  const seen = new Set<string>();
  for (;;) {
    const indexed = await bookings.listByOpening(companyId, range, { limit: BOOKINGS_AT_ONCE, after });
    const unseen = indexed.filter((booking) => !seen.has(bookingMapKey(booking)));
    for (const booking of unseen) seen.add(bookingMapKey(booking));
    if (unseen.length > 0) yield unseen;
    if (indexed.length < BOOKINGS_AT_ONCE) return;
    after = indexed.at(-1);
  }
};

/** Reads all bookings of a day in the order in which they open, in parts of {@link BOOKINGS_AT_ONCE}, to keep the rows of only one in memory. */
export const readAttendance = async function* (
  stores: AttendanceStores,
  { companyId, ...day }: AttendanceQuery,
  now: Instant,
): AsyncGenerator<AttendanceRow[]> {
  const range = rangeOfDay(day);
  for await (const indexed of readIndex(stores, companyId, range)) {
    const listed = await readListed(stores, companyId, indexed, range, now);
    const rows = listed.flatMap(({ row }) => row ?? []);
    if (rows.length > 0) yield rows;
  }
};
