import type { Booking, BookingWrite, WriteBookings } from '../../domain/booking.ts';
import { attributesToWrite } from './booking-changes.ts';
import { bookingKey, detailNames } from './booking-item.ts';
import type { Database } from './database.ts';
import { makeStatementWriter } from './statement-writer.ts';
import { toInsert, type WriteStatement } from './write-statements.ts';

type Attribute = readonly [name: string, value: unknown];

const isGiven = ([, value]: Attribute): boolean => value !== undefined;

/** The condition is that the booking has the details that were read, and no check-in. */
const toUpdate = (table: string, before: Booking, attributes: readonly Attribute[]): WriteStatement => {
  const set = attributes.filter(isGiven);
  const removed = attributes.filter((one) => !isGiven(one));
  const details = detailNames.map((name): Attribute => [name, before[name]]);
  return {
    Statement: [
      `UPDATE "${table}"`,
      ...set.map(([name]) => `SET "${name}" = ?`),
      ...removed.map(([name]) => `REMOVE "${name}"`),
      'WHERE companyUser = ? AND bookingId = ? AND checkin IS MISSING',
      ...details.map((detail) => `AND "${detail[0]}" ${isGiven(detail) ? '= ?' : 'IS MISSING'}`),
    ].join(' '),
    Parameters: [...set, ...Object.entries(bookingKey(before)), ...details.filter(isGiven)].map(([, value]) => value),
  };
};

const hasCheckin = ({ before }: BookingWrite): boolean => before?.checkin !== undefined;

/**
 * Writes many bookings per call; see {@link makeStatementWriter}. A change of a booking with a check-in is left to
 * {@link BookingStore.change}, because its condition compares parts of the check-in.
 * @param retentionDays how long bookings are kept; see {@link bookingExpiry}
 */
export const makeWriteBookings = (database: Database, table: string, retentionDays: number): WriteBookings => {
  const write = makeStatementWriter(database);
  const toStatement = ({ before, after }: BookingWrite): WriteStatement => {
    const attributes = attributesToWrite(before, after, retentionDays);
    return before
      ? toUpdate(table, before, Object.entries(attributes))
      : toInsert(table, { ...bookingKey(after), ...attributes });
  };
  return async (writes) => {
    const possible = writes.filter((one) => !hasCheckin(one));
    const results = (await write(possible.map(toStatement))).values();
    return writes.map((one) => !hasCheckin(one) && results.next().value === true);
  };
};
