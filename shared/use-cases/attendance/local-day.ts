import { Temporal } from 'temporal-polyfill';
import type { TimeRange } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';

/** A calendar day in a time zone, both valid by the rules of the fields. */
export interface LocalDay {
  /** `2026-11-21` */
  readonly day: string;
  /** IANA name or offset, such as `Europe/Berlin`. */
  readonly timeZone: string;
}

const startOfDay = (date: Temporal.PlainDate, timeZone: string): Instant =>
  date.toZonedDateTime(timeZone).epochMilliseconds;

/**
 * The range of a local day. It has 23 or 25 hours if the clocks change, and starts after midnight if they skip midnight. A day
 * that a time zone skipped, such as 2011-12-30 in Samoa, is empty: its end is its start.
 * @example
 * rangeOfDay({ day: '2026-11-21', timeZone: 'Europe/Berlin' }); // from 2026-11-20T23:00Z, for 24 hours
 */
export const rangeOfDay = ({ day, timeZone }: LocalDay): TimeRange => {
  const date = Temporal.PlainDate.from(day);
  return { from: startOfDay(date, timeZone), until: startOfDay(date.add({ days: 1 }), timeZone) };
};
