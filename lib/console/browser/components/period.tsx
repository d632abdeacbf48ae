import type { JSX } from 'preact';
import { localeOf, useLanguage } from '../language/language.ts';
import { dayOf } from './local-day.ts';

interface PeriodProps {
  readonly checkinOpensAt: string;
  readonly noShowAt: string;
  /** The day that the page is about. A period within this day is shown without dates. */
  readonly day?: string;
}

/** A check-in period in the viewer's time zone, with dates only where they are needed. */
export const Period = ({ checkinOpensAt, noShowAt, day }: PeriodProps): JSX.Element => {
  const locale = localeOf(useLanguage());
  const [from, until] = [new Date(checkinOpensAt), new Date(noShowAt)];
  const isOnDay = [checkinOpensAt, noShowAt].every((moment) => dayOf(moment) === day);
  const isThisYear = [from, until].every((moment) => moment.getFullYear() === new Date().getFullYear());
  const format = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    ...(!isOnDay && { day: 'numeric', month: 'short' }),
    ...(!isOnDay && !isThisYear && { year: 'numeric' }),
  });
  return <time dateTime={checkinOpensAt}>{format.formatRange(from, until)}</time>;
};
