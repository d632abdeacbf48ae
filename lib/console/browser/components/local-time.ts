/** Converts local times. In its own file, because the first pages that open need only the days. */
import { addDays, DAY_MS, localMoment } from './local-day.ts';

/**
 * Returns the time at which clocks show `local`, such as `2026-11-21T08:59`; undefined if `local` is not a date-time. If clocks show
 * it twice, returns the first time. If they skip it, returns the time as far after the change as `local` is after the first skipped
 * minute: 03:30 for 02:30.
 */
const momentAt = (local: string, timeZone?: string): string | undefined => {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return undefined;
  const shownAt = (instant: number): number =>
    Date.parse(`${localMoment(new Date(instant).toISOString(), timeZone).replace(' ', 'T')}Z`);
  const offsetAt = (instant: number): number => shownAt(instant) - instant;
  // The clocks change at most once in these two days, so one of the two offsets is right, unless the time is skipped.
  const before = wanted - offsetAt(wanted - DAY_MS);
  const after = wanted - offsetAt(wanted + DAY_MS);
  const isAfterChange = shownAt(after) === wanted && shownAt(before) !== wanted;
  return new Date(isAfterChange ? after : before).toISOString();
};

/** The start of the day that is `daysLater` days after `day`; undefined if `day` is not a date. */
export const startOfDay = (day: string, daysLater = 0, timeZone?: string): string | undefined =>
  momentAt(`${addDays(day, daysLater)}T00:00`, timeZone);

/** The start of an hour of a day; undefined if `day` is not a date. */
export const startOfHour = (day: string, hour: number, timeZone?: string): string | undefined =>
  hour === 24 ? startOfDay(day, 1, timeZone) : momentAt(`${day}T${String(hour).padStart(2, '0')}:00`, timeZone);

/** When clocks go back, local times repeat after an hour or, on Lord Howe Island, after half an hour. */
const REPEATS_MS = [0, 30 * 60_000, 60 * 60_000] as const;

/**
 * The time that a local date-time such as `2026-11-21T08:59` stands for. If the local time occurs twice because clocks go
 * back, the time between `from` and `until` is preferred, then the first one.
 */
export const momentOf = (local: string, from: string, until: string, timeZone?: string): string => {
  const first = momentAt(local, timeZone) ?? from;
  /** The times at which clocks show `local`. */
  const moments = REPEATS_MS.map((ms) => new Date(Date.parse(first) + ms).toISOString()).filter((moment) =>
    localMoment(moment, timeZone).startsWith(local.replace('T', ' ')),
  );
  const isInside = (moment: string): boolean =>
    Date.parse(moment) >= Date.parse(from) && Date.parse(moment) < Date.parse(until);
  return moments.find(isInside) ?? first;
};

/** A time as browsers write the value of a datetime-local field: `2026-11-21T08:59:07`, or `2026-11-21T08:59` at 0 seconds. */
export const toFieldValue = (moment: string, timeZone?: string): string =>
  localMoment(moment, timeZone).replace(' ', 'T').replace(/:00$/, '');
