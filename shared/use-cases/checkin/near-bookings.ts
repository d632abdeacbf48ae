import type { BookingPeriod, BookingStore, TimeRange } from '../../domain/booking.ts';
import { containsInstant, type CheckinPeriod } from '../../domain/checkin-period.ts';
import { compareTexts } from '../../rules/plain-values.ts';
import { HOUR, type Instant } from '../../domain/instant.ts';
import type { UserReader, UserRef } from '../../domain/user.ts';
import { hasIdentifiers, type Identifiers } from '../../domain/identifiers.ts';
import { findUserId } from '../users/find-users.ts';

/**
 * The `details` of a check-in list the bookings that are open at its time, that open within 12 hours after it, or that ended
 * within 12 hours before it.
 */
const NEAR_MILLISECONDS = 12 * HOUR;
export const MAX_LISTED_BOOKINGS = 100;

export interface NearBooking<Booking> {
  readonly booking: Booking;
  readonly position: 'open' | 'too_early' | 'too_late';
  /** Milliseconds. Open: until `noShowAt`. Too early: until check-in opens. Too late: since `noShowAt`. */
  readonly distance: number;
}

const locate = <Booking extends CheckinPeriod>(
  booking: Booking,
  at: Instant,
  isOpen: boolean,
): NearBooking<Booking> => {
  const untilNoShow = booking.noShowAt - at;
  if (isOpen) return { booking, position: 'open', distance: untilNoShow };
  return untilNoShow > 0
    ? { booking, position: 'too_early', distance: booking.checkinOpensAt - at }
    : { booking, position: 'too_late', distance: -untilNoShow };
};

const ranks = { open: 0, too_early: 1, too_late: 2 } as const;

/**
 * Returns the bookings that are open or near: first the open ones, then those that open later, then those that have ended. In
 * each group, the nearest is first.
 * @param isOpen default: the booking's period contains `at`
 */
export const selectNear = <Booking extends CheckinPeriod & { readonly bookingId: string }>(
  bookings: readonly Booking[],
  at: Instant,
  isOpen: (booking: Booking) => boolean = (booking) => containsInstant(booking, at),
): NearBooking<Booking>[] =>
  bookings
    .map((booking) => locate(booking, at, isOpen(booking)))
    .filter(({ position, distance }) => position === 'open' || distance <= NEAR_MILLISECONDS)
    .toSorted(
      (one, other) =>
        ranks[one.position] - ranks[other.position] ||
        one.distance - other.distance ||
        compareTexts(one.booking.bookingId, other.booking.bookingId),
    );

/** Bookings from the index, in the order of {@link selectNear}. */
export type NearBookings = readonly NearBooking<BookingPeriod>[];

export interface NearBookingsStores {
  readonly users: Pick<UserReader, 'find' | 'findId'>;
  readonly bookings: Pick<BookingStore, 'findOverlapping'>;
}

export interface UserBookings {
  readonly user: UserRef;
  readonly near: NearBookings;
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
  bookings: NearBookingsStores['bookings'],
): Promise<NearBookings> => selectNear(await bookings.findOverlapping(user, nearRange(at)), at);

/**
 * Looks up the user's id by one identifier, then reads the user and the bookings in parallel. Takes one round trip if `id` is
 * given, and two otherwise.
 * @returns undefined if no user of the company has all the identifiers
 */
export const findUserBookings = async (
  { companyId, identifiers, at }: { companyId: string; identifiers: Identifiers; at: Instant },
  { users, bookings }: NearBookingsStores,
): Promise<UserBookings | undefined> => {
  const userId = await findUserId(users, companyId, identifiers);
  if (userId === undefined) return undefined;
  const ref = { companyId, userId };
  const [user, near] = await Promise.all([users.find(ref), findNear(ref, at, bookings)]);
  return user && hasIdentifiers(user, identifiers) ? { user: ref, near } : undefined;
};
