/**
 * Parses a time as people write it: `09:03` (today) or `2026-11-21 09:03`, both in the viewer's time zone. An RFC 3339
 * date-time with an offset is returned unchanged.
 * @returns a date-time with an offset; undefined for anything else
 */
export const parseMoment = (text: string, now: Date): string | undefined => {
  const trimmed = text.trim();
  if (/(?:Z|[+-]\d\d:\d\d)$/i.test(trimmed)) return Number.isNaN(Date.parse(trimmed)) ? undefined : trimmed;
  const match =
    /^(?:(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[T ])?(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?$/.exec(
      trimmed,
    );
  if (match?.groups === undefined) return undefined;
  const { year, month, day, hour, minute, second } = match.groups;
  const date = new Date(
    year === undefined ? now.getFullYear() : Number(year),
    month === undefined ? now.getMonth() : Number(month) - 1,
    day === undefined ? now.getDate() : Number(day),
    Number(hour),
    Number(minute),
    Number(second ?? 0),
  );
  // JavaScript turns 30 February into a day in March.
  const isReal =
    date.getHours() === Number(hour) &&
    date.getMinutes() === Number(minute) &&
    (day === undefined || date.getDate() === Number(day));
  return isReal ? date.toISOString() : undefined;
};
