import { writtenAt, type Booking } from '../../domain/booking.ts';
import { DAY, type Instant } from '../../domain/instant.ts';
import { isErased, type UserStore } from '../../domain/user.ts';

/** A removed person's bookings are gone after this time: housekeeping deletes those that requests still wrote, usually within an hour. */
const LEFTOVER_MILLISECONDS = DAY;

/**
 * Omits bookings of people who have been removed. Reads only the users of recently written bookings: older ones were removed with
 * their user.
 * @param bookings of one company
 */
export const withoutErased = async (
  users: Pick<UserStore, 'findStates'>,
  bookings: readonly Booking[],
  now: Instant,
): Promise<readonly Booking[]> => {
  const recent = bookings.filter((booking) => writtenAt(booking) > now - LEFTOVER_MILLISECONDS);
  const [first] = recent;
  if (!first) return bookings;
  const states = await users.findStates(first.user.companyId, [...new Set(recent.map(({ user }) => user.userId))]);
  // A user who was not read has no state, and counts as not removed.
  return bookings.filter((booking) => !isErased(states.get(booking.user.userId), writtenAt(booking)));
};
