import type { JSX } from 'preact';
import { useLanguage } from '../language/language.ts';
import { formatMoment } from './moment.tsx';

interface PeriodProps {
  readonly checkinOpensAt: string;
  readonly noShowAt: string;
}

/** A check-in period in the viewer's time zone; the day is said once where it begins and ends on the same. */
export const Period = ({ checkinOpensAt, noShowAt }: PeriodProps): JSX.Element => {
  const language = useLanguage();
  const isOneDay = new Date(checkinOpensAt).toDateString() === new Date(noShowAt).toDateString();
  return (
    <>
      <time dateTime={checkinOpensAt}>{formatMoment(checkinOpensAt, language, 'full')}</time>
      {' – '}
      <time dateTime={noShowAt}>{formatMoment(noShowAt, language, isOneDay ? 'time' : 'full')}</time>
    </>
  );
};
