import pMap from 'p-map';
import type { Booking, CreateBookings } from '../../domain/booking.ts';
import { bookingExpiry } from '../../domain/retention.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../tables.ts';
import { bookingKey, toAttributes } from './booking-item.ts';
import { chunk } from './chunk.ts';
import type { Database } from './database.ts';
import { STATEMENTS_A_CALL, toInsert, writeStatements } from './write-statements.ts';

const CALLS_AT_ONCE = 16;

/**
 * Creates bookings 25 a call, by PartiQL; if it cannot be used, none is created. INSERT refuses an item that exists: no race
 * can replace a booking that is checked in.
 * @param retentionDays how long bookings are kept, as {@link bookingExpiry} says
 */
export const makeCreateBookings = (database: Database, table: string, retentionDays: number): CreateBookings => {
  let isAvailable = true;

  const toStatement = (booking: Booking) =>
    toInsert(table, {
      ...bookingKey(booking),
      ...toAttributes(booking),
      [TIME_TO_LIVE_ATTRIBUTE]: bookingExpiry(booking.noShowAt, retentionDays),
    });

  const createSome = async (bookings: readonly Booking[]): Promise<boolean[]> => {
    const results = isAvailable ? await writeStatements(database, bookings.map(toStatement)) : undefined;
    isAvailable = results !== undefined;
    return bookings.map((_, index) => results?.[index] === true);
  };

  return async (bookings) => {
    // The first alone: it tells whether the others need to be tried.
    const [first = [], ...others] = chunk(bookings, STATEMENTS_A_CALL);
    const created = first.length > 0 ? await createSome(first) : [];
    return [...created, ...(await pMap(others, createSome, { concurrency: CALLS_AT_ONCE })).flat()];
  };
};
