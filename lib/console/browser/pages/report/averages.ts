import { DAY_MS } from '../../components/local-day.ts';
import type { ReportDay } from './use-report.ts';

/** Whether people can still come on a day. Such a day is left out of averages. */
export const isRunning = ({ day, expected }: Pick<ReportDay, 'day' | 'expected'>, today: string): boolean =>
  expected > 0 || day >= today;

/** The number of days from the first to the last, both inclusive; not positive if the last is before the first. */
export const countDays = (from: string, until: string): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS) + 1;

export const rateOf = ({ checkedIn, noShow }: Pick<ReportDay, 'checkedIn' | 'noShow'>): number | undefined =>
  checkedIn + noShow === 0 ? undefined : checkedIn / (checkedIn + noShow);

/** 0 is Monday. */
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;

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
  WEEKDAYS.flatMap((weekday) => {
    const same = days.filter((one) => one.booked > 0 && !isRunning(one, today) && weekdayOf(one.day) === weekday);
    const [first] = same;
    if (!first) return [];
    const sum = (name: 'people' | 'checkedIn' | 'noShow'): number => same.reduce((total, one) => total + one[name], 0);
    const totals = { checkedIn: sum('checkedIn'), noShow: sum('noShow') };
    return [
      {
        day: first.day,
        days: same.length,
        people: sum('people') / same.length,
        checkedIn: totals.checkedIn / same.length,
        noShow: totals.noShow / same.length,
        rate: rateOf(totals),
      },
    ];
  });
