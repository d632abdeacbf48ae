import type { JSX } from 'preact';
import { localeOf, useLanguage } from '../language/language.ts';
import { dayOf } from './local-day.ts';

interface PeriodProps {
  readonly checkinOpensAt: string;
  readonly noShowAt: string;
  /** The day that the page is about, whose date need not be written. */
  readonly day?: string;
}

/** A check-in period in the viewer's time zone, with as much of its dates as is needed. */
export const Period = ({ checkinOpensAt, noShowAt, day }: PeriodProps): JSX.Element => {
  const locale = localeOf(useLanguage());
  const [from, until] = [new Date(checkinOpensAt), new Date(noShowAt)];
  const isThatDay = [checkinOpensAt, noShowAt].every((moment) => dayOf(moment) === day);
  const isThisYear = [from, until].every((moment) => moment.getFullYear() === new Date().getFullYear());
  const format = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    ...(!isThatDay && { day: 'numeric', month: 'short' }),
    ...(!isThatDay && !isThisYear && { year: 'numeric' }),
  });
  return <time dateTime={checkinOpensAt}>{format.formatRange(from, until)}</time>;
};
