/** Integer milliseconds since the Unix epoch, as in `Date.now()`. */
export type Instant = number;

/** Durations in milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How long tokens are accepted after they expire, because the clocks of two machines may differ. */
export const CLOCK_TOLERANCE_SECONDS = 5;

const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00Z');
const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Whether RFC 3339, in which years have four digits, can represent the instant in UTC. */
export const isRfc3339 = (instant: Instant): boolean => instant >= FIRST_INSTANT && instant <= LAST_INSTANT;

const DATE_TIME =
  /^(?<toMinute>\d{4}-\d{2}-(?<day>\d{2})T\d{2}:\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d+))?(?<offset>Z|[+-]\d{2}:\d{2})$/;

/** A leap second is the last second of a UTC month (ITU-R TF.460-6, 2.1), so the next instant starts a month. */
const startsUtcMonth = (instant: Instant): boolean => formatDateTime(instant).endsWith('-01T00:00:00.000Z');

/**
 * Reads a date-time of RFC 3339 section 5.6, with its offset. Accepts `T` and `Z` in either case. Cuts off digits past
 * milliseconds. Reads a leap second (section 5.7) as the instant that follows it, and ignores its fraction.
 * @returns undefined if the text is anything else, a day or time that does not exist, or an instant outside the years 0000 to
 * 9999 of UTC
 */
export const parseDateTime = (text: string): Instant | undefined => {
  const groups = DATE_TIME.exec(text.toUpperCase())?.groups;
  if (!groups) return undefined;
  const { toMinute, day, second, fraction = '', offset } = groups;
  const isLeap = second === '60';
  const local = `${toMinute}:${isLeap ? '59' : second}`;
  const milliseconds = isLeap ? 1000 : Number(fraction.slice(0, 3).padEnd(3, '0'));
  const instant = Date.parse(`${local}${offset}`) + milliseconds;
  // `Date` reads 30 February as 2 March, and 24:00 as the next day.
  const isDay = new Date(`${local}Z`).getUTCDate() === Number(day);
  return isDay && isRfc3339(instant) && !(isLeap && !startsUtcMonth(instant)) ? instant : undefined;
};

/** Converts to seconds since the Unix epoch, for DynamoDB's time to live. Rounds up, so that nothing is deleted early. */
export const inSeconds = (instant: Instant): number => Math.ceil(instant / 1000);

/** When something that is kept for a number of days expires, in seconds since the Unix epoch. */
export const expiryAfter = (instant: Instant, days: number): number => inSeconds(instant + days * DAY);

/** Returns a date-time of RFC 3339 in UTC: `2026-11-21T08:00:00.000Z`. */
export const formatDateTime = (instant: Instant): string => new Date(instant).toISOString();

export const formatOptional = (instant: Instant | undefined): string | undefined =>
  instant === undefined ? undefined : formatDateTime(instant);
