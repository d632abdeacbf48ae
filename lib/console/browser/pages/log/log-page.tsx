import type { JSX } from 'preact';
import type { LogEntry } from '../../../../../shared/console-api/log.ts';
import { startOfDay } from '../../components/local-day.ts';
import { ZoneNote } from '../../components/moment.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { EmptyState, NoMatch, PageHeader } from '../../components/page-header.tsx';
import { Pager } from '../../components/pager.tsx';
import { useDownload } from '../../components/use-download.ts';
import { useList } from '../../components/use-list.ts';
import { useTexts } from '../../language/language.ts';
import { setQuery, useAddress } from '../../navigation/address.ts';
import { useMember } from '../../session/member.ts';
import { FILTERS, type LogFilter, LogFilters, isValidFilter } from './log-filters.tsx';
import { toCells } from './log-cells.ts';
import { logMessages } from './log-messages.ts';
import { useLogNames } from './log-names.ts';
import { LogTable } from './log-table.tsx';
import { readUntilFound } from '../../components/read-pages.ts';

const clearFilters = (): void => setQuery({ from: '', until: '', user: '', client: '', result: '' });

export const LogPage = (): JSX.Element => {
  const t = useTexts(logMessages);
  const { api } = useMember();
  const { query } = useAddress();
  const names = useLogNames();
  const filter = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? ''])) as LogFilter;
  const isValid = isValidFilter(filter);
  const isFiltered = FILTERS.some((name) => filter[name] !== '');
  const read = (limit: number) => (next: string | undefined, signal: AbortSignal) =>
    // The period includes the last day.
    api.listLog({ ...filter, from: startOfDay(filter.from), until: startOfDay(filter.until, 1), next, limit }, signal);
  const list = useList<LogEntry>(JSON.stringify(filter), async (start, signal) =>
    isValid ? readUntilFound((next) => read(50)(next, signal), start) : { items: [] },
  );
  const { error, onClick } = useDownload<LogEntry>({
    fileName: 'log.csv',
    columns: t.csvColumns,
    read: read(100),
    toCells: (entry) => toCells(entry, t, names),
  });
  const entries = isValid ? list.items : undefined;
  return (
    <>
      <PageHeader title={t.titles.log} intro={t.intro}>
        {entries !== undefined && entries.length > 0 && (
          <a class="button" href="#csv" download onClick={onClick}>
            {t.download}
          </a>
        )}
      </PageHeader>
      <LogFilters filter={filter} names={names} onChange={(name, value) => setQuery({ [name]: value })} />
      {error !== undefined && <ErrorNotice error={error} />}
      {entries?.length === 0 && !list.hasMore && isFiltered && <NoMatch onClear={clearFilters} />}
      {entries?.length === 0 && !list.hasMore && !isFiltered && <EmptyState title={t.emptyTitle}>{t.empty}</EmptyState>}
      {entries !== undefined && entries.length > 0 && <LogTable name={t.titles.log} entries={entries} names={names} />}
      {isValid && <Pager list={list} />}
      {entries !== undefined && entries.length > 0 && <ZoneNote />}
    </>
  );
};
