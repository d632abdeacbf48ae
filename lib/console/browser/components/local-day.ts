/**
 * Days in the format of date fields, `2026-11-21`. A missing time zone means the viewer's. Swedish dates and times are written as
 * in ISO 8601.
 */

const format = (date: Date, timeZone?: string): string => date.toLocaleDateString('sv', { timeZone });

export const today = (timeZone?: string): string => format(new Date(Date.now()), timeZone);

/** The day that contains a time. */
export const dayOf = (moment: string, timeZone?: string): string => format(new Date(moment), timeZone);

/** A time in a format that Excel reads in every region: `2026-11-21 08:59:07`. */
export const localMoment = (moment: string, timeZone?: string): string =>
  new Date(moment).toLocaleString('sv', { timeZone });

/** The time at which clocks show `local`, such as `2026-11-21T08:59`, as milliseconds; NaN if it is not a date-time. */
const instantOf = (local: string, timeZone?: string): number => {
  if (timeZone === undefined) return new Date(local).getTime();
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return wanted;
  let instant = wanted;
  // The second round corrects an offset that changes in between.
  for (let round = 0; round < 2; round += 1)
    instant += wanted - Date.parse(`${localMoment(new Date(instant).toISOString(), timeZone).replace(' ', 'T')}Z`);
  return instant;
};

/** The start of the day that is `daysLater` days after `day`; undefined if `day` is not a date. */
export const startOfDay = (day: string, daysLater = 0, timeZone?: string): string | undefined => {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const start =
    timeZone === undefined
      ? new Date(year, month - 1, date + daysLater)
      : new Date(instantOf(`${addDays(day, daysLater)}T00:00`, timeZone));
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
};

/** The start of an hour of a day; undefined if `day` is not a date. */
export const startOfHour = (day: string, hour: number, timeZone?: string): string | undefined => {
  const start = hour < 24 ? instantOf(`${day}T${String(hour).padStart(2, '0')}:00`, timeZone) : Number.NaN;
  if (hour === 24) return startOfDay(day, 1, timeZone);
  return Number.isNaN(start) ? undefined : new Date(start).toISOString();
};

/** Whether a text is a valid date, such as `2026-11-21`. */
export const isDay = (text: string): boolean => {
  const start = startOfDay(text);
  return start !== undefined && format(new Date(start)) === text;
};

export const addDays = (day: string, days: number): string => {
  const start = startOfDay(day, days);
  return start === undefined ? day : format(new Date(start));
};

/** When clocks go back, local times repeat after an hour or, on Lord Howe Island, after half an hour. */
const REPEATS_MS = [-60 * 60_000, -30 * 60_000, 0, 30 * 60_000, 60 * 60_000] as const;

/**
 * The time that a local date-time such as `2026-11-21T08:59` stands for. If the local time occurs twice because clocks go
 * back, the time between `from` and `until` is preferred.
 */
export const momentOf = (local: string, from: string, until: string, timeZone?: string): string => {
  const first = instantOf(local, timeZone);
  const moments = REPEATS_MS.map((ms) => new Date(first + ms))
    .filter((one) => localMoment(one.toISOString(), timeZone).startsWith(local.replace('T', ' ')))
    .map((one) => one.toISOString());
  const inside = moments.find((one) => Date.parse(one) >= Date.parse(from) && Date.parse(one) < Date.parse(until));
  return inside ?? new Date(first).toISOString();
};

/** A time as browsers write the value of a datetime-local field: `2026-11-21T08:59:07`, or `2026-11-21T08:59` at 0 seconds. */
export const toFieldValue = (moment: string, timeZone?: string): string =>
  localMoment(moment, timeZone).replace(' ', 'T').replace(/:00$/, '');
