import { attendanceOf, bookingMapKey, type Booking, type BookingRef, type BookingStore } from '../../domain/booking.ts';
import { formatOptional, type Instant } from '../../domain/instant.ts';
import type { UserStore } from '../../domain/user.ts';
import type { BookingState } from '../../rules/bookings.ts';
import { withoutErased } from './without-erased.ts';

/** A booking in the caller's company. */
export interface RequestedBooking {
  readonly bookingId: string;
  readonly userId: number;
}

const stateOf = (booking: Booking, now: Instant): BookingState => {
  const attendance = attendanceOf(booking, now);
  if (attendance !== 'expected') return attendance;
  return now < booking.checkinOpensAt ? 'upcoming' : 'open';
};

export interface BookingStateStores {
  readonly bookings: Pick<BookingStore, 'findAll'>;
  readonly users: Pick<UserStore, 'findStates'>;
}

/**
 * Reads the states of a company's bookings consistently. Returns them in the order of `requested`, with times in RFC 3339, UTC.
 * @param now taken before the read, so that a booking that can still be checked in during the read is not a no-show
 */
export const readBookingStates = async (
  { bookings, users }: BookingStateStores,
  companyId: string,
  requested: readonly RequestedBooking[],
  now: Instant,
) => {
  const toRef = ({ userId, bookingId }: RequestedBooking): BookingRef => ({ user: { companyId, userId }, bookingId });
  const distinct = new Map(requested.map(toRef).map((ref) => [bookingMapKey(ref), ref]));
  const found = await withoutErased(users, await bookings.findAll([...distinct.values()]), now);
  const byKey = new Map(found.map((booking) => [bookingMapKey(booking), booking]));
  return requested.map((one) => {
    const { bookingId, userId } = one;
    const booking = byKey.get(bookingMapKey(toRef(one)));
    if (!booking) return { bookingId, userId, result: 'unknown' } as const;
    const { checkin } = booking;
    const result = stateOf(booking, now);
    return { bookingId, userId, result, checkedInAt: formatOptional(checkin?.at), reader: checkin?.reader };
  });
};
