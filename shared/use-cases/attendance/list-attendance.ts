import type { AttendanceResult } from '../../rules/bookings.ts';
import type { Booking, IndexedBooking, TimeRange } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';
import type { User } from '../../domain/user.ts';
import type { Page } from '../../domain/page.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { compareTexts } from '../../rules/plain-values.ts';
import { foldText, toSortText } from '../../domain/search-text.ts';
import {
  BOOKINGS_AT_ONCE,
  readListed,
  type AttendanceQuery,
  type AttendanceRow,
  type AttendanceStores,
} from './attendance.ts';
import { rangeOfDay } from './local-day.ts';
import { findUsersById } from '../users/find-users.ts';
import { makeMatch, searchByText, type TextSearchStores } from '../users/search-by-text.ts';

export interface AttendancePageQuery extends AttendanceQuery {
  readonly kind?: Booking['kind'] | undefined;
  readonly result?: AttendanceResult | undefined;
  readonly site?: string | undefined;
  /** The text of a search for people, or for bookings by name. */
  readonly search?: string | undefined;
  readonly limit: number;
  readonly next?: AttendancePosition | undefined;
}

interface AttendancePage extends Page<AttendanceRow, AttendancePosition> {
  /** Bookings of a day with more than {@link MAX_SORTED} are in the order in which they open. */
  readonly order: 'name' | 'opening';
  /** People whom the search finds and who have no booking on the day. Only if the whole day was read for the first page. */
  readonly withoutBooking: readonly User[];
}

/** On a day with at most this many bookings, the rows are sorted by the names of the people. */
const MAX_SORTED = 1_000;

/**
 * Maximum number of bookings read from the index for one page. It is higher if the ids of the people are known, because a day
 * has few bookings of one person.
 */
const MAX_READ = 5_000;
const MAX_READ_BY_PERSON = 50_000;

type Order = AttendancePage['order'];

/**
 * The order of the first page, and the last booking of the page before. It lacks the name that rows are sorted by, because
 * it becomes part of a URL, which must not contain the names of people.
 */
export interface AttendancePosition {
  readonly order: Order;
  readonly checkinOpensAt: Instant;
  readonly userId: number;
  readonly bookingId: string;
}

const toPosition = ({ checkinOpensAt, user, bookingId }: IndexedBooking, order: Order): AttendancePosition => ({
  order,
  checkinOpensAt,
  userId: user.userId,
  bookingId,
});

/** @throws UseCaseError `invalid_cursor` if the position is in another day */
const fromPosition = (
  { order, checkinOpensAt, userId, bookingId }: AttendancePosition,
  companyId: string,
  { from, until }: TimeRange,
) => {
  if (checkinOpensAt < from || checkinOpensAt >= until) throw new UseCaseError('invalid_cursor');
  return { order, position: { user: { companyId, userId }, bookingId, checkinOpensAt } as IndexedBooking };
};

/** Maximum number of people whose ids are looked up first. If more people match, all bookings and their users are read. */
const MAX_SEARCHED = 100;

/**
 * What a search selects. If few people match, their ids are looked up first, so that the search need not read every user with a
 * booking on that day. If too many match, the ids are undefined.
 */
interface Search {
  readonly people: ReadonlyMap<number, User> | undefined;
  readonly matchesPerson: (user: User) => boolean;
  readonly matchesPlace: (booking: { readonly name?: string | undefined }) => boolean;
}

const openSearch = async (stores: TextSearchStores, companyId: string, query: string): Promise<Search> => {
  const { items, next } = await searchByText(stores, { companyId, query, limit: MAX_SEARCHED });
  const text = foldText(query.trim());
  return {
    people: next === undefined ? new Map(items.map((user) => [user.id, user])) : undefined,
    matchesPerson: makeMatch(query),
    matchesPlace: ({ name }) => name !== undefined && foldText(name).includes(text),
  };
};

interface Selection {
  /** Whether a booking in the index can be part of the result. */
  readonly isCandidate: (indexed: IndexedBooking) => boolean;
  readonly isWanted: (row: AttendanceRow, user: User | undefined) => boolean;
  readonly isFoundPerson: (user: User | undefined) => boolean;
}

const toSelection = ({ kind, result, site }: AttendancePageQuery, search: Search | undefined): Selection => {
  const isFoundPerson = (user: User | undefined): boolean => {
    if (!user || !search) return false;
    return search.people ? search.people.has(user.id) : search.matchesPerson(user);
  };
  return {
    isCandidate: (indexed) =>
      search?.people === undefined || search.people.has(indexed.user.userId) || search.matchesPlace(indexed),
    isWanted: (row, user) =>
      (kind === undefined || row.kind === kind) &&
      (site === undefined || row.site === site) &&
      (result === undefined || row.result === result) &&
      (search === undefined || isFoundPerson(user) || search.matchesPlace(row)),
    isFoundPerson,
  };
};

/** What a row is sorted by: first by the text, then by the booking. */
interface SortKey {
  readonly text: string;
  readonly booking: IndexedBooking;
}

/**
 * Sorts by name: first the people whom the search found, then those of whom it found only the booking, and finally
 * bookings without a user.
 */
const sortKeyOf = (user: User | undefined, booking: IndexedBooking, { isFoundPerson }: Selection): SortKey => ({
  text: user === undefined ? '3' : `${isFoundPerson(user) ? 1 : 2} ${toSortText(user)}`,
  booking,
});

const compareKeys = (one: SortKey, other: SortKey): number =>
  compareTexts(one.text, other.text) ||
  one.booking.user.userId - other.booking.user.userId ||
  one.booking.checkinOpensAt - other.booking.checkinOpensAt ||
  compareTexts(one.booking.bookingId, other.booking.bookingId);

/** What both orders need of a query. */
interface ListContext {
  readonly range: TimeRange;
  /** The last booking of the previous page; undefined for the first page. */
  readonly position: IndexedBooking | undefined;
  readonly search: Search | undefined;
  readonly selection: Selection;
  readonly now: Instant;
}

/** The people whom a search found and who have no booking. */
const peopleWithoutBooking = (hasBooking: ReadonlySet<number>, search: Search | undefined): User[] =>
  [...(search?.people?.values() ?? [])].filter(({ id }) => !hasBooking.has(id));

/**
 * @param indexed all bookings of the day, as the index lists them
 * @throws UseCaseError `invalid_cursor` if the last person of the previous page has been removed
 */
const listByName = async (
  stores: AttendanceStores & TextSearchStores,
  { companyId, limit }: AttendancePageQuery,
  { range, position, search, selection, now }: ListContext,
  indexed: readonly IndexedBooking[],
): Promise<AttendancePage> => {
  const listed = await readListed(stores, companyId, indexed.filter(selection.isCandidate), range, now);
  const sorted = listed
    .flatMap(({ indexed: booking, user, row }) =>
      row && selection.isWanted(row, user) ? [{ key: sortKeyOf(user, booking, selection), row }] : [],
    )
    .toSorted((one, other) => compareKeys(one.key, other.key));
  let rest = sorted;
  if (position) {
    const { userId } = position.user;
    const user = (await findUsersById(stores.users, companyId, [userId])).get(userId);
    const lastKey = sortKeyOf(user, position, selection);
    // With a removed person, the name is lost, and so is the place in the order, unless the booking is still in the list.
    const isListed = sorted.some(({ key }) => compareKeys(key, lastKey) === 0);
    if (!user && !isListed) throw new UseCaseError('invalid_cursor');
    rest = sorted.filter(({ key }) => compareKeys(key, lastKey) > 0);
  }
  const page = rest.slice(0, limit);
  const lastOfPage = page.at(-1);
  const hasBooking = new Set(indexed.map(({ user }) => user.userId));
  return {
    items: page.map(({ row }) => row),
    order: 'name',
    withoutBooking: position ? [] : peopleWithoutBooking(hasBooking, search),
    ...(lastOfPage && page.length < rest.length && { next: toPosition(lastOfPage.key.booking, 'name') }),
  };
};

/** Reads the day from the index in parts, until the page is full or enough was read for one request. */
const listByOpening = async (
  stores: AttendanceStores & TextSearchStores,
  { companyId, kind, result, site, search: text, limit }: AttendancePageQuery,
  { range, position, search, selection, now }: ListContext,
): Promise<AttendancePage> => {
  const items: AttendanceRow[] = [];
  const seen = new Set<number>();
  /** @param last the booking after which the next page begins; absent at the end of the day */
  const toPage = (last?: IndexedBooking): AttendancePage => ({
    items,
    order: 'opening',
    withoutBooking: last || position ? [] : peopleWithoutBooking(seen, search),
    ...(last && { next: toPosition(last, 'opening') }),
  });
  let readCount = 0;
  let after = position;
  // Without a filter, every booking that is read becomes a row, so reading more than the page's limit would be a waste.
  const isFiltered = [kind, result, site, text].some((one) => one !== undefined);
  const atOnce = isFiltered ? BOOKINGS_AT_ONCE : Math.min(limit, BOOKINGS_AT_ONCE);
  const maxRead = search?.people ? MAX_READ_BY_PERSON : MAX_READ;
  for (;;) {
    const indexed = await stores.bookings.listByOpening(companyId, range, { limit: atOnce, after });
    for (const { user } of indexed) seen.add(user.userId);
    const candidates = indexed.filter(selection.isCandidate);
    for (const { indexed: booking, row, user } of await readListed(stores, companyId, candidates, range, now)) {
      if (items.length === limit) return toPage(after);
      if (row && selection.isWanted(row, user)) items.push(row);
      after = booking;
    }
    after = indexed.at(-1) ?? after;
    readCount += indexed.length;
    if (indexed.length < atOnce) return toPage();
    if (items.length === limit || readCount >= maxRead) return toPage(after);
  }
};

/**
 * Returns one page of the bookings of a day: by the names of the people if the day has at most {@link MAX_SORTED} bookings,
 * otherwise in the order in which they open.
 * @throws UseCaseError `invalid_cursor`
 */
export const listAttendance = async (
  stores: AttendanceStores & TextSearchStores,
  query: AttendancePageQuery,
  now: Instant,
): Promise<AttendancePage> => {
  const { companyId, search: text, next } = query;
  const range = rangeOfDay(query);
  const cursor = next === undefined ? undefined : fromPosition(next, companyId, range);
  const search = text === undefined ? undefined : await openSearch(stores, companyId, text);
  const context = { range, position: cursor?.position, search, selection: toSelection(query, search), now };
  if (cursor?.order === 'opening') return listByOpening(stores, query, context);
  const indexed = await stores.bookings.listByOpening(companyId, range, { limit: MAX_SORTED + 1 });
  if (indexed.length <= MAX_SORTED) return listByName(stores, query, context, indexed);
  // The day has grown too large for the order of the first page.
  if (cursor) throw new UseCaseError('invalid_cursor');
  return listByOpening(stores, query, context);
};
