import * as v from 'valibot';
import type { AttendanceResult } from '../../rules/bookings.ts';
import type { Booking, IndexedBooking, TimeRange } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';
import type { User } from '../../domain/user.ts';
import type { Page } from '../../domain/page.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import {
  BOOKINGS_AT_ONCE,
  readRows,
  type AttendanceQuery,
  type AttendanceRow,
  type AttendanceStores,
} from './attendance.ts';
import { rangeOfDay } from './local-day.ts';
import { makeMatch, searchByText, type TextSearchStores } from '../users/search-by-text.ts';

export interface AttendancePageQuery extends AttendanceQuery {
  readonly kind?: Booking['kind'] | undefined;
  readonly result?: AttendanceResult | undefined;
  /** The text of a search for people. */
  readonly person?: string | undefined;
  readonly limit: number;
  readonly next?: string | undefined;
}

/**
 * Maximum number of bookings read from the index for one page. It is higher if the ids of the people are known, because a day
 * has few bookings of one person.
 */
const MAX_READ = 5_000;
const MAX_READ_BY_PERSON = 50_000;

const toCursor = ({ checkinOpensAt, user, bookingId }: IndexedBooking): string =>
  Buffer.from(JSON.stringify([checkinOpensAt, user.userId, bookingId])).toString('base64url');

const cursorParts = v.pipe(v.string(), v.parseJson(), v.tuple([v.number(), v.number(), v.string()]));

/** @throws UseCaseError `invalid_cursor` if the cursor belongs to another day */
const fromCursor = (cursor: string, companyId: string, { from, until }: TimeRange): IndexedBooking => {
  const parts = v.safeParse(cursorParts, Buffer.from(cursor, 'base64url').toString());
  if (!parts.success) throw new UseCaseError('invalid_cursor');
  const [checkinOpensAt, userId, bookingId] = parts.output;
  if (checkinOpensAt < from || checkinOpensAt >= until) throw new UseCaseError('invalid_cursor');
  return { user: { companyId, userId }, bookingId, checkinOpensAt };
};

/** Maximum number of people whose ids are looked up first. If more people match, all bookings and their users are read. */
const MAX_SEARCHED = 100;

/**
 * Returns the ids of the users that match, or undefined if there are too many. Knowing the ids first saves reading every user
 * with a booking that day.
 */
const searchFew = async (
  stores: TextSearchStores,
  companyId: string,
  query: string,
): Promise<ReadonlySet<number> | undefined> => {
  const { items, next } = await searchByText(stores, { companyId, query, limit: MAX_SEARCHED });
  return next === undefined ? new Set(items.map(({ id }) => id)) : undefined;
};

/**
 * Returns one page of the bookings of a day, in the order in which they open.
 * @throws UseCaseError `invalid_day`, `invalid_time_zone`, `invalid_cursor`
 */
export const listAttendance = async (
  stores: AttendanceStores & TextSearchStores,
  { companyId, kind, result, person, limit, next, ...day }: AttendancePageQuery,
  now: Instant,
): Promise<Page<AttendanceRow>> => {
  const range = rangeOfDay(day);
  const items: AttendanceRow[] = [];
  let readCount = 0;
  let after = next === undefined ? undefined : fromCursor(next, companyId, range);
  // Without a filter, every booking that is read becomes a row, so reading more than the page's limit would be a waste.
  const isFiltered = [kind, result, person].some((one) => one !== undefined);
  const atOnce = isFiltered ? BOOKINGS_AT_ONCE : Math.min(limit, BOOKINGS_AT_ONCE);
  const matchingIds = person === undefined ? undefined : await searchFew(stores, companyId, person);
  if (matchingIds?.size === 0) return { items: [] };
  const matchesPerson = person === undefined || matchingIds ? undefined : makeMatch(person);
  const isWanted = (row: AttendanceRow, user: User | undefined): boolean =>
    (kind === undefined || row.kind === kind) &&
    (result === undefined || row.result === result) &&
    (!matchesPerson || (user !== undefined && matchesPerson(user)));
  const maxRead = matchingIds ? MAX_READ_BY_PERSON : MAX_READ;
  for (;;) {
    const indexed = await stores.bookings.listByOpening(companyId, range, { limit: atOnce, after });
    const candidates = matchingIds ? indexed.filter(({ user }) => matchingIds.has(user.userId)) : indexed;
    for (const { indexed: one, row, user } of await readRows(stores, companyId, candidates, range, now)) {
      if (items.length === limit) return { items, next: toCursor(after as IndexedBooking) };
      if (row && isWanted(row, user)) items.push(row);
      after = one;
    }
    after = indexed.at(-1) ?? after;
    readCount += indexed.length;
    if (indexed.length < atOnce) return { items };
    if (items.length === limit || readCount >= maxRead) return { items, next: toCursor(after as IndexedBooking) };
  }
};
