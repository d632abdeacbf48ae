import { useLayoutEffect, useState } from 'preact/hooks';
import type { AttendanceRow } from '../../../../../shared/console-api/bookings.ts';
import { attendanceResults, bookingKinds } from '../../../../../shared/rules/bookings.ts';
import { BookingName, CheckedIn, ResultBadge } from '../../components/booking-result.tsx';
import { DayField, SelectField } from '../../components/field.tsx';
import { ListTable } from '../../components/table.tsx';
import { addDays, isDay, localMoment, today } from '../../components/local-day.ts';
import { formatDay, formatMoment, Period, viewerZone } from '../../components/moment.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { EmptyState, NoMatch, PageHeader } from '../../components/page.tsx';
import { PersonLink } from '../../components/people.tsx';
import { type Cell, useDownload } from '../../components/download.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { useList, useLoad } from '../../components/use-load.ts';
import { useLanguage, useTexts } from '../../language/language.ts';
import { Link, setQuery, useAddress } from '../../navigation/address.tsx';
import { addressOf } from '../../navigation/page-id.ts';
import { useMay, useMember } from '../../api/connection.ts';
import { Summary } from './summary.tsx';

const PAGE_SIZE = 100;
const REFRESH_MS = 30_000;

/** The attendance of a day. The page's URL contains the filters, but not the search text, which can identify a person. */
export const TodayPage = () => {
  const t = useTexts('today');
  const language = useLanguage();
  const { call } = useMember();
  const canImport = useMay('imports.run');
  const { query } = useAddress();
  const day = query.get('day') ?? today();
  const isValid = isDay(day);
  const kind = bookingKinds.find((one) => one === query.get('kind'));
  const result = attendanceResults.find((one) => one === query.get('result'));
  const filter = { day, timeZone: viewerZone(), kind, result };
  const [q, setQ] = useState('');

  const [updatedAt, setUpdatedAt] = useState(() => new Date().toISOString());
  const summary = useLoad(day, async (signal) => {
    if (!isValid) return undefined;
    const current = await call('summariseAttendance', { query: { day, timeZone: filter.timeZone }, signal });
    setUpdatedAt(new Date().toISOString());
    return current;
  });
  const read = (next: string | undefined, signal?: AbortSignal) =>
    q === ''
      ? call('listAttendance', { query: { ...filter, next, limit: PAGE_SIZE }, signal })
      : call('searchAttendance', { body: { ...filter, next, limit: PAGE_SIZE, q }, signal });
  const list = useList<AttendanceRow>(JSON.stringify({ ...filter, q }), async (next, signal) =>
    isValid ? read(next, signal) : { items: [] },
  );
  const reload = (): void => {
    summary.reload();
    list.reload();
  };

  const isOnFirstPage = (list.items?.length ?? 0) <= PAGE_SIZE;
  useLayoutEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      summary.reload();
      // After "Show more", the rows stay as they are, so that they do not move while somebody reads them.
      if (isOnFirstPage) list.reload();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isOnFirstPage, summary.reload, list.reload]);

  const downloadColumns: readonly (readonly [header: string, cellOf: (row: AttendanceRow) => Cell])[] = [
    [t.name, (row) => row.person.name],
    [t.badge, (row) => row.person.uid],
    [t.email, (row) => row.person.email],
    [t.place, (row) => row.name],
    [t.kind, (row) => t.kinds[row.kind]],
    [t.opens, (row) => localMoment(row.checkinOpensAt)],
    [t.until, (row) => localMoment(row.noShowAt)],
    [t.result, (row) => t.results[row.result]],
    [t.checkedIn, (row) => row.checkedInAt && localMoment(row.checkedInAt)],
    [t.reader, (row) => row.reader],
    [t.userId, (row) => row.userId],
    [t.bookingId, (row) => row.bookingId],
  ];
  const download = useDownload<AttendanceRow>({
    fileName: `attendance-${day}.csv`,
    columns: downloadColumns.map(([header]) => header),
    read,
    toCells: (row) => downloadColumns.map(([, cellOf]) => cellOf(row)),
  });

  const clearFilters = (): void => {
    setQuery({ kind: '', result: '' });
    setQ('');
  };
  const importLink = (
    <Link class="button" href={addressOf('import')}>
      {t.importLink}
    </Link>
  );
  const isFiltered = q !== '' || kind !== undefined || result !== undefined;
  const empty = isFiltered ? (
    <NoMatch onClear={clearFilters} />
  ) : (
    <EmptyState title={t.noBookings} action={canImport ? importLink : undefined}>
      {t.empty}
    </EmptyState>
  );
  const dayButton = (label: string, arrow: string, daysLater: number) => (
    <button
      type="button"
      aria-label={label}
      onClick={() => setQuery({ day: addDays(isValid ? day : today(), daysLater) })}
    >
      <span aria-hidden="true">{arrow}</span>
    </button>
  );
  return (
    <>
      <PageHeader
        title={!isValid || day === today() ? t.titles.today : formatDay(day, language, 'long')}
        intro={t.intro}
      >
        {isValid && download.link}
      </PageHeader>
      <div class="toolbar">
        <DayField day={day} />
        <div class="actions">
          {dayButton(t.previous, '←', -1)}
          {dayButton(t.next, '→', 1)}
        </div>
        <SelectField
          label={t.kind}
          value={kind ?? ''}
          onChange={(value) => setQuery({ kind: value })}
          options={[['', t.all], ...bookingKinds.map((one) => [one, t.kinds[one]] as const)]}
        />
        <SelectField
          label={t.result}
          value={result ?? ''}
          onChange={(value) => setQuery({ result: value })}
          options={[['', t.all], ...attendanceResults.map((one) => [one, t.results[one]] as const)]}
        />
      </div>
      {isValid && (
        <>
          {list.error === undefined && <ErrorNotice error={summary.error} onRetry={reload} />}
          {download.problem}
          {summary.data !== undefined && <Summary summary={summary.data} result={result} />}
          <SearchBox
            label={t.find}
            value={q}
            onChange={setQ}
            result={
              q === '' || list.items === undefined || list.isLoading
                ? ''
                : t.format(t.found, { count: list.items.length })
            }
          />
          <ListTable
            name={t.attendance}
            list={{ ...list, reload }}
            empty={empty}
            showsTimes
            rowKey={({ userId, bookingId }) => `${userId} ${bookingId}`}
            columns={[
              {
                header: t.person,
                cell: ({ userId, person }) => <PersonLink {...person} id={userId} day={day} />,
              },
              { header: t.booking, class: 'note', cell: (booking) => <BookingName booking={booking} /> },
              { header: t.period, class: 'note', cell: (row) => <Period {...row} day={day} /> },
              { header: t.result, class: 'state', cell: (row) => <ResultBadge result={row.result} /> },
              { header: t.checkedIn, cell: (row) => <CheckedIn {...row} style="time" /> },
            ]}
          />
          <p class="hint">{t.format(t.updated, { time: formatMoment(updatedAt, language, 'time') })}</p>
        </>
      )}
    </>
  );
};
