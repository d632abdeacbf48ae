import { isDeepStrictEqual } from 'node:util';
import {
  rebook,
  type Booking,
  type BookingStore,
  type CheckedInBooking,
  type OpeningBooking,
} from '../../../shared/domain/booking.ts';
import { containsInstant } from '../../../shared/domain/checkin-period.ts';
import type { UserRef } from '../../../shared/domain/user.ts';

const keyOf = ({ companyId, userId }: UserRef, bookingId: string): string =>
  JSON.stringify([companyId, userId, bookingId]);

/** DynamoDB orders texts by their bytes in UTF-8, JavaScript by code units of UTF-16. */
const byId = (one: Booking, other: Booking): number =>
  Buffer.compare(Buffer.from(one.bookingId), Buffer.from(other.bookingId));

const byOpening = (one: OpeningBooking, other: OpeningBooking): number =>
  one.checkinOpensAt - other.checkinOpensAt ||
  one.user.userId - other.user.userId ||
  one.bookingId.localeCompare(other.bookingId);

/** Bookings in memory; `existing` is the initial content. */
export const makeInMemoryBookings = (existing: readonly Booking[] = []): BookingStore => {
  const bookings = new Map(existing.map((booking) => [keyOf(booking.user, booking.bookingId), booking]));

  const bookingsOf = ({ companyId, userId }: UserRef): Booking[] =>
    [...bookings.values()].filter(({ user }) => user.companyId === companyId && user.userId === userId);

  const change: BookingStore['change'] = async ({ user, bookingId }, decide) => {
    const key = keyOf(user, bookingId);
    const before = bookings.get(key);
    const after = decide(before);
    if (isDeepStrictEqual(before, after)) return { outcome: 'unchanged', before, after };
    if (after) bookings.set(key, after);
    else bookings.delete(key);
    return { outcome: after ? 'written' : 'deleted', before, after };
  };

  return {
    findOpen: async (user, instant) =>
      bookingsOf(user)
        .filter((booking) => containsInstant(booking, instant))
        .toSorted((one, other) => one.noShowAt - other.noShowAt)
        .map(({ bookingId }) => bookingId),
    find: async (user, bookingIds) => bookingsOf(user).filter(({ bookingId }) => bookingIds.includes(bookingId)),
    findCheckedIn: async (user, { checkinId, at }) =>
      bookingsOf(user).filter((booking) => containsInstant(booking, at) && booking.checkin?.checkinId === checkinId),
    checkIn: async (user, bookingId, record, { firstReceivedAt = Infinity } = {}) => {
      const booking = bookings.get(keyOf(user, bookingId));
      if (booking?.checkin) return { kind: 'already-checked-in', booking: booking as CheckedInBooking };
      const isUndone =
        booking?.undone?.includes(record.checkinId) || (booking?.openSince ?? -Infinity) >= firstReceivedAt;
      if (!booking) return { kind: 'closed' };
      if (isUndone || !containsInstant(booking, record.at)) return { kind: 'closed', booking };
      const checkedIn = { ...booking, checkin: record };
      bookings.set(keyOf(user, bookingId), checkedIn);
      return { kind: 'checked-in', booking: checkedIn };
    },
    findAll: async (refs) =>
      refs.map(({ user, bookingId }) => bookings.get(keyOf(user, bookingId))).filter((one) => one !== undefined),
    change,
    save: async (booking) => {
      const { outcome } = await change(booking, (before) => rebook(before, booking));
      return outcome === 'unchanged' ? outcome : 'written';
    },
    list: async (user) => bookingsOf(user).toSorted(byId),
    findOverlapping: async (user, { from, until }) =>
      bookingsOf(user)
        .filter(({ checkinOpensAt, noShowAt }) => checkinOpensAt < until && noShowAt > from)
        .map(({ bookingId, kind, name, checkinOpensAt, noShowAt }) => ({
          bookingId,
          kind,
          ...(name !== undefined && { name }),
          checkinOpensAt,
          noShowAt,
        })),
    findOpening: async (companyId, { from, until }, { limit, after }) => {
      const opening = [...bookings.values()]
        .filter(
          ({ user, checkinOpensAt }) =>
            user.companyId === companyId && checkinOpensAt >= from && checkinOpensAt < until,
        )
        .map(({ user, bookingId, checkinOpensAt }) => ({ user, bookingId, checkinOpensAt }))
        .toSorted(byOpening);
      return opening.filter((one) => !after || byOpening(one, after) > 0).slice(0, limit);
    },
  };
};
