import type { JSX } from 'preact';
import { useLanguage } from '../language/language.ts';
import { formatMoment } from './moment.tsx';

interface PeriodProps {
  readonly checkinOpensAt: string;
  readonly noShowAt: string;
}

/** A check-in period in the viewer's time zone. The day is shown once if it begins and ends on the same day. */
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
