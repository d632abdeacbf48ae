import type { Booking, BookingRef } from '../../domain/booking.ts';
import { defined } from '../../domain/defined.ts';
import { formatDateTime, type Instant } from '../../domain/instant.ts';
import { companyUser, joinKey } from './join-key.ts';

export const bookingKey = ({ user, bookingId }: BookingRef) => ({ companyUser: companyUser(user), bookingId });

/** Partition key of the index `byCompanyDay`: company and UTC day, such as `acme#2026-11-21`. */
export const companyDay = (companyId: string, instant: Instant): string =>
  joinKey(companyId, formatDateTime(instant).replace(/T.*/, ''));

export const toAttributes = ({ user, kind, name, checkinOpensAt, noShowAt }: Booking) => ({
  ...user,
  kind,
  name,
  checkinOpensAt,
  noShowAt,
  companyDay: companyDay(user.companyId, checkinOpensAt),
});

/** Omits attributes that another program added to the item. */
export const toBooking = (item: Record<string, unknown>): Booking => {
  const { companyId, userId, bookingId, kind, name, checkinOpensAt, noShowAt, ...rest } = item;
  const { checkin, undone, undoId, openSince, changedBy } = rest;
  const user = { companyId, userId };
  const details = { user, bookingId, kind, name, checkinOpensAt, noShowAt };
  return defined({ ...details, checkin, undone, undoId, openSince, changedBy }) as unknown as Booking;
};
