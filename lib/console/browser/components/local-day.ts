/**
 * Days in the format of date fields, `2026-11-21`. A missing time zone means the viewer's. The locale `sv` writes dates and times
 * as in ISO 8601, but without leading zeros in the year. `padStart` adds them: while somebody types a year, a date field has years
 * such as 0002.
 */

export const DAY_MS = 24 * 60 * 60_000;

const format = (date: Date, timeZone?: string): string =>
  date.toLocaleDateString('sv', { timeZone }).padStart('2026-11-21'.length, '0');

export const today = (timeZone?: string): string => format(new Date(Date.now()), timeZone);

/** The day that contains a time. */
export const dayOf = (moment: string, timeZone?: string): string => format(new Date(moment), timeZone);

/** A time in a format that Excel reads in every region: `2026-11-21 08:59:07`. */
export const localMoment = (moment: string, timeZone?: string): string =>
  new Date(moment).toLocaleString('sv', { timeZone }).padStart('2026-11-21 08:59:07'.length, '0');

/** The day that is `days` days after `day`; undefined if `day` is not a date. */
const shift = (day: string, days: number): string | undefined => {
  const start = new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString().slice(0, 10);
};

/** Whether a text is a valid date, such as `2026-11-21`. */
export const isDay = (text: string): boolean => shift(text, 0) === text;

/** The day that is `days` days after `day`; `day` itself if it is not a date. */
export const addDays = (day: string, days: number): string => shift(day, days) ?? day;
