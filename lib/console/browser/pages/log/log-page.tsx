import type { LogEntry } from '../../../../../shared/console-api/log.ts';
import { showInvisible } from '../../../../../shared/rules/outside-text.ts';
import { localMoment, startOfDay } from '../../components/local-day.ts';
import { EmptyState, NoMatch, PageHeader } from '../../components/page.tsx';
import { readUntilFound } from '../../components/read-pages.ts';
import { useList } from '../../components/use-load.ts';
import { type Cell, useDownload } from '../../components/download.tsx';
import { type TextsOf, useTexts } from '../../language/language.ts';
import { setQuery, useAddress } from '../../navigation/address.tsx';
import { useMember } from '../../api/connection.ts';
import { FILTERS, isValidFilter, type LogFilter, LogFilters } from './log-filters.tsx';
import { type LogNames, useLogNames } from './log-names.ts';
import { LogTable } from './log-table.tsx';

const nameIn = (names: Readonly<Record<string, string>>, code: string): string => names[code] ?? code;

/** An entry as a row of the CSV file. Results and actions are in words, and ids are replaced by known names. */
const toCells = (entry: LogEntry, t: TextsOf<'log'>, names: LogNames): readonly Cell[] => {
  const time = localMoment(entry.receivedAt);
  const clientOf = (id: string | undefined): string | undefined => id && (names.clients.get(id) ?? id);
  if (entry.kind === 'admin') {
    const { actor, target, userName, reason, action } = entry;
    const { userId, clientId } = target;
    const actorName = actor.through === 'sync' ? clientOf(actor.id) : (names.members.get(actor.id) ?? actor.id);
    const author = `${actorName} (${t.through[actor.through]})`;
    const client = clientOf(clientId === undefined ? undefined : String(clientId));
    return [time, nameIn(t.actionNames, action), userName ?? userId, client, author, undefined, undefined, reason];
  }
  const { userId, userName, identifiers, clientId, reader, checkinCount, code } = entry;
  const who =
    userName ??
    userId ??
    Object.values(identifiers)
      .map((one) => showInvisible(String(one)))
      .join(' ');
  return [time, nameIn(t.codes, code), who, clientOf(clientId), undefined, reader, checkinCount, undefined];
};

const clearFilters = (): void => setQuery(Object.fromEntries(FILTERS.map((name) => [name, ''])));

export const LogPage = () => {
  const t = useTexts('log');
  const { call } = useMember();
  const { query } = useAddress();
  const names = useLogNames();
  const filter = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? ''])) as LogFilter;
  const isValid = isValidFilter(filter);
  const isFiltered = FILTERS.some((name) => filter[name] !== '');
  const read = (limit: number) => (next: string | undefined, signal?: AbortSignal) =>
    // The period includes its last day, so it ends when the next day starts.
    call('listLog', {
      query: { ...filter, from: startOfDay(filter.from), until: startOfDay(filter.until, 1), next, limit },
      signal,
    });
  const list = useList<LogEntry>(JSON.stringify(filter), async (start, signal) =>
    isValid ? readUntilFound((next) => read(50)(next, signal), start) : { items: [] },
  );
  const download = useDownload<LogEntry>({
    fileName: 'log.csv',
    columns: t.csvColumns,
    read: read(100),
    toCells: (entry) => toCells(entry, t, names),
  });
  const hasEntries = isValid && (list.items ?? []).length > 0;
  const empty = isFiltered ? (
    <NoMatch onClear={clearFilters} />
  ) : (
    <EmptyState title={t.emptyTitle}>{t.empty}</EmptyState>
  );
  return (
    <>
      <PageHeader title={t.titles.log} intro={t.intro}>
        {hasEntries && download.link}
      </PageHeader>
      <LogFilters filter={filter} names={names} />
      {download.problem}
      {isValid && <LogTable name={t.titles.log} list={list} names={names} empty={empty} showsTimes />}
    </>
  );
};
