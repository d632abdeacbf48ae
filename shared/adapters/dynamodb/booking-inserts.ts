import type { CreateBookings } from '../../domain/booking.ts';
import { bookingExpiry } from '../../domain/retention.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../tables.ts';
import { bookingKey, toAttributes } from './booking-item.ts';
import type { Database } from './database.ts';
import { makeInsertItems } from './insert-items.ts';

/**
 * Creates many bookings per call; see {@link makeInsertItems}.
 * @param retentionDays how long bookings are kept; see {@link bookingExpiry}
 */
export const makeCreateBookings = (database: Database, table: string, retentionDays: number): CreateBookings => {
  const insert = makeInsertItems(database, table);
  return (bookings) =>
    insert(
      bookings.map((booking) => ({
        ...bookingKey(booking),
        ...toAttributes(booking),
        openSince: booking.openSince,
        [TIME_TO_LIVE_ATTRIBUTE]: bookingExpiry(booking.noShowAt, retentionDays),
      })),
    );
};
