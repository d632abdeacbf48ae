import { addDays } from '../../components/local-day.ts';
import type { ReportDay } from './use-report.ts';

/** Whether people can still come on a day. Such a day is left out of averages. */
export const isRunning = ({ day, expected }: Pick<ReportDay, 'day' | 'expected'>, today: string): boolean =>
  expected > 0 || day >= today;

/** The number of days from the first to the last, both inclusive; not positive if the last is before the first. */
export const countDays = (from: string, until: string): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000) + 1;

export const rateOf = ({ checkedIn, noShow }: Pick<ReportDay, 'checkedIn' | 'noShow'>): number | undefined =>
  checkedIn + noShow === 0 ? undefined : checkedIn / (checkedIn + noShow);

/** 0 is Monday. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

interface WeekdayAverage {
  /** A day of this weekday, to name it. */
  readonly day: string;
  readonly days: number;
  readonly people: number;
  readonly checkedIn: number;
  readonly noShow: number;
  readonly rate: number | undefined;
}

/** The averages of the weekdays that have a day with bookings, from Monday to Sunday. */
export const averageWeekdays = (days: readonly ReportDay[], today: string): WeekdayAverage[] =>
  Array.from({ length: 7 }, (_, weekday) => {
    const same = days.filter((one) => one.booked > 0 && !isRunning(one, today) && weekdayOf(one.day) === weekday);
    const sum = (name: 'people' | 'checkedIn' | 'noShow'): number => same.reduce((total, one) => total + one[name], 0);
    const [checkedIn, noShow] = [sum('checkedIn'), sum('noShow')];
    const average = (total: number): number => total / same.length;
    return {
      day: same[0]?.day ?? addDays('2026-11-23', weekday),
      days: same.length,
      people: average(sum('people')),
      checkedIn: average(checkedIn),
      noShow: average(noShow),
      rate: rateOf({ checkedIn, noShow }),
    };
  }).filter((one) => one.days > 0);
