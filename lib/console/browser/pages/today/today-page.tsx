import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AttendanceRow } from '../../../../../shared/console-api/attendance.ts';
import { isDay, localMoment, today } from '../../components/local-day.ts';
import { formatDay, formatMoment, viewerZone } from '../../components/moment.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { EmptyState, NoMatch, PageHeader } from '../../components/page-header.tsx';
import { attendanceResults, bookingKinds } from '../../../../../shared/rules/bookings.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { useDownload } from '../../components/use-download.ts';
import { useList } from '../../components/use-list.ts';
import { useLoad } from '../../components/use-load.ts';
import { useLanguage, useTexts } from '../../language/language.ts';
import { setQuery, useAddress } from '../../navigation/address.ts';
import { Link } from '../../navigation/link.tsx';
import { addressOf } from '../../navigation/page-id.ts';
import { useMay, useMember } from '../../session/member.ts';
import { AttendanceTable } from './attendance-table.tsx';
import { Summary } from './summary.tsx';
import { TodayFilters } from './today-filters.tsx';
import { todayMessages } from './today-messages.ts';

const PAGE_SIZE = 100;
const REFRESH_MS = 30_000;

export const TodayPage = (): JSX.Element => {
  const t = useTexts(todayMessages);
  const language = useLanguage();
  const { api } = useMember();
  const canImport = useMay('imports.run');
  const { query } = useAddress();
  const day = query.get('day') ?? today();
  const isValid = isDay(day);
  const kind = bookingKinds.find((one) => one === query.get('kind'));
  const result = attendanceResults.find((one) => one === query.get('result'));
  const filter = { day, timeZone: viewerZone(), kind, result };
  const [q, setQ] = useState('');
  const key = JSON.stringify({ ...filter, q });

  const [updatedAt, setUpdatedAt] = useState(() => new Date().toISOString());
  const summary = useLoad(day, async (signal) => {
    if (!isValid) return undefined;
    const read = await api.summariseAttendance({ day, timeZone: filter.timeZone }, signal);
    setUpdatedAt(new Date().toISOString());
    return read;
  });
  const read = (next: string | undefined, signal: AbortSignal) =>
    q === ''
      ? api.listAttendance({ ...filter, next, limit: PAGE_SIZE }, signal)
      : api.searchAttendance({ ...filter, next, limit: PAGE_SIZE, q }, signal);
  const list = useList<AttendanceRow>(key, async (next, signal) => (isValid ? read(next, signal) : { items: [] }));
  const reload = (): void => {
    summary.reload();
    list.reload();
  };

  const isOnFirstPage = (list.items?.length ?? 0) <= PAGE_SIZE;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      summary.reload();
      // Pages that were loaded on request stay as they are, so that rows do not move while they are read.
      if (isOnFirstPage) list.reload();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isOnFirstPage, summary.reload, list.reload]);

  const { error: downloadError, onClick: download } = useDownload<AttendanceRow>({
    fileName: `attendance-${day}.csv`,
    columns: t.csvColumns,
    read,
    toCells: (row) => [
      row.userName,
      row.uid,
      row.email,
      row.name,
      t.kinds[row.kind],
      localMoment(row.checkinOpensAt),
      localMoment(row.noShowAt),
      t.results[row.result],
      row.checkedInAt && localMoment(row.checkedInAt),
      row.reader,
      row.userId,
      row.bookingId,
    ],
  });

  const isFiltered = q !== '' || kind !== undefined || result !== undefined;
  const clearFilters = (): void => {
    setQuery({ kind: '', result: '' });
    setQ('');
  };
  const importLink = (
    <Link class="button" href={addressOf('import')}>
      {t.importLink}
    </Link>
  );
  const empty = isFiltered ? (
    <NoMatch onClear={clearFilters} />
  ) : (
    <EmptyState title={t.noBookings} action={canImport ? importLink : undefined}>
      {t.empty}
    </EmptyState>
  );
  return (
    <>
      <PageHeader
        title={!isValid || day === today() ? t.titles.today : formatDay(day, language, 'long')}
        intro={t.intro}
      >
        {isValid && (
          <a class="button" href="#csv" download onClick={download}>
            {t.download}
          </a>
        )}
      </PageHeader>
      <TodayFilters day={day} kind={kind} result={result} />
      {isValid && (
        <>
          {summary.error !== undefined && list.error === undefined && (
            <ErrorNotice error={summary.error} onRetry={reload} />
          )}
          {downloadError !== undefined && <ErrorNotice error={downloadError} />}
          {summary.data !== undefined && <Summary summary={summary.data} result={result} />}
          <SearchBox
            label={t.find}
            value={q}
            onChange={setQ}
            result={q === '' || list.items === undefined || list.isLoading ? '' : t.found(list.items.length)}
          />
          <AttendanceTable list={{ ...list, reload }} empty={empty} day={day} />
          <p class="hint">{t.updated(formatMoment(updatedAt, language, 'time'))}</p>
        </>
      )}
    </>
  );
};
