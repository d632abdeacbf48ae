import type { Booking } from './booking.ts';
import { formatDateTime, type Instant } from './instant.ts';
import { eventId, subjectOf, type EventData, type ServiceEvent } from './service-event.ts';

/** One write of a booking, as reported by the table's stream. */
export interface BookingChange {
  /** Undefined if the booking was created. */
  readonly before: Booking | undefined;
  /** Undefined if the booking was deleted. */
  readonly after: Booking | undefined;
  readonly changedAt: Instant;
  /** Unique for each change of a booking. Sorted as strings, the sequences are in the order of the changes. */
  readonly sequence: string;
  /** Whether the booking was deleted by time to live rather than cancelled. */
  readonly isExpiry: boolean;
}

type BookingEventType = 'checkin.performed' | 'checkin.undone' | 'booking.cancelled';

const bookingData = ({ user, bookingId, kind, checkinOpensAt, noShowAt }: Booking): EventData['booking.cancelled'] => ({
  companyId: user.companyId,
  userId: user.userId,
  bookingId,
  kind,
  checkinOpensAt: formatDateTime(checkinOpensAt),
  noShowAt: formatDateTime(noShowAt),
});

const toEvent = <Type extends BookingEventType>(
  type: Type,
  { user, bookingId }: Booking,
  { sequence, changedAt }: BookingChange,
  data: EventData[Type],
): ServiceEvent<Type> => ({
  type,
  id: eventId(type, user.companyId, user.userId, bookingId, sequence),
  subject: subjectOf(user.companyId, 'users', user.userId, 'bookings', bookingId),
  time: changedAt,
  sequence,
  data,
});

const checkinEvent = (
  type: 'checkin.performed' | 'checkin.undone',
  booking: Booking,
  { checkinId, at }: NonNullable<Booking['checkin']>,
  change: BookingChange,
): ServiceEvent<typeof type> =>
  toEvent(type, booking, change, { ...bookingData(booking), checkinId, checkedInAt: formatDateTime(at) });

/** Returns the event that a write causes, if any. A restored check-in causes none: it already did when it was performed. */
export const toBookingEvent = (change: BookingChange): ServiceEvent<BookingEventType> | undefined => {
  const { before, after, isExpiry } = change;
  if (!after)
    return before && !isExpiry ? toEvent('booking.cancelled', before, change, bookingData(before)) : undefined;
  const [was, is] = [before?.checkin, after.checkin];
  if (is && !was) return is.restored ? undefined : checkinEvent('checkin.performed', after, is, change);
  return was && !is ? checkinEvent('checkin.undone', after, was, change) : undefined;
};
