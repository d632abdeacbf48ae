import { attendanceOf } from '../../domain/attendance.ts';
import type { Booking, BookingRef, BookingStore } from '../../domain/booking.ts';
import { formatDateTime, type Instant } from '../../domain/instant.ts';
import type { BookingState } from '../../rules/bookings.ts';

/** A booking as the system that owns it names it. */
export interface NamedBooking {
  readonly bookingId: string;
  readonly userId: number;
}

/** What became of a booking. */
export interface BookingStateView extends NamedBooking {
  readonly result: BookingState;
  /** RFC 3339, UTC. */
  readonly checkedInAt?: string;
  /** The door or device of the check-in. */
  readonly reader?: string;
}

const stateOf = (booking: Booking, now: Instant): BookingState => {
  const attendance = attendanceOf(booking, now);
  if (attendance !== 'expected') return attendance;
  return now < booking.checkinOpensAt ? 'upcoming' : 'open';
};

const keyOf = ({ userId, bookingId }: NamedBooking): string => JSON.stringify([userId, bookingId]);

/**
 * The state of each of a company's bookings at `now`, read consistently, in the order of `named`.
 * @param now a moment before the call, so that no booking is called a no-show that was still open when it was read
 */
export const readBookingStates = async (
  bookings: Pick<BookingStore, 'findAll'>,
  companyId: string,
  named: readonly NamedBooking[],
  now: Instant,
): Promise<BookingStateView[]> => {
  const refs = new Map(
    named.map((one): [string, BookingRef] => [
      keyOf(one),
      { user: { companyId, userId: one.userId }, bookingId: one.bookingId },
    ]),
  );
  const found = await bookings.findAll([...refs.values()]);
  const byKey = new Map(found.map((one) => [keyOf({ userId: one.user.userId, bookingId: one.bookingId }), one]));
  return named.map(({ bookingId, userId }) => {
    const booking = byKey.get(keyOf({ bookingId, userId }));
    if (!booking) return { bookingId, userId, result: 'unknown' };
    const { checkin } = booking;
    return {
      bookingId,
      userId,
      result: stateOf(booking, now),
      ...(checkin && { checkedInAt: formatDateTime(checkin.at) }),
      ...(checkin?.reader !== undefined && { reader: checkin.reader }),
    };
  });
};
