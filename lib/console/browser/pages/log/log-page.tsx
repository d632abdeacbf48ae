import type { JSX } from 'preact';
import type { LogEntry } from '../../../../../shared/console-api/log.ts';
import { componentMessages } from '../../components/component-messages.ts';
import { startOfDay } from '../../components/local-day.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { EmptyState, PageHeader } from '../../components/page-header.tsx';
import { Pager } from '../../components/pager.tsx';
import { useDownload } from '../../components/use-download.ts';
import { useList } from '../../components/use-list.ts';
import { useMessages } from '../../language/language.ts';
import { setQuery, useAddress } from '../../navigation/address.ts';
import { pageTitles } from '../../navigation/page-titles.ts';
import { useMember } from '../../session/member.ts';
import { FILTERS, type LogFilter, LogFilters, isValidFilter } from './log-filters.tsx';
import { toCells } from './log-cells.ts';
import { logMessages } from './log-messages.ts';
import { LogTable } from './log-table.tsx';
import { readEntries } from './read-entries.ts';

const removeFilters = (): void => setQuery({ from: '', until: '', user: '', client: '', result: '' });

export const LogPage = (): JSX.Element => {
  const t = useMessages(logMessages);
  const titles = useMessages(pageTitles);
  const { query } = useAddress();
  const filter = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? ''])) as LogFilter;
  return (
    <>
      <PageHeader title={titles.log} intro={t.intro} />
      <LogFilters filter={filter} onChange={(name, value) => setQuery({ [name]: value })} />
      {isValidFilter(filter) && <LogEntries filter={filter} />}
    </>
  );
};

const LogEntries = ({ filter }: { readonly filter: LogFilter }): JSX.Element => {
  const t = useMessages(logMessages);
  const titles = useMessages(pageTitles);
  const common = useMessages(componentMessages);
  const { api } = useMember();
  const isFiltered = FILTERS.some((name) => filter[name] !== '');
  // The period includes the last day.
  const period = { from: startOfDay(filter.from), until: startOfDay(filter.until, 1) };
  const list = useList<LogEntry>(JSON.stringify(filter), (start, signal) =>
    readEntries((next) => api.listLog({ ...filter, ...period, next, limit: 50 }, signal), start),
  );
  const { error, onClick } = useDownload<LogEntry>({
    fileName: 'log.csv',
    columns: t.csvColumns,
    read: (next, signal) => api.listLog({ ...filter, ...period, next, limit: 100 }, signal),
    toCells: (entry) => toCells(entry, t),
  });
  return (
    <>
      {list.items !== undefined && list.items.length > 0 && (
        <p>
          <a class="button" href="#csv" download onClick={onClick}>
            {common.download}
          </a>
        </p>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      {list.items?.length === 0 && !list.hasMore && (
        <EmptyState title={isFiltered ? t.noMatchTitle : t.emptyTitle}>
          <p>{isFiltered ? t.noMatch : t.empty}</p>
          {isFiltered && (
            <div class="actions">
              <button type="button" onClick={removeFilters}>
                {t.clear}
              </button>
            </div>
          )}
        </EmptyState>
      )}
      {list.items !== undefined && list.items.length > 0 && <LogTable name={titles.log} entries={list.items} />}
      <Pager list={list} />
    </>
  );
};
