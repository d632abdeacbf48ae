import type { Booking, BookingRef } from '../../domain/booking.ts';
import { bookingAttributeNames } from '../../rules/attributes.ts';
import { pick } from '../../rules/plain-values.ts';
import { formatDateTime, type Instant } from '../../domain/instant.ts';
import { companyUser, joinKey } from './join-key.ts';

export const bookingKey = ({ user, bookingId }: BookingRef) => ({ companyUser: companyUser(user), bookingId });

/** Partition key of the index `byCompanyDay`: company and UTC day, such as `acme#2026-11-21`. */
export const companyDay = (companyId: string, instant: Instant): string =>
  joinKey(companyId, formatDateTime(instant).replace(/T.*/, ''));

const detailNames = [...bookingAttributeNames, 'checkinOpensAt', 'noShowAt'] as const;

/** The attributes that only an import or a booking system changes. An undefined value means that the attribute is absent. */
export const detailsOf = (booking: Booking) =>
  Object.fromEntries(detailNames.map((name) => [name, booking[name]])) as Pick<Booking, (typeof detailNames)[number]>;

export const toAttributes = (booking: Booking) => ({
  ...booking.user,
  ...detailsOf(booking),
  companyDay: companyDay(booking.user.companyId, booking.checkinOpensAt),
});

const storedNames = ['bookingId', ...detailNames, 'checkin', 'undone', 'openSince', 'changedBy'];

/** Omits attributes that another program added to the item. */
export const toBooking = (item: Record<string, unknown>): Booking => {
  const { companyId, userId } = item;
  return { user: { companyId, userId }, ...pick(item, storedNames) } as unknown as Booking;
};
