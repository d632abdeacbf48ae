import type { Booking, BookingStore } from '../../domain/booking.ts';
import type { CheckinOutcome } from '../../domain/checkin.ts';
import { hasIdentifiers, type Identifiers } from '../../domain/identifiers.ts';
import type { Instant } from '../../domain/instant.ts';
import type { UserReader, UserRef } from '../../domain/user.ts';
import { findUserId } from '../users/look-up-user.ts';
import {
  evaluateBookings,
  expectedOutcome,
  MAX_LISTED_BOOKINGS,
  nearRange,
  openOf,
  selectNear,
  toDetails,
  toId,
  type CheckinDetails,
  type EvaluatedBooking,
  type NearBookings,
} from './near-bookings.ts';

export interface NearBookingsStores {
  readonly users: Pick<UserReader, 'find' | 'findId'>;
  readonly bookings: Pick<BookingStore, 'findOverlapping'>;
}

export interface UserBookings {
  readonly user: UserRef;
  readonly near: NearBookings;
}

export const findNear = async (
  user: UserRef,
  at: Instant,
  bookings: NearBookingsStores['bookings'],
): Promise<NearBookings> => selectNear(await bookings.findOverlapping(user, nearRange(at)), at);

/**
 * Looks up the user's id by one identifier, then reads the user and the bookings in parallel. Takes one round trip if `id` is
 * given, and two otherwise.
 * @param onUserId gets the id of the user as soon as it is known, before the user's other identifiers are checked
 * @returns undefined if no user of the company has all the identifiers
 */
export const findUserBookings = async (
  { companyId, identifiers, at }: { companyId: string; identifiers: Identifiers; at: Instant },
  { users, bookings }: NearBookingsStores,
  onUserId: (userId: number) => void = () => undefined,
): Promise<UserBookings | undefined> => {
  const userId = await findUserId(users, companyId, identifiers);
  if (userId === undefined) return undefined;
  onUserId(userId);
  const ref = { companyId, userId };
  const [user, near] = await Promise.all([users.find(ref), findNear(ref, at, bookings)]);
  return user && hasIdentifiers(user, identifiers) ? { user: ref, near } : undefined;
};

/** Reads the other bookings that `details` lists. Called while the open bookings are being written. */
export const readOthers = (
  user: UserRef,
  near: NearBookings,
  open: readonly string[],
  bookings: Pick<BookingStore, 'find'>,
): Promise<Booking[]> => {
  const others = near.map(toId).filter((bookingId) => !open.includes(bookingId));
  const listed = others.slice(0, Math.max(0, MAX_LISTED_BOOKINGS - open.length));
  return bookings.find(user, listed);
};

export interface Explanation extends CheckinOutcome {
  readonly at: Instant;
  /** The bookings, in the order in which `details` lists them. */
  readonly evaluated: readonly EvaluatedBooking[];
  readonly details: CheckinDetails;
}

/** Returns what a check-in at this time would do. */
export const explainBookings = async (
  { user, near }: UserBookings,
  at: Instant,
  bookings: Pick<BookingStore, 'find'>,
): Promise<Explanation> => {
  // The open bookings come first. All of them count, even those that `details` does not list.
  const nearest = near.slice(0, Math.max(MAX_LISTED_BOOKINGS, openOf(near).length));
  const evaluated = evaluateBookings(await bookings.find(user, nearest.map(toId)), at);
  const outcome = expectedOutcome(evaluated);
  return { at, ...outcome, evaluated, details: toDetails(outcome, evaluated) };
};
