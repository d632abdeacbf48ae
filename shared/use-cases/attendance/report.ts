import { Temporal } from 'temporal-polyfill';
import { defined } from '../../rules/plain-values.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Page } from '../../domain/page.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import type { AttendanceStores, AttendanceTotals } from './attendance.ts';
import { countDay } from './count-day.ts';

interface ReportQuery {
  readonly companyId: string;
  /** The first day, `2026-11-21`. */
  readonly from: string;
  /** The last day, inclusive. */
  readonly until: string;
  readonly timeZone: string;
  /** If given, only its bookings are counted. */
  readonly site?: string | undefined;
  /** The day at which the page begins. */
  readonly next?: string | undefined;
}

interface ReportPage extends Page<ReportDay> {
  /** The sites of all bookings of these days, in order. */
  readonly sites: readonly string[];
}

interface ReportDay extends AttendanceTotals {
  readonly day: string;
  /** How many people checked in, each counted once: a desk and a parking place are two bookings of one person. */
  readonly people: number;
  /** The share of `checkedIn` in `checkedIn + noShow`, from 0 to 1. Absent if both are 0. */
  readonly rate?: number;
}

/** A page ends with the day on which this many bookings have been read, so that its response arrives within the time limit. */
const BOOKINGS_PER_PAGE = 20_000;

const toRate = ({ checkedIn, noShow }: AttendanceTotals): number | undefined =>
  checkedIn + noShow === 0 ? undefined : checkedIn / (checkedIn + noShow);

/**
 * Returns the attendance of each day of a range, in pages of as many days as can be counted in a few seconds.
 * @throws UseCaseError `invalid_cursor`
 */
export const reportAttendance = async (
  stores: AttendanceStores,
  query: ReportQuery,
  now: Instant,
): Promise<ReportPage> => {
  const { companyId, from, until, timeZone, site, next = from } = query;
  if (next < from || next > until) throw new UseCaseError('invalid_cursor');
  const items: ReportDay[] = [];
  const sites = new Set<string>();
  let readCount = 0;
  let date = Temporal.PlainDate.from(next);
  // As texts, the day after 9999-12-31, +010000-01-01, would come before it.
  const isWithin = (): boolean => Temporal.PlainDate.compare(date, until) <= 0;
  while (isWithin() && readCount < BOOKINGS_PER_PAGE) {
    const day = date.toString();
    const counted = await countDay(stores, { companyId, timeZone, site, day }, now);
    const { totals, people } = counted;
    items.push(defined({ day, people: people.size, ...totals, rate: toRate(totals) }));
    for (const one of counted.sites) sites.add(one);
    readCount += counted.readCount;
    date = date.add({ days: 1 });
  }
  return { items, sites: [...sites].toSorted(), ...(isWithin() && { next: date.toString() }) };
};
