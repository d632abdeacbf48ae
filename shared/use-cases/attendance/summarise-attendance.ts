import { attendanceOf } from '../../domain/booking.ts';
import { formatDateTime, MINUTE, type Instant } from '../../domain/instant.ts';
import {
  addToTotals,
  noTotals,
  readBookings,
  readIndex,
  type AttendanceQuery,
  type AttendanceTotals,
  type AttendanceStores,
} from './attendance.ts';
import { rangeOfDay } from './local-day.ts';

interface AttendanceSummary extends AttendanceQuery {
  readonly totals: AttendanceTotals;
  /** The quarters of an hour that have check-ins, in order. `startsAt`: RFC 3339, UTC. */
  readonly quarters: readonly { readonly startsAt: string; readonly checkedIn: number }[];
}

const QUARTER_MILLISECONDS = 15 * MINUTE;

/**
 * Returns the totals of a day, and the number of check-ins in each quarter of an hour, by their `at`. Reads no users.
 * @throws UseCaseError `invalid_day`, `invalid_time_zone`
 */
export const summariseAttendance = async (
  { bookings }: Pick<AttendanceStores, 'bookings'>,
  { companyId, day, timeZone }: AttendanceQuery,
  now: Instant,
): Promise<AttendanceSummary> => {
  const range = rangeOfDay({ day, timeZone });
  let totals = noTotals;
  const byQuarter = new Map<Instant, number>();
  for await (const indexed of readIndex({ bookings }, companyId, range)) {
    const found = [...(await readBookings({ bookings }, indexed, range)).values()];
    totals = addToTotals(
      totals,
      found.map((booking) => ({ result: attendanceOf(booking, now) })),
    );
    for (const { checkin } of found) {
      if (!checkin) continue;
      const startsAt = Math.floor(checkin.at / QUARTER_MILLISECONDS) * QUARTER_MILLISECONDS;
      byQuarter.set(startsAt, (byQuarter.get(startsAt) ?? 0) + 1);
    }
  }
  const quarters = [...byQuarter].toSorted(([one], [other]) => one - other);
  return {
    companyId,
    day,
    timeZone,
    totals,
    quarters: quarters.map(([startsAt, checkedIn]) => ({ startsAt: formatDateTime(startsAt), checkedIn })),
  };
};
