import type { JSX } from 'preact';
import type { AttendanceSummaryResponse } from '../../../../../shared/console-api/attendance.ts';
import { formatMoment } from '../../components/moment.tsx';
import { useLanguage, useMessages } from '../../language/language.ts';
import { todayMessages } from './today-messages.ts';

const TOTALS = ['booked', 'checkedIn', 'noShow', 'expected'] as const;
const QUARTER_MS = 15 * 60_000;

interface SummaryProps {
  readonly summary: AttendanceSummaryResponse;
}

/** The totals of a day and when people came. */
export const Summary = ({ summary: { totals, quarters } }: SummaryProps): JSX.Element => {
  const t = useMessages(todayMessages);
  return (
    <div class="summary">
      <dl class="totals">
        {TOTALS.map((name) => (
          <div key={name} class={`card total ${name}`}>
            <dt>{t.totals[name]}</dt>
            <dd>{totals[name]}</dd>
          </div>
        ))}
      </dl>
      {quarters.length > 0 && <Chart quarters={quarters} />}
    </div>
  );
};

/**
 * A bar chart of check-ins, with the numbers in a table for screen readers. The API omits
 * quarters without a check-in.
 */
const Chart = ({ quarters }: Pick<AttendanceSummaryResponse, 'quarters'>): JSX.Element => {
  const t = useMessages(todayMessages);
  const language = useLanguage();
  const timeOf = (moment: number): string => formatMoment(new Date(moment).toISOString(), language, 'time');
  const counts = new Map(quarters.map(({ startsAt, checkedIn }) => [Date.parse(startsAt), checkedIn]));
  const first = Math.min(...counts.keys());
  const length = (Math.max(...counts.keys()) - first) / QUARTER_MS + 1;
  const bars = Array.from({ length: Math.max(length, 12) }, (_, index) => first + index * QUARTER_MS);
  const [busiest, most] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best));
  const marks = [0, 1, 2, 3].map((part) => bars[Math.floor((part * bars.length) / 4)] ?? first);
  return (
    <figure class="card chart">
      <figcaption>
        <strong>{t.chart}</strong>
        <span class="hint">{t.chartMost(most, timeOf(busiest))}</span>
      </figcaption>
      <svg viewBox={`0 0 ${bars.length} ${most}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {bars.map((moment, index) => {
          const count = counts.get(moment) ?? 0;
          return <rect key={moment} x={index + 0.12} y={most - count} width={0.76} height={count} />;
        })}
      </svg>
      <div class="chart-axis hint" aria-hidden="true">
        {marks.map((moment) => (
          <span key={moment}>{timeOf(moment)}</span>
        ))}
      </div>
      <div class="visually-hidden">
        <table aria-label={t.chart}>
          <thead>
            <tr>
              <th scope="col">{t.quarter}</th>
              <th scope="col">{t.count}</th>
            </tr>
          </thead>
          <tbody>
            {[...counts].map(([moment, count]) => (
              <tr key={moment}>
                <th scope="row">{timeOf(moment)}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
};
