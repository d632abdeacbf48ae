import { attendanceOf, type Booking } from '../../domain/booking.ts';
import { formatDateTime, MINUTE, type Instant } from '../../domain/instant.ts';
import { withoutErased } from '../bookings/without-erased.ts';
import {
  addToTotals,
  noTotals,
  readBookings,
  readIndex,
  type AttendanceQuery,
  type AttendanceStores,
  type AttendanceTotals,
} from './attendance.ts';
import { rangeOfDay } from './local-day.ts';

interface CountQuery extends AttendanceQuery {
  /** If given, only its bookings are counted. */
  readonly site?: string | undefined;
}

const QUARTER_MILLISECONDS = 15 * MINUTE;

/** Counts the bookings that open on one local day. Memory holds a thousand bookings at a time, and all ids. */
export const countDay = async (stores: AttendanceStores, { companyId, site, ...day }: CountQuery, now: Instant) => {
  const range = rangeOfDay(day);
  const sites = new Set<string>();
  const people = new Set<number>();
  const byQuarter = new Map<Instant, number>();
  let totals = noTotals;
  let readCount = 0;
  const add = (booking: Booking): void => {
    const { checkin, user } = booking;
    totals = addToTotals(totals, [{ result: attendanceOf(booking, now) }]);
    if (!checkin) return;
    people.add(user.userId);
    const startsAt = Math.floor(checkin.at / QUARTER_MILLISECONDS) * QUARTER_MILLISECONDS;
    byQuarter.set(startsAt, (byQuarter.get(startsAt) ?? 0) + 1);
  };
  for await (const indexed of readIndex(stores, companyId, range)) {
    readCount += indexed.length;
    const bookings = [...(await readBookings(stores, indexed, range)).values()];
    for (const booking of await withoutErased(stores.users, bookings, now)) {
      if (booking.site !== undefined) sites.add(booking.site);
      if (site === undefined || booking.site === site) add(booking);
    }
  }
  return { totals, sites, people, byQuarter, readCount };
};

interface AttendanceSummary extends AttendanceQuery {
  /** The sites of all bookings of the day, in order. */
  readonly sites: readonly string[];
  readonly totals: AttendanceTotals;
  /** The quarters of an hour that have check-ins, in order. `startsAt`: RFC 3339, UTC. */
  readonly quarters: readonly { readonly startsAt: string; readonly checkedIn: number }[];
}

/** Returns the totals of a day, and the number of check-ins in each quarter of an hour. */
export const summariseAttendance = async (
  stores: AttendanceStores,
  query: CountQuery,
  now: Instant,
): Promise<AttendanceSummary> => {
  const { companyId, day, timeZone } = query;
  const { totals, sites, byQuarter } = await countDay(stores, query, now);
  const quarters = [...byQuarter].toSorted(([one], [other]) => one - other);
  return {
    companyId,
    day,
    timeZone,
    totals,
    sites: [...sites].toSorted(),
    quarters: quarters.map(([startsAt, checkedIn]) => ({ startsAt: formatDateTime(startsAt), checkedIn })),
  };
};
