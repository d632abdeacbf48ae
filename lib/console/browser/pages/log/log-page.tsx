import type { LogEntry } from '../../../../../shared/console-api/log.ts';
import { today } from '../../components/local-day.ts';
import { startOfDay, startOfHour } from '../../components/local-time.ts';
import { TimeZoneField } from '../../components/day-fields.tsx';
import { useZoneInAddress } from '../../components/zone.ts';
import { EmptyState, NoMatch, PageHeader } from '../../components/page.tsx';
import { readUntilFound } from '../../components/read-pages.ts';
import { useList } from '../../components/use-load.ts';
import { useDownload } from '../../components/download.tsx';
import { setQuery, useAddress } from '../../navigation/address.tsx';
import { useMember } from '../../api/connection.ts';
import { FIRST_LOG_ROWS } from '../../api/first-read.ts';
import { foldRetries, type LogRow } from './fold-retries.ts';
import { csvHeadings, toCells } from './log-csv.ts';
import { FILTERS, isValidFilter, type LogFilter, LogFilters } from './log-filters.tsx';
import { LogTable } from './log-table.tsx';
import { useWords } from './use-words.ts';

const clearFilters = (): void => setQuery(Object.fromEntries(FILTERS.map((name) => [name, ''])));

/** The end of the last day, or of the chosen hour of that day: the log shows newest entries first, so the hour comes first. */
const endOf = ({ from, until, hour }: LogFilter, timeZone: string): string | undefined =>
  hour === ''
    ? startOfDay(until, 1, timeZone)
    : startOfHour(until || from || today(timeZone), Number(hour) + 1, timeZone);

const MORE_ROWS = 50;
/** As many as the API returns at once, so that a download needs few requests. */
const DOWNLOAD_ROWS = 100;

export const LogPage = () => {
  const words = useWords();
  const { t } = words;
  const { call } = useMember();
  const { query } = useAddress();
  const filter = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? ''])) as LogFilter;
  const timeZone = useZoneInAddress();
  const isValid = isValidFilter(filter);
  const isFiltered = FILTERS.some((name) => filter[name] !== '');
  const { hour: _, ...parameters } = filter;
  /** Returns the function that reads a page of at most `limit` entries. */
  const readerOf = (limit: number) => (next: string | undefined, signal?: AbortSignal) =>
    call('listLog', {
      query: { ...parameters, from: startOfDay(filter.from, 0, timeZone), until: endOf(filter, timeZone), next, limit },
      signal,
    });
  const list = useList<LogEntry>(JSON.stringify([filter, timeZone]), async (start, signal) => {
    const limit = start === undefined ? FIRST_LOG_ROWS : MORE_ROWS;
    return isValid ? readUntilFound((next) => readerOf(limit)(next, signal), start) : { items: [] };
  });
  const download = useDownload<LogEntry, LogRow>({
    fileName: 'log.csv',
    columns: csvHeadings(t, timeZone),
    read: readerOf(DOWNLOAD_ROWS),
    toRows: foldRetries,
    toCells: (row) => toCells(row, words, timeZone),
  });
  const hasEntries = isValid && (list.items ?? []).length > 0;
  const empty = isFiltered ? (
    <NoMatch onClear={clearFilters} />
  ) : (
    <EmptyState title={t.emptyTitle}>{t.empty}</EmptyState>
  );
  return (
    <>
      <PageHeader title={t.titles.log} intro={t.intro} aside={<TimeZoneField />}>
        {hasEntries && download.link}
      </PageHeader>
      <LogFilters filter={filter} />
      {download.problem}
      {isValid && <LogTable name={t.titles.log} list={list} empty={empty} showsTimes />}
    </>
  );
};
