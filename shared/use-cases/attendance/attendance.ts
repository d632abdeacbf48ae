import {
  bookingKey,
  type Booking,
  type BookingStore,
  type IndexedBooking,
  type TimeRange,
} from '../../domain/booking.ts';
import { formatOptional, type Instant } from '../../domain/instant.ts';
import type { User, UserStore } from '../../domain/user.ts';
import type { AttendanceResult } from '../../rules/bookings.ts';
import { attendanceOf } from '../../domain/attendance.ts';
import { defined } from '../../domain/defined.ts';
import { viewBooking } from '../bookings/view-booking.ts';
import { rangeOfDay, type LocalDay } from './local-day.ts';

/** The bookings of a company whose check-in period opens on a local day. */
export interface AttendanceQuery extends LocalDay {
  readonly companyId: string;
}

/** A booking, and whether its user came. */
export const viewAttendance = (booking: Booking, now: Instant) =>
  defined({
    userId: booking.user.userId,
    ...viewBooking(booking),
    result: attendanceOf(booking, now),
    checkedInAt: formatOptional(booking.checkin?.at),
    reader: booking.checkin?.reader,
  });

/** One booking of the day. */
export interface AttendanceRow extends Readonly<ReturnType<typeof viewAttendance>>, Pick<User, 'uid' | 'email'> {
  /** The name of the user; `name` is that of the place. */
  readonly userName?: string;
}

/** `booked` is the sum of the others. */
export interface AttendanceTotals {
  readonly booked: number;
  readonly checkedIn: number;
  readonly noShow: number;
  readonly expected: number;
}

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

export const noTotals: AttendanceTotals = { booked: 0, checkedIn: 0, noShow: 0, expected: 0 };

export interface AttendanceStores {
  readonly bookings: Pick<BookingStore, 'listByOpening' | 'findAll'>;
  readonly users: Pick<UserStore, 'findAll'>;
}

/** Index entries read at once. Their bookings take ten parallel calls, and their users ten. */
export const ENTRIES_AT_ONCE = 1_000;

/** Reads the bookings of index entries consistently. The index may be stale, so a booking may have moved to another day. */
export const readBookings = async (
  { bookings }: Pick<AttendanceStores, 'bookings'>,
  entries: readonly IndexedBooking[],
  { from, until }: TimeRange,
): Promise<(Booking | undefined)[]> => {
  const found = await bookings.findAll(entries);
  const current = found.filter(({ checkinOpensAt }) => checkinOpensAt >= from && checkinOpensAt < until);
  const byKey = new Map(current.map((booking) => [bookingKey(booking), booking]));
  return entries.map((entry) => byKey.get(bookingKey(entry)));
};

const findUsers = async (
  { users }: AttendanceStores,
  companyId: string,
  entries: readonly IndexedBooking[],
): Promise<Map<number, User>> => {
  const ids = [...new Set(entries.map(({ user }) => user.userId))];
  const found = await users.findAll(ids.map((userId) => ({ companyId, userId })));
  return new Map(found.map((user) => [user.id, user]));
};

const toRow = (booking: Booking, user: User | undefined, now: Instant): AttendanceRow => {
  const { name: userName, uid, email } = user ?? {};
  return defined({ ...viewAttendance(booking, now), userName, uid, email });
};

/** An index entry and its row, if the booking is still on the day. */
export interface EntryWithRow {
  readonly entry: IndexedBooking;
  readonly row: AttendanceRow | undefined;
}

/** Which users' bookings become rows. */
export type IsWanted = (user: User) => boolean;

/**
 * Makes rows from index entries.
 * @param isWanted if given, users are read first, then only the bookings of those it accepts; otherwise both are read in parallel
 */
export const readRows = async (
  stores: AttendanceStores,
  companyId: string,
  entries: readonly IndexedBooking[],
  range: TimeRange,
  now: Instant,
  isWanted?: IsWanted,
): Promise<EntryWithRow[]> => {
  const reading = findUsers(stores, companyId, entries);
  const readWanted = async (wanted: IsWanted) => {
    const users = await reading;
    const kept = entries.filter(({ user }) => users.has(user.userId) && wanted(users.get(user.userId) as User));
    const bookings = await readBookings(stores, kept, range);
    return new Map(kept.map((entry, index) => [entry, bookings[index]]));
  };
  const readAll = async () => {
    const bookings = await readBookings(stores, entries, range);
    return new Map(entries.map((entry, index) => [entry, bookings[index]]));
  };
  const [bookings, users] = await Promise.all([isWanted ? readWanted(isWanted) : readAll(), reading]);
  return entries.map((entry) => {
    const booking = bookings.get(entry);
    return { entry, row: booking && toRow(booking, users.get(entry.user.userId), now) };
  });
};

/** The index entries of the range, in parts. */
export const readEntries = async function* (
  { bookings }: Pick<AttendanceStores, 'bookings'>,
  companyId: string,
  range: TimeRange,
): AsyncGenerator<IndexedBooking[]> {
  let after: IndexedBooking | undefined;
  for (;;) {
    const entries = await bookings.listByOpening(companyId, range, { limit: ENTRIES_AT_ONCE, after });
    if (entries.length > 0) yield entries;
    if (entries.length < ENTRIES_AT_ONCE) return;
    after = entries.at(-1);
  }
};

/**
 * All bookings of a day in the order in which they open, in parts of one to a thousand. A day of N bookings takes at most
 * N/1000 + 3 queries and 2 × (N/100 + N/1000) batch reads, and no more memory than one part.
 * @throws UseCaseError `invalid_day`, `invalid_time_zone`
 */
export const readAttendance = async function* (
  stores: AttendanceStores,
  { companyId, ...day }: AttendanceQuery,
  now: Instant,
): AsyncGenerator<AttendanceRow[]> {
  const range = rangeOfDay(day);
  for await (const entries of readEntries(stores, companyId, range)) {
    const read = await readRows(stores, companyId, entries, range, now);
    const rows = read.flatMap(({ row }) => row ?? []);
    if (rows.length > 0) yield rows;
  }
};
