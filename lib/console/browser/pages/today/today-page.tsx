import { useLayoutEffect, useState } from 'preact/hooks';
import type { AttendanceRow } from '../../../../../shared/console-api/bookings.ts';
import type { ResponseOf } from '../../../../../shared/console-api/schemas.ts';
import { attendanceResults, bookingKinds } from '../../../../../shared/rules/bookings.ts';
import { useMay, useMember } from '../../api/connection.ts';
import { useAttendanceDownload } from '../../components/attendance-download.ts';
import { BookingName, CheckedIn, ResultBadge } from '../../components/booking-result.tsx';
import { DayField, SiteField, TimeZoneField } from '../../components/day-fields.tsx';
import { SelectField } from '../../components/field.tsx';
import { addDays, isDay, today } from '../../components/local-day.ts';
import { formatDay, formatMoment, Period } from '../../components/moment.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { EmptyState, NoMatch, PageHeader } from '../../components/page.tsx';
import { PersonWithDetail } from '../../components/people.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { type Column, ListTable, type ListTableProps } from '../../components/table.tsx';
import { useIsNarrow } from '../../components/use-is-narrow.ts';
import { useList, useLoad } from '../../components/use-load.ts';
import { useZoneInAddress } from '../../components/zone.ts';
import { useLanguage, useTexts } from '../../language/language.ts';
import { Link, setQuery, useAddress, useSearchText } from '../../navigation/address.tsx';
import { addressOf } from '../../navigation/page-id.ts';
import { RowAction } from './row-action.tsx';
import { Chart, Totals } from './summary.tsx';

const PAGE_SIZE = 100;
/** Larger than a page on the screen, so that a download needs few requests. */
const DOWNLOAD_PAGE_SIZE = 1_000;
const REFRESH_MS = 30_000;

/** A booking of the day, or a person whom the search found and who has none. */
type Row = AttendanceRow | (Pick<AttendanceRow, 'userId' | 'person'> & { readonly bookingId?: undefined });

const isBooking = (row: Row): row is AttendanceRow => row.bookingId !== undefined;

/** The attendance of a day. The page's URL contains the filters, but not the search text, which can identify a person. */
export const TodayPage = () => {
  const t = useTexts('today');
  const language = useLanguage();
  const { call } = useMember();
  const canImport = useMay('imports.run');
  const timeZone = useZoneInAddress();
  const isNarrow = useIsNarrow();
  const { query } = useAddress();
  const thisDay = today(timeZone);
  const day = query.get('day') ?? thisDay;
  const isValid = isDay(day);
  const kind = bookingKinds.find((one) => one === query.get('kind'));
  const result = attendanceResults.find((one) => one === query.get('result'));
  const site = query.get('site') ?? undefined;
  const filter = { day, timeZone, kind, result, site };
  const [q, setQ] = useSearchText();
  const isSearching = q !== '';

  const [updatedAt, setUpdatedAt] = useState(() => new Date().toISOString());
  /** The day of the rows, and their order. */
  const [shown, setShown] = useState<Pick<ResponseOf<'listAttendance'>, 'day' | 'order'>>();
  const summary = useLoad(JSON.stringify([day, timeZone, site]), async (signal) => {
    if (!isValid) return undefined;
    const current = await call('summariseAttendance', { query: { day, timeZone, site }, signal });
    setUpdatedAt(new Date().toISOString());
    return current;
  });
  const list = useList<Row>(JSON.stringify({ ...filter, q }), async (next, signal) => {
    if (!isValid) return { items: [] };
    const page = { ...filter, next, limit: PAGE_SIZE };
    const found = isSearching
      ? await call('searchAttendance', { body: { ...page, q }, signal })
      : { ...(await call('listAttendance', { query: page, signal })), withoutBooking: [] };
    setShown(found);
    return { items: [...found.items, ...found.withoutBooking], next: found.next };
  });
  const reload = (): void => {
    summary.reload();
    list.reload();
  };

  // Until the chosen day's rows have arrived, those of another day must not stand under its heading.
  const items = shown?.day === day ? list.items : undefined;
  const counted = summary.data?.day === day ? summary.data : undefined;
  const hasOnePage = (list.items?.length ?? 0) <= PAGE_SIZE;
  useLayoutEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      summary.reload();
      // After "Show more", the rows stay as they are, so that they do not move while somebody reads them.
      if (hasOnePage) list.reload();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [hasOnePage, summary.reload, list.reload]);

  const download = useAttendanceDownload({
    timeZone,
    fileName: `attendance-${day}.csv`,
    read: async (next, signal) => {
      const page = { ...filter, next, limit: DOWNLOAD_PAGE_SIZE };
      return isSearching
        ? call('searchAttendance', { body: { ...page, q }, signal })
        : call('listAttendance', { query: page, signal });
    },
  });

  const clearFilters = (): void => {
    setQuery({ kind: '', result: '', site: '' });
    setQ('');
  };
  const importLink = (
    <Link class="button" href={addressOf('import')}>
      {t.importLink}
    </Link>
  );
  const hasFilter = [kind, result, site].some((one) => one !== undefined);
  const empty = hasFilter ? (
    <NoMatch onClear={clearFilters} />
  ) : isSearching ? (
    <EmptyState title={t.nothingFound}>{t.findHint}</EmptyState>
  ) : (
    <EmptyState title={t.noBookings} action={canImport ? importLink : undefined}>
      {t.empty}
    </EmptyState>
  );
  const dayButton = (label: string, arrow: string, daysLater: number) => (
    <button
      type="button"
      aria-label={label}
      onClick={() => setQuery({ day: addDays(isValid ? day : thisDay, daysLater) })}
    >
      <span aria-hidden="true">{arrow}</span>
    </button>
  );
  const isToday = !isValid || day === thisDay;
  const filters = (
    <div class="toolbar">
      <DayField day={day} fallback={thisDay} />
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
      <SiteField sites={summary.data?.sites ?? []} site={site} />
      <div class="actions">{isValid && download.link}</div>
    </div>
  );
  const count = list.items?.filter(isBooking).length ?? 0;
  const withoutBooking = (list.items?.length ?? 0) - count;
  const foundText = (): string => {
    if (!isSearching || list.items === undefined || list.isLoading) return '';
    if (list.hasMore) return t.format(t.foundMore, { count });
    const bookings = t.format(t.found, { count });
    return withoutBooking > 0 ? `${bookings}, ${t.format(t.foundWithout, { count: withoutBooking })}` : bookings;
  };
  return (
    <>
      <PageHeader title={isToday ? t.titles.today : formatDay(day, language, 'long')} aside={<TimeZoneField />} />
      <SearchBox
        label={t.findPerson}
        hint={t.findHint}
        value={q}
        onChange={(value) => {
          setQ(value);
          // The results begin below the field, wherever the page was.
          scrollTo(0, 0);
        }}
        isSticky
        targets={['main tbody .row-action', 'main tbody a']}
        result={foundText()}
      />
      {isNarrow && (!isSearching || hasFilter) && (
        <details class="filters">
          <summary>{t.filters}</summary>
          {filters}
          {counted && <Chart quarters={counted.quarters} />}
        </details>
      )}
      {!isNarrow && filters}
      {download.problem}
      {isValid && (
        <>
          {list.error === undefined && <ErrorNotice error={summary.error} onRetry={reload} />}
          {!isSearching && counted && (
            <div class="summary">
              <Totals totals={counted.totals} result={result} />
              {!isNarrow && <Chart quarters={counted.quarters} />}
            </div>
          )}
          <AttendanceTable list={{ ...list, reload, items }} empty={empty} day={day} isToday={isToday} />
          {!isSearching && shown?.order === 'opening' && <p class="hint">{t.byOpening}</p>}
          <p class="hint">{t.format(t.updated, { time: formatMoment(updatedAt, language, 'time', timeZone) })}</p>
        </>
      )}
    </>
  );
};

interface AttendanceTableProps extends Pick<ListTableProps<Row>, 'list' | 'empty'> {
  readonly day: string;
  readonly isToday: boolean;
}

const AttendanceTable = ({ list, empty, day, isToday }: AttendanceTableProps) => {
  const t = useTexts('today');
  const canCheckIn = useMay('checkins.change');
  const action: Column<Row> = {
    header: t.actions,
    class: 'note action',
    cell: (row) => isBooking(row) && <RowAction row={row} onDone={list.reload} />,
  };
  return (
    <ListTable
      name={t.attendance}
      list={list}
      empty={empty}
      showsTimes
      rowKey={({ userId, bookingId }) => `${userId} ${bookingId}`}
      columns={[
        {
          header: t.person,
          cell: ({ userId, person }) => <PersonWithDetail {...person} id={userId} day={day} />,
        },
        {
          header: t.booking,
          class: 'note',
          cell: (row) =>
            isBooking(row) ? (
              <BookingName booking={row} />
            ) : (
              <span class="hint">{isToday ? t.noBookingToday : t.noBookings}</span>
            ),
        },
        { header: t.period, class: 'note', cell: (row) => isBooking(row) && <Period {...row} day={day} /> },
        { header: t.result, class: 'state', cell: (row) => isBooking(row) && <ResultBadge result={row.result} /> },
        { header: t.checkedIn, cell: (row) => isBooking(row) && <CheckedIn {...row} style="time" /> },
        ...(canCheckIn ? [action] : []),
      ]}
    />
  );
};
