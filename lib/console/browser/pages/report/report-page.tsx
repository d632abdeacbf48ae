import { MAX_REPORT_DAYS } from '../../../../../shared/rules/bookings.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { useMember } from '../../api/connection.ts';
import { useAttendanceDownload } from '../../components/attendance-download.ts';
import { BarChart } from '../../components/bar-chart.tsx';
import { DayField, SiteField, TimeZoneField } from '../../components/day-fields.tsx';
import { addDays, isDay, today } from '../../components/local-day.ts';
import { formatDay } from '../../components/moment.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { Badge, EmptyState, PageHeader } from '../../components/page.tsx';
import { DataTable } from '../../components/table.tsx';
import { useZoneInAddress } from '../../components/zone.ts';
import { localeOf, useLanguage, useNumber, useTexts } from '../../language/language.ts';
import { Link, useAddress } from '../../navigation/address.tsx';
import { addressOf } from '../../navigation/page-id.ts';
import { averageWeekdays, countDays, isRunning, rateOf } from './averages.ts';
import { type ReportDay, useReport } from './use-report.ts';

/** Four weeks, so that each weekday has four days. */
const DEFAULT_DAYS = 28;

/** Formats a share such as 0.825 as 82.5%. */
const useRate = (): ((rate: number | undefined) => string) => {
  const format = new Intl.NumberFormat(localeOf(useLanguage()), { style: 'percent', maximumFractionDigits: 1 });
  return (rate) => (rate === undefined ? '–' : format.format(rate));
};

/** How many people came, day by day. The page's URL contains the days and the time zone. */
export const ReportPage = () => {
  const t = useTexts('report');
  const { call } = useMember();
  const timeZone = useZoneInAddress();
  const { query } = useAddress();
  const thisDay = today(timeZone);
  const until = query.get('until') ?? thisDay;
  const from = query.get('from') ?? addDays(thisDay, 1 - DEFAULT_DAYS);
  const areDays = isDay(from) && isDay(until);
  const dayCount = areDays ? countDays(from, until) : 0;
  const isValid = dayCount >= 1 && dayCount <= MAX_REPORT_DAYS;
  const site = query.get('site') ?? undefined;
  const report = useReport(isValid ? { from, until, timeZone, site } : undefined);
  const { days } = report;
  const isDone = isValid && !report.isCounting && !report.isCancelled && report.error === undefined;
  const bookedCount = days.reduce((sum, { booked }) => sum + booked, 0);

  const download = useAttendanceDownload({
    timeZone,
    fileName: `attendance-${from}-${until}.csv`,
    // The file covers several days, so its cursor is a day and the cursor within that day.
    read: async (next, signal) => {
      const [day = from, within] = next?.split(' ') ?? [];
      const page = { day, timeZone, site, next: within, limit: fields.attendancePageLimit.max };
      const { items, next: following } = await call('listAttendance', { query: page, signal });
      const nextDay = day < until ? addDays(day, 1) : undefined;
      return { items, next: following === undefined ? nextDay : `${day} ${following}` };
    },
  });

  return (
    <>
      <PageHeader title={t.titles.report} intro={t.intro} aside={<TimeZoneField />} />
      <div class="toolbar">
        <DayField name="from" label={t.from} day={from} />
        <DayField
          name="until"
          label={t.until}
          day={until}
          error={areDays && !isValid ? t.format(t.badRange, { max: MAX_REPORT_DAYS }) : undefined}
        />
        <SiteField sites={report.sites} site={site} />
        <div class="actions">{isValid && download.link}</div>
      </div>
      {isValid && report.isCounting && (
        <Progress value={days.length} max={dayCount} onCancel={report.cancel}>
          {t.format(t.counting, { done: days.length, all: dayCount })}
        </Progress>
      )}
      {download.isBusy && (
        <Progress value={download.count} max={Math.max(bookedCount, download.count, 1)} onCancel={download.cancel}>
          {t.saving}
        </Progress>
      )}
      {download.problem}
      <ErrorNotice error={report.error} onRetry={report.restart} />
      {report.isCancelled && (
        <Notice tone="info" onRetry={report.restart}>
          {t.format(t.cancelled, { done: days.length, all: dayCount })}
        </Notice>
      )}
      {isDone && bookedCount === 0 && <EmptyState title={t.emptyTitle}>{t.empty}</EmptyState>}
      {days.length > 0 && bookedCount > 0 && <ReportTables days={days} today={thisDay} timeZone={timeZone} />}
    </>
  );
};

interface ProgressProps {
  readonly value: number;
  readonly max: number;
  readonly onCancel: () => void;
  readonly children: string;
}

const Progress = ({ value, max, onCancel, children }: ProgressProps) => {
  const t = useTexts();
  return (
    <div class="card stack">
      <progress aria-label={t.titles.report} value={value} max={max} />
      <div class="actions">
        <span class="hint">{children}</span>
        <button type="button" onClick={onCancel}>
          {t.cancel}
        </button>
      </div>
    </div>
  );
};

interface ReportTablesProps {
  readonly days: readonly ReportDay[];
  readonly today: string;
  readonly timeZone: string;
}

const ReportTables = ({ days, today: thisDay, timeZone }: ReportTablesProps) => {
  const t = useTexts('report');
  const language = useLanguage();
  const number = useNumber();
  const rate = useRate();
  const averages = averageWeekdays(days, thisDay);
  const finishedDays = days.filter((one) => !isRunning(one, thisDay));
  const sum = (name: 'checkedIn' | 'noShow'): number => finishedDays.reduce((total, one) => total + one[name], 0);
  const totals = { checkedIn: sum('checkedIn'), noShow: sum('noShow') };
  const round = (value: number): string => number(Math.round(value * 10) / 10);
  return (
    <>
      <BarChart
        title={t.chart}
        note={t.format(t.chartNote, { rate: rate(rateOf(totals)) })}
        bars={days.map(({ day, checkedIn, noShow }) => ({
          label: formatDay(day, language, 'short'),
          count: checkedIn + noShow,
          part: noShow,
        }))}
        columns={[t.day, t.chartCount, t.noShow]}
        labelCount={Math.min(days.length, 4)}
      />
      {averages.length > 0 && (
        <section>
          <h2>{t.averages}</h2>
          <DataTable
            name={t.averages}
            rows={averages}
            rowKey={({ day }) => formatDay(day, language, 'weekday')}
            columns={[
              { header: t.weekday, cell: ({ day }) => formatDay(day, language, 'weekday') },
              { header: t.people, cell: ({ people }) => round(people) },
              { header: t.checkedIn, cell: ({ checkedIn }) => round(checkedIn) },
              { header: t.noShow, cell: ({ noShow }) => round(noShow) },
              { header: t.rate, cell: (one) => rate(one.rate) },
              { header: t.days, cell: (one) => number(one.days) },
            ]}
          />
          <p class="hint">{t.averagesHint}</p>
        </section>
      )}
      <section>
        <h2>{t.table}</h2>
        <DataTable
          name={t.table}
          rows={days}
          rowKey={({ day }) => day}
          columns={[
            {
              header: t.day,
              cell: ({ day }) => (
                <Link href={addressOf('today', { day, timeZone })}>{formatDay(day, language, 'long')}</Link>
              ),
            },
            { header: t.booked, cell: ({ booked }) => number(booked) },
            { header: t.checkedIn, cell: ({ checkedIn }) => number(checkedIn) },
            { header: t.noShow, cell: ({ noShow }) => number(noShow) },
            { header: t.rate, cell: (one) => rate(one.rate) },
            { header: t.people, cell: ({ people }) => number(people) },
            {
              header: t.state,
              class: 'state',
              cell: (one) => isRunning(one, thisDay) && <Badge tone="info">{t.soFar}</Badge>,
            },
          ]}
        />
        <p class="hint">{t.definition}</p>
      </section>
    </>
  );
};
