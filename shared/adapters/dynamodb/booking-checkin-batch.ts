import type { BookingCheckin, BookingCheckins, CheckInBookings } from '../../domain/booking.ts';
import { bookingKey } from './booking-item.ts';
import type { Database } from './database.ts';
import type { WriteStatement } from './write-statements.ts';
import { writeTogether } from './write-together.ts';

/**
 * The rule of {@link BookingCheckins.checkIn}, and stricter: PartiQL has no way to look into the list of the check-ins that were
 * undone, so a booking that has one is left to `checkIn`.
 */
const toStatement = (table: string, { record, ...ref }: BookingCheckin): WriteStatement => {
  const { companyUser, bookingId } = bookingKey(ref);
  return {
    Statement: [
      `UPDATE "${table}" SET checkin = ? WHERE companyUser = ? AND bookingId = ?`,
      'AND checkin IS MISSING AND undone IS MISSING AND checkinOpensAt <= ? AND noShowAt > ?',
    ].join(' '),
    Parameters: [record, companyUser, bookingId, record.at, record.at],
  };
};

/** Checks many bookings in with few calls. */
export const makeCheckInBookings =
  (database: Database, table: string, { checkIn }: Pick<BookingCheckins, 'checkIn'>): CheckInBookings =>
  (checkins) =>
    writeTogether(database, checkins, {
      toStatement: (one) => toStatement(table, one),
      toResult: () => ({ kind: 'checked-in' }),
      writeAlone: ({ user, bookingId, record, ...repeated }) => checkIn(user, bookingId, record, repeated),
    });
