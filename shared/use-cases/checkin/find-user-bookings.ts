import type { BookingPeriod, BookingStore } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';
import {
  hasIdentifiers,
  toLookUp,
  type Identifiers,
  type UserReader,
  type UserRef,
  type UserStore,
} from '../../domain/user.ts';
import { MAX_LISTED_BOOKINGS, NEAR_MILLISECONDS, sortNear } from './near-periods.ts';

/** A user and the ids of the bookings for a check-in, from the index. */
export interface OpenBookings {
  readonly user: UserRef;
  /** The bookings whose period contains the moment, checked in or not. */
  readonly open: readonly string[];
}

export interface UserBookings extends OpenBookings {
  /** The bookings that the details list; empty if no details were requested. */
  readonly listed: readonly string[];
}

export interface UserBookingsQuery {
  readonly companyId: string;
  readonly identifiers: Identifiers;
  readonly at: Instant;
  /** Whether bookings near the moment are needed too. */
  readonly isExplained: boolean;
}

interface Stores {
  readonly users: UserReader;
  readonly bookings: Pick<BookingStore, 'findOpen' | 'findOverlapping'>;
}

const toId = ({ period }: { readonly period: BookingPeriod }): string => period.bookingId;

/** The periods near a moment, in the order of the details; a distance of exactly 12 hours counts as near. */
const findNear = async (user: UserRef, at: Instant, bookings: Pick<BookingStore, 'findOverlapping'>) => {
  const range = { from: at - NEAR_MILLISECONDS - 1, until: at + NEAR_MILLISECONDS + 1 };
  return sortNear(await bookings.findOverlapping(user, range), at);
};

/** The ids of the bookings near a moment, in the order in which the details list them. */
export const findNearby = async (
  user: UserRef,
  at: Instant,
  bookings: Pick<BookingStore, 'findOverlapping'>,
): Promise<string[]> => (await findNear(user, at, bookings)).map(toId);

const findBookings = async (
  user: UserRef,
  { at, isExplained }: UserBookingsQuery,
  bookings: Stores['bookings'],
): Promise<UserBookings> => {
  if (!isExplained) return { user, open: await bookings.findOpen(user, at), listed: [] };
  const near = await findNear(user, at, bookings);
  const open = near.filter(({ position }) => position === 'open');
  return { user, open: open.map(toId), listed: near.slice(0, MAX_LISTED_BOOKINGS).map(toId) };
};

/** Finds the user's id by one identifier. One round trip by `uid` or `email`, none by `id`. */
export const findUserId = async (
  users: Pick<UserStore, 'findId'>,
  companyId: string,
  identifiers: Identifiers,
): Promise<number | undefined> => identifiers.id ?? users.findId(companyId, toLookUp(identifiers));

/**
 * Finds a user by one identifier and, in parallel, the bookings; the other identifiers must then be that
 * user's. One round trip by `id`, two by `uid` or `email`.
 * @returns undefined if no user of the company has all the identifiers
 */
export const findUserBookings = async (
  query: UserBookingsQuery,
  { users, bookings }: Stores,
): Promise<UserBookings | undefined> => {
  const { companyId, identifiers } = query;
  const userId = await findUserId(users, companyId, identifiers);
  if (userId === undefined) return undefined;
  const ref = { companyId, userId };
  const [user, found] = await Promise.all([users.find(ref), findBookings(ref, query, bookings)]);
  return user && hasIdentifiers(user, identifiers) ? found : undefined;
};
