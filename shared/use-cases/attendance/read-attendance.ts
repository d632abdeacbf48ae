import type { Instant } from '../../domain/instant.ts';
import type { AttendanceQuery, AttendanceRow } from './attendance.ts';
import { rangeOfDay } from './local-day.ts';
import { readEntries, readRows, type AttendanceStores } from './read-day.ts';

/**
 * All bookings of a day in the order in which they open, in parts of one to a thousand. A day of N bookings takes at most
 * N/1000 + 3 queries and 2 × (N/100 + N/1000) batch reads, and no more memory than one part.
 * @throws UseCaseError `invalid_day`, `invalid_time_zone`
 */
export const readAttendance = async function* (
  stores: AttendanceStores,
  { companyId, ...day }: AttendanceQuery,
  now: Instant,
): AsyncGenerator<AttendanceRow[]> {
  const range = rangeOfDay(day);
  for await (const entries of readEntries(stores, companyId, range)) {
    const read = await readRows(stores, companyId, entries, range, now);
    const rows = read.flatMap(({ row }) => row ?? []);
    if (rows.length > 0) yield rows;
  }
};
