import type { Booking } from '../../../../shared/domain/booking.ts';
import { HOUR, MOMENT, type ServiceWorld } from './service-world.ts';

/** A desk and a parking place, both open at the measured moment. */
export const BOOKINGS_OF_A_DAY = 2;

const kinds = ['position', 'parking'] as const;

/**
 * Creates both bookings of a day.
 * @param day 0: the day of the moment; negative: past days; positive: future days
 */
export const bookingsOfDay = (companyId: string, userId: number, day: number): Booking[] =>
  kinds.map((kind, index) => ({
    user: { companyId, userId },
    bookingId: `${kind}-${day}`,
    kind,
    name: `Place ${userId}.${index}`,
    checkinOpensAt: MOMENT + day * 24 * HOUR - HOUR,
    noShowAt: MOMENT + day * 24 * HOUR + 2 * HOUR + index,
  }));

export const uidOf = (userId: number): string => `BADGE-${userId}`;
export const emailOf = (userId: number): string => `user-${userId}@acme.example`;

/** Writes a user with an identifier of each kind and both bookings of the day directly to the database. */
export const addBookedUser = async ({ stores, credentials }: ServiceWorld, userId: number): Promise<number> => {
  const { companyId } = credentials;
  await stores.users.save({ companyId, id: userId, uid: uidOf(userId), email: emailOf(userId) });
  await Promise.all(bookingsOfDay(companyId, userId, 0).map((booking) => stores.bookings.save(booking)));
  return userId;
};
