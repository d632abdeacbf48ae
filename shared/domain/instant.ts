/** Integer milliseconds since the Unix epoch, as in `Date.now()`. */
export type Instant = number;

const DATE_TIME =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[Tt](?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d+))?(?:[Zz]|(?<sign>[+-])(?<offsetHour>\d{2}):(?<offsetMinute>\d{2}))$/;

/** Durations in milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

type Fields = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;

const isTimeOfDay = ({ hour, minute, second }: Fields): boolean => hour <= 23 && minute <= 59 && second <= 60;

/** Unlike `Date.UTC`, takes years 0 to 99 as they are, and returns NaN for a day that does not exist. */
const utcMidnight = ({ year, month, day }: Fields): Instant => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 ? date.getTime() : Number.NaN;
};

/** Returns NaN if there is no such offset. */
const offsetMilliseconds = (groups: Record<string, string | undefined>): number => {
  const hour = Number(groups['offsetHour'] ?? 0);
  const minute = Number(groups['offsetMinute'] ?? 0);
  if (hour > 23 || minute > 59) return Number.NaN;
  return (groups['sign'] === '-' ? -1 : 1) * (hour * 60 + minute) * MINUTE;
};

/** A leap second is the last second of a UTC month (ITU-R TF.460-6, 2.1), so the next instant starts a month. */
const startsUtcMonth = (instant: Instant): boolean => {
  const date = new Date(instant);
  return date.getUTCDate() === 1 && instant % DAY === 0;
};

const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00Z');
const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Whether RFC 3339, in which years have four digits, can represent the instant in UTC. */
export const isRfc3339 = (instant: Instant): boolean => instant >= FIRST_INSTANT && instant <= LAST_INSTANT;

/**
 * Reads a date-time of RFC 3339 section 5.6, with its offset. Accepts `T` and `Z` in either case. Cuts off digits past
 * milliseconds. Reads a leap second (section 5.7) as the instant that follows it, and ignores its fraction.
 * @returns undefined if the text is anything else, a day or time that does not exist, or an instant outside the years 0000 to
 * 9999 of UTC
 * @example
 * parseDateTime('2026-11-21T09:00:00+01:00'); // 1795248000000
 */
export const parseDateTime = (text: string): Instant | undefined => {
  const groups = DATE_TIME.exec(text)?.groups;
  if (!groups) return undefined;
  const fields: Fields = {
    year: Number(groups['year']),
    month: Number(groups['month']),
    day: Number(groups['day']),
    hour: Number(groups['hour']),
    minute: Number(groups['minute']),
    second: Number(groups['second']),
  };
  const timeOfDay = fields.hour * HOUR + fields.minute * MINUTE + fields.second * 1000;
  const wholeSeconds = utcMidnight(fields) + timeOfDay - offsetMilliseconds(groups);
  if (!isTimeOfDay(fields) || !isRfc3339(wholeSeconds)) return undefined;
  if (fields.second === 60) return startsUtcMonth(wholeSeconds) ? wholeSeconds : undefined;
  return wholeSeconds + Number((groups['fraction'] ?? '').slice(0, 3).padEnd(3, '0'));
};

/** Converts to seconds since the Unix epoch, for DynamoDB's time to live. Rounds up, so that nothing is deleted early. */
export const inSeconds = (instant: Instant): number => Math.ceil(instant / 1000);

/** Returns a date-time of RFC 3339 in UTC: `2026-11-21T08:00:00.000Z`. */
export const formatDateTime = (instant: Instant): string => new Date(instant).toISOString();

export const formatOptional = (instant: Instant | undefined): string | undefined =>
  instant === undefined ? undefined : formatDateTime(instant);
