import { Temporal } from 'temporal-polyfill';
import { attendanceOf } from '../../domain/booking.ts';
import { defined } from '../../rules/plain-values.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Page } from '../../domain/page.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import {
  addToTotals,
  atSite,
  noTotals,
  readCurrent,
  readIndex,
  type AttendanceStores,
  type AttendanceTotals,
} from './attendance.ts';
import { rangeOfDay } from './local-day.ts';

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
 * Counts the bookings that open on one local day, in the memory of a thousand bookings and the ids of the people who came.
 * @throws UseCaseError `invalid_day`, `invalid_time_zone`
 */
const countDay = async (
  stores: AttendanceStores,
  { companyId, timeZone, site }: ReportQuery,
  day: string,
  now: Instant,
): Promise<{ counted: ReportDay; sites: ReadonlySet<string>; readCount: number }> => {
  const range = rangeOfDay({ day, timeZone });
  const people = new Set<number>();
  const sites = new Set<string>();
  let readCount = 0;
  let totals = noTotals;
  for await (const indexed of readIndex(stores, companyId, range)) {
    const all = await readCurrent(stores, indexed, range, now);
    const found = all.filter(atSite(site));
    for (const one of all) if (one.site !== undefined) sites.add(one.site);
    readCount += indexed.length;
    totals = addToTotals(
      totals,
      found.map((booking) => ({ result: attendanceOf(booking, now) })),
    );
    for (const { checkin, user } of found) if (checkin) people.add(user.userId);
  }
  const counted = defined({ day, people: people.size, ...totals, rate: toRate(totals) });
  return { counted, sites, readCount };
};

/**
 * Returns the attendance of each day of a range, in pages of as many days as can be counted in a few seconds.
 * @throws UseCaseError `invalid_day`, `invalid_time_zone`, `invalid_cursor`
 */
export const reportAttendance = async (
  stores: AttendanceStores,
  query: ReportQuery,
  now: Instant,
): Promise<ReportPage> => {
  const { from, until, next = from } = query;
  if (next < from || next > until) throw new UseCaseError('invalid_cursor');
  const items: ReportDay[] = [];
  const sites = new Set<string>();
  let readCount = 0;
  let date = Temporal.PlainDate.from(next);
  // As texts, the day after 9999-12-31, +010000-01-01, would come before it.
  const isWithin = (): boolean => Temporal.PlainDate.compare(date, until) <= 0;
  while (isWithin() && readCount < BOOKINGS_PER_PAGE) {
    const read = await countDay(stores, query, date.toString(), now);
    items.push(read.counted);
    for (const site of read.sites) sites.add(site);
    readCount += read.readCount;
    date = date.add({ days: 1 });
  }
  return { items, sites: [...sites].toSorted(), ...(isWithin() && { next: date.toString() }) };
};
