import type { BookingPeriod, BookingStore, CheckedInBooking, TimeRange } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';
import { hasIdentifiers, type Identifiers, type UserReader, type UserRef } from '../../domain/user.ts';
import { findUserId } from '../users/find-user.ts';
import { NEAR_MILLISECONDS, selectNear, type NearBooking } from './near-periods.ts';

/** Bookings from the index, in the order of {@link selectNear}. */
export type NearBookings = readonly NearBooking<BookingPeriod>[];

/** Bookings, by id, that are known to be checked in and need no write. The swipes of one user in a batch share this map. */
export type KnownCheckins = Map<string, CheckedInBooking>;

export interface UserBookings {
  readonly user: UserRef;
  readonly near: NearBookings;
}

interface UserBookingsQuery {
  readonly companyId: string;
  readonly identifiers: Identifiers;
  readonly at: Instant;
}

interface Stores {
  readonly users: Pick<UserReader, 'find' | 'findId'>;
  readonly bookings: Pick<BookingStore, 'findOverlapping'>;
}

export const toId = ({ booking }: NearBooking<Pick<BookingPeriod, 'bookingId'>>): string => booking.bookingId;

/** Returns the ids of all bookings, checked in or not, whose period contains the time of the check-in. */
export const openOf = (near: NearBookings): string[] => near.filter(({ position }) => position === 'open').map(toId);

/** One millisecond longer on each side, so that it includes bookings that are exactly 12 hours away. */
export const nearRange = (at: Instant): TimeRange => ({
  from: at - NEAR_MILLISECONDS - 1,
  until: at + NEAR_MILLISECONDS + 1,
});

export const findNear = async (
  user: UserRef,
  at: Instant,
  bookings: Pick<BookingStore, 'findOverlapping'>,
): Promise<NearBookings> => selectNear(await bookings.findOverlapping(user, nearRange(at)), at);

/**
 * Looks up the user's id by one identifier, then reads the user and the bookings in parallel. Takes one round trip if `id` is
 * given, and two otherwise.
 * @returns undefined if no user of the company has all the identifiers
 */
export const findUserBookings = async (
  { companyId, identifiers, at }: UserBookingsQuery,
  { users, bookings }: Stores,
): Promise<UserBookings | undefined> => {
  const userId = await findUserId(users, companyId, identifiers);
  if (userId === undefined) return undefined;
  const ref = { companyId, userId };
  const [user, near] = await Promise.all([users.find(ref), findNear(ref, at, bookings)]);
  return user && hasIdentifiers(user, identifiers) ? { user: ref, near } : undefined;
};
