import type { ReasonCode } from './reason.ts';

/** Whether the day or the month comes first in dates with slashes. */
export const dateOrders = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** A date with slashes, with or without a time. */
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/\d{4}(?!\d)/;

/** The order that a date needs; `unknown` if both orders give a date, but different ones; undefined for anything else. */
export const findOrder = (cell: string): DateOrder | 'unknown' | undefined => {
  const found = SLASHED.exec(cell);
  if (!found) return undefined;
  const [first, second] = [Number(found[1]), Number(found[2])];
  if (first === second || (first > 12 && second > 12)) return undefined;
  if (first <= 12 && second <= 12) return 'unknown';
  return first > 12 ? 'dmy' : 'mdy';
};

const DATE =
  /^(?:(?<iso>\d{4}-\d{2}-\d{2})|(?<first>\d{1,2})(?<separator>[./])(?<second>\d{1,2})\k<separator>(?<year>\d{4}))/;
const TIME =
  /^(?:,?\s+|[Tt])(?<hour>\d{1,2}):(?<minute>\d{2})(?<seconds>:[0-5]\d(?:\.\d+)?)?(?:\s?(?<amPm>[ap])\.?\s?m\.?)?$/i;
/** RFC 3339, section 5.6, which allows a space in place of the T. */
const WITH_OFFSET = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2}))$/;

/** Follows a date of a workbook that has no time, in the text of its cell. */
export const NO_TIME = ' --:--';

const pad = (number: number, length = 2): string => String(number).padStart(length, '0');

const isInCalendar = (year: number, month: number, day: number): boolean => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

const readDate = (
  { iso, first = '', separator, second = '', year = '' }: Readonly<Record<string, string | undefined>>,
  order: DateOrder | undefined,
): readonly [number, number, number] | ReasonCode => {
  if (iso !== undefined) return iso.split('-').map(Number) as [number, number, number];
  const known = separator === '.' || first === second ? 'dmy' : order;
  if (!known) return 'date_order_unknown';
  const [day, month] = known === 'dmy' ? [first, second] : [second, first];
  return [Number(year), Number(month), Number(day)];
};

const readHour = (hour: number, amPm: string | undefined): number | undefined => {
  if (amPm === undefined) return hour <= 24 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (amPm.toLowerCase() === 'p' ? 12 : 0);
};

/**
 * Reads a date-time as people and spreadsheets write it: `2026-11-21 08:00`, `21.11.2026 08:00`, `21/11/2026 8:00`,
 * `11/21/2026 8:00 AM`, or RFC 3339, in which a space can replace the T. `24:00` is the next midnight.
 * @param order of dates with slashes; undefined if it is not known
 * @returns the date-time as in RFC 3339, without an offset if the text has none, or the code of a reason
 */
export const readDateTime = (text: string, order: DateOrder | undefined): { dateTime: string } | ReasonCode => {
  const withOffset = WITH_OFFSET.exec(text);
  if (withOffset) return { dateTime: `${withOffset[1]}T${withOffset[2]}` };
  const date = DATE.exec(text);
  if (!date) return 'date_unreadable';
  const rest = text.slice(date[0].length);
  if (rest === '' || rest === NO_TIME) return 'date_without_time';
  const time = TIME.exec(rest)?.groups;
  if (!time) return 'date_unreadable';
  const parts = readDate(date.groups ?? {}, order);
  if (typeof parts === 'string') return parts;
  const hour = readHour(Number(time['hour']), time['amPm']);
  const minute = Number(time['minute']);
  const seconds = time['seconds'] ?? ':00';
  const isLastMidnight = hour === 24 && minute === 0 && /^:00(?:\.0+)?$/.test(seconds);
  if (hour === undefined || minute > 59 || (hour === 24 && !isLastMidnight)) return 'date_unreadable';
  const [year, month, day] = parts;
  if (!isInCalendar(year, month, day)) return 'date_not_in_calendar';
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day + (isLastMidnight ? 1 : 0));
  const ymd = [pad(midnight.getUTCFullYear(), 4), pad(midnight.getUTCMonth() + 1), pad(midnight.getUTCDate())].join(
    '-',
  );
  return { dateTime: `${ymd}T${pad(hour % 24)}:${pad(minute)}${seconds}` };
};
