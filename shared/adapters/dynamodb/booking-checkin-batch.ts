import type { BookingCheckin, BookingCheckins, CheckInBookings } from '../../domain/booking.ts';
import { bookingKey } from './booking-item.ts';
import type { Database } from './database.ts';
import type { WriteStatement } from './write-statements.ts';
import { writeTogether } from './write-together.ts';

/**
 * Stricter than {@link BookingCheckins.checkIn}: PartiQL cannot search the list of undone check-ins, so bookings with such a list
 * are left to `checkIn`.
 */
const toStatement = (table: string, { record, firstReceivedAt, ...ref }: BookingCheckin): WriteStatement => {
  const { companyUser, bookingId } = bookingKey(ref);
  const isRepeat = firstReceivedAt !== undefined;
  return {
    Statement: [
      `UPDATE "${table}" SET checkin = ? WHERE companyUser = ? AND bookingId = ?`,
      'AND checkin IS MISSING AND undone IS MISSING AND checkinOpensAt <= ? AND noShowAt > ?',
      ...(isRepeat ? ['AND (openSince IS MISSING OR openSince < ?)'] : []),
    ].join(' '),
    Parameters: [record, companyUser, bookingId, record.at, record.at, ...(isRepeat ? [firstReceivedAt] : [])],
  };
};

/** Checks in many bookings with few calls. */
export const makeCheckInBookings =
  (database: Database, table: string, { checkIn }: Pick<BookingCheckins, 'checkIn'>): CheckInBookings =>
  (checkins) =>
    writeTogether(database, checkins, {
      toStatement: (one) => toStatement(table, one),
      toResult: () => ({ kind: 'checked-in' }),
      writeAlone: ({ user, bookingId, record, ...repeated }) => checkIn(user, bookingId, record, repeated),
    });
