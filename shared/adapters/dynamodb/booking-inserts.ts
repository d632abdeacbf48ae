import { BatchExecuteStatementCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import type { Booking, CreateBookings } from '../../domain/booking.ts';
import { bookingExpiry } from '../../domain/retention.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../tables.ts';
import { bookingKey, toAttributes } from './booking-item.ts';
import type { Database } from './database.ts';

/** BatchExecuteStatement takes no more statements in one call. */
const STATEMENTS_A_CALL = 25;
const CALLS_AT_ONCE = 16;

/** INSERT refuses an item that exists: no race can replace a booking that is checked in. */
const toStatement = (table: string, booking: Booking, retentionDays: number) => {
  const item = Object.entries({
    ...bookingKey(booking),
    ...toAttributes(booking),
    [TIME_TO_LIVE_ATTRIBUTE]: bookingExpiry(booking.noShowAt, retentionDays),
  });
  const given = item.filter(([, value]) => value !== undefined);
  return {
    Statement: `INSERT INTO "${table}" VALUE {${given.map(([name]) => `'${name}': ?`).join(', ')}}`,
    Parameters: given.map(([, value]) => value),
  };
};

/** The embedded engine has no PartiQL, a role may not be allowed to use it, and moto answers it with a page, not JSON. */
const isRefusedAsAWhole = (error: unknown): boolean =>
  error instanceof Error && ['UnknownOperationException', 'AccessDeniedException', 'SyntaxError'].includes(error.name);

const chunk = (bookings: readonly Booking[]): Booking[][] =>
  Array.from({ length: Math.ceil(bookings.length / STATEMENTS_A_CALL) }, (_, index) =>
    bookings.slice(index * STATEMENTS_A_CALL, (index + 1) * STATEMENTS_A_CALL),
  );

/**
 * Creates bookings 25 a call, by PartiQL; where it cannot be used, none is created.
 * @param retentionDays how long bookings are kept, as {@link bookingExpiry} says
 */
export const makeCreateBookings = (database: Database, table: string, retentionDays: number): CreateBookings => {
  let isAvailable = true;

  const createSome = async (bookings: readonly Booking[]): Promise<boolean[]> => {
    if (!isAvailable) return bookings.map(() => false);
    const Statements = bookings.map((booking) => toStatement(table, booking, retentionDays));
    try {
      const { Responses = [] } = await database.send(new BatchExecuteStatementCommand({ Statements }));
      return bookings.map((_, index) => Responses[index] !== undefined && Responses[index].Error === undefined);
    } catch (error) {
      if (!isRefusedAsAWhole(error)) throw error;
      isAvailable = false;
      return bookings.map(() => false);
    }
  };

  return async (bookings) => {
    // The first alone: it tells whether the others need to be tried.
    const [first = [], ...others] = chunk(bookings);
    const created = first.length > 0 ? await createSome(first) : [];
    return [...created, ...(await pMap(others, createSome, { concurrency: CALLS_AT_ONCE })).flat()];
  };
};
