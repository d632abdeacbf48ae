import { attendanceOf } from '../../domain/attendance.ts';
import {
  bookingKey,
  type Booking,
  type BookingStore,
  type OpeningBooking,
  type TimeRange,
} from '../../domain/booking.ts';
import { formatDateTime, type Instant } from '../../domain/instant.ts';
import type { User, UserStore } from '../../domain/user.ts';
import type { AttendanceRow } from './attendance.ts';

export interface AttendanceStores {
  readonly bookings: Pick<BookingStore, 'findOpening' | 'findAll'>;
  readonly users: Pick<UserStore, 'findAll'>;
}

/** Index entries read at once. Their bookings take ten parallel calls, and their users ten. */
export const ENTRIES_AT_ONCE = 1_000;

/** Reads the bookings of index entries consistently. The index may be stale, so a booking may have moved to another day. */
export const readBookings = async (
  { bookings }: Pick<AttendanceStores, 'bookings'>,
  entries: readonly OpeningBooking[],
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
  entries: readonly OpeningBooking[],
): Promise<Map<number, User>> => {
  const ids = [...new Set(entries.map(({ user }) => user.userId))];
  const found = await users.findAll(ids.map((userId) => ({ companyId, userId })));
  return new Map(found.map((user) => [user.id, user]));
};

const toRow = (booking: Booking, user: User | undefined, now: Instant): AttendanceRow => {
  const { bookingId, kind, name, checkinOpensAt, noShowAt, checkin } = booking;
  const { name: userName, uid, email } = user ?? {};
  return {
    userId: booking.user.userId,
    ...(userName !== undefined && { userName }),
    ...(uid !== undefined && { uid }),
    ...(email !== undefined && { email }),
    bookingId,
    kind,
    ...(name !== undefined && { name }),
    checkinOpensAt: formatDateTime(checkinOpensAt),
    noShowAt: formatDateTime(noShowAt),
    result: attendanceOf(booking, now),
    ...(checkin && { checkedInAt: formatDateTime(checkin.at) }),
    ...(checkin?.reader !== undefined && { reader: checkin.reader }),
  };
};

/** An index entry and its row, if the booking is still on the day. */
export interface ReadEntry {
  readonly entry: OpeningBooking;
  readonly row: AttendanceRow | undefined;
}

/** Which users' bookings become rows. */
export type IsWanted = (user: User) => boolean;

/**
 * Makes rows from index entries, with two parallel reads.
 * @param isWanted reads the users first, and then only the bookings of those who are wanted
 */
export const readRows = async (
  stores: AttendanceStores,
  companyId: string,
  entries: readonly OpeningBooking[],
  range: TimeRange,
  now: Instant,
  isWanted?: IsWanted,
): Promise<ReadEntry[]> => {
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
): AsyncGenerator<OpeningBooking[]> {
  let after: OpeningBooking | undefined;
  for (;;) {
    const entries = await bookings.findOpening(companyId, range, { limit: ENTRIES_AT_ONCE, ...(after && { after }) });
    if (entries.length > 0) yield entries;
    if (entries.length < ENTRIES_AT_ONCE) return;
    after = entries.at(-1);
  }
};
