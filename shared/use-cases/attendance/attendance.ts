import type { AttendanceResult } from '../../rules/bookings.ts';
import type { Booking } from '../../domain/booking.ts';
import type { User } from '../../domain/user.ts';
import type { LocalDay } from './local-day.ts';

/** The bookings of a company whose check-in period opens on a local day. */
export interface AttendanceQuery extends LocalDay {
  readonly companyId: string;
}

/** One booking of the day; moments in RFC 3339, UTC. */
export interface AttendanceRow extends Pick<Booking, 'bookingId' | 'kind' | 'name'>, Pick<User, 'uid' | 'email'> {
  readonly userId: number;
  /** The name of the user; `name` is that of the place. */
  readonly userName?: string;
  readonly checkinOpensAt: string;
  readonly noShowAt: string;
  readonly result: AttendanceResult;
  readonly checkedInAt?: string;
  /** The door or device of the check-in. */
  readonly reader?: string;
}

/** `booked` is the sum of the others. */
export interface AttendanceTotals {
  readonly booked: number;
  readonly checkedIn: number;
  readonly noShow: number;
  readonly expected: number;
}

/** Counts rows one by one. */
export const addToTotals = (
  totals: AttendanceTotals,
  rows: readonly Pick<AttendanceRow, 'result'>[],
): AttendanceTotals => {
  const countOf = (result: AttendanceResult): number => rows.filter((row) => row.result === result).length;
  return {
    booked: totals.booked + rows.length,
    checkedIn: totals.checkedIn + countOf('checked_in'),
    noShow: totals.noShow + countOf('no_show'),
    expected: totals.expected + countOf('expected'),
  };
};

export const noTotals: AttendanceTotals = { booked: 0, checkedIn: 0, noShow: 0, expected: 0 };
