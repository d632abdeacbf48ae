import type { ResponseOf } from '../../../../../shared/console-api/schemas.ts';
import type { AttendanceResult } from '../../../../../shared/rules/bookings.ts';
import { BarChart } from '../../components/bar-chart.tsx';
import { formatMoment } from '../../components/moment.tsx';
import { useZone } from '../../components/zone.ts';
import { useLanguage, useNumber, useTexts } from '../../language/language.ts';
import { setQuery } from '../../navigation/address.tsx';

/** The totals. A click on one filters the table by the result beside it, or shows every booking if that is undefined. */
const TOTALS = [
  ['booked', undefined],
  ['checkedIn', 'checked_in'],
  ['noShow', 'no_show'],
  ['expected', 'expected'],
] as const;
const QUARTER_MS = 15 * 60_000;
/** Three hours, so that few check-ins do not fill the chart with a few broad bars. */
const MIN_QUARTERS = 12;

type Summary = ResponseOf<'summariseAttendance'>;

interface TotalsProps extends Pick<Summary, 'totals'> {
  /** The result that the table is filtered by. */
  readonly result: AttendanceResult | undefined;
}

/** The totals of a day, each of which filters the table. */
export const Totals = ({ totals, result }: TotalsProps) => {
  const t = useTexts('today');
  const format = useNumber();
  return (
    <div class="totals">
      {TOTALS.map(([name, filter]) => (
        <button
          key={name}
          type="button"
          class={`card total ${name}`}
          aria-pressed={result === filter}
          onClick={() => setQuery({ result: filter ?? '' })}
        >
          <span>{t.totals[name]}</span>
          <strong>{format(totals[name])}</strong>
        </button>
      ))}
    </div>
  );
};

/** Check-ins by quarter of an hour. The API omits quarters without a check-in. */
export const Chart = ({ quarters }: Pick<Summary, 'quarters'>) => {
  const t = useTexts('today');
  const language = useLanguage();
  const format = useNumber();
  const zone = useZone();
  const timeOf = (moment: number): string => formatMoment(new Date(moment).toISOString(), language, 'time', zone);
  if (quarters.length === 0) return undefined;
  const counts = new Map(quarters.map(({ startsAt, checkedIn }) => [Date.parse(startsAt), checkedIn]));
  const first = Math.min(...counts.keys());
  const quarterCount = (Math.max(...counts.keys()) - first) / QUARTER_MS + 1;
  const moments = Array.from(
    { length: Math.max(quarterCount, MIN_QUARTERS) },
    (_, index) => first + index * QUARTER_MS,
  );
  const [busiest, most] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best));
  return (
    <BarChart
      title={t.chart}
      note={t.format(t.chartMost, { count: format(most), time: timeOf(busiest) })}
      bars={moments.map((moment) => ({ label: timeOf(moment), count: counts.get(moment) ?? 0 }))}
      columns={[t.quarter, t.count]}
      labelCount={4}
    />
  );
};
