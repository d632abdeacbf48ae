import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AdminLogEntry, CheckinLogEntry, LogEntry } from '../../../../../shared/console-api/log.ts';
import { DataTable } from '../../components/data-table.tsx';
import { startOfDay } from '../../components/local-day.ts';
import { Moment, ZoneNote } from '../../components/moment.tsx';
import { Badge, EmptyState, PageHeader } from '../../components/page-header.tsx';
import { Pager } from '../../components/pager.tsx';
import { useList } from '../../components/use-list.ts';
import { useMessages } from '../../language/language.ts';
import { setQuery, useAddress } from '../../navigation/address.ts';
import { Link } from '../../navigation/link.tsx';
import { addressOf, addressOfOne } from '../../navigation/page-id.ts';
import { pageTitles } from '../../navigation/page-titles.ts';
import { useMay, useMember } from '../../session/member.ts';
import { FILTERS, type LogFilter, LogFilters, isValidFilter } from './log-filters.tsx';
import { logMessages } from './log-messages.ts';
import { readEntries } from './read-entries.ts';
import { WhyDialog } from './why-dialog.tsx';

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
  const { api } = useMember();
  const isFiltered = FILTERS.some((name) => filter[name] !== '');
  // The period includes the last day.
  const period = { from: startOfDay(filter.from), until: startOfDay(filter.until, 1) };
  const list = useList<LogEntry>(JSON.stringify(filter), (start, signal) =>
    readEntries((next) => api.listLog({ ...filter, ...period, next, limit: 50 }, signal), start),
  );
  return (
    <>
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
      {list.items !== undefined && list.items.length > 0 && (
        <>
          <DataTable
            name={titles.log}
            rows={list.items}
            rowKey={(entry) => JSON.stringify(entry)}
            columns={[
              { header: t.columns.when, cell: ({ receivedAt }) => <Moment value={receivedAt} style="seconds" /> },
              { header: t.columns.what, cell: (entry) => <What entry={entry} /> },
              { header: t.columns.who, cell: (entry) => <Who entry={entry} /> },
              {
                header: t.columns.about,
                cell: (entry) => (entry.kind === 'checkin' ? <Person entry={entry} /> : <Target entry={entry} />),
              },
              {
                header: t.columns.details,
                cell: (entry) =>
                  entry.kind === 'checkin' ? <CheckinDetails entry={entry} /> : <ChangeDetails entry={entry} />,
              },
            ]}
          />
          <ZoneNote />
        </>
      )}
      <Pager list={list} />
    </>
  );
};

const textOf = (names: Readonly<Record<string, string>>, code: string): string => names[code] ?? code;

const What = ({ entry }: { readonly entry: LogEntry }): JSX.Element => {
  const t = useMessages(logMessages);
  if (entry.kind === 'admin') return <>{textOf(t.actionNames, entry.action)}</>;
  const tone = entry.code === 'checked_in' ? 'good' : entry.statusCode === 200 ? 'plain' : 'warn';
  return (
    <>
      <Badge tone={tone}>{textOf(t.codes, entry.code)}</Badge>
      {entry.repeated === true && <span class="sub">{t.repeated}</span>}
    </>
  );
};

const ClientLink = ({ clientId }: { readonly clientId: string }): JSX.Element => {
  const t = useMessages(logMessages);
  const shown = clientId.length > 14 ? `${clientId.slice(0, 12)}…` : clientId;
  const title = t.client(clientId);
  if (!useMay('clients.read'))
    return (
      <span class="code" title={title}>
        {shown}
      </span>
    );
  return (
    <Link href={addressOfOne('clients', clientId)} title={title} class="code">
      {shown}
    </Link>
  );
};

const Who = ({ entry }: { readonly entry: LogEntry }): JSX.Element => {
  const t = useMessages(logMessages);
  if (entry.kind === 'admin')
    return (
      <>
        <span class="clip" title={entry.actor.id}>
          {entry.actor.id}
        </span>
        <span class="sub">{t.through[entry.actor.through]}</span>
      </>
    );
  return (
    <>
      <ClientLink clientId={entry.clientId} />
      {entry.reader !== undefined && <span class="sub">{t.reader(entry.reader)}</span>}
    </>
  );
};

const UserLink = ({ userId }: { readonly userId: number | string }): JSX.Element => {
  const t = useMessages(logMessages);
  return <Link href={addressOf('users', { user: String(userId) })}>{t.user(userId)}</Link>;
};

const Person = ({ entry }: { readonly entry: CheckinLogEntry }): JSX.Element => {
  const t = useMessages(logMessages);
  if (entry.userId !== undefined) return <UserLink userId={entry.userId} />;
  const sent = Object.entries(entry.identifiers ?? {}).map(([name, value]) => `${name} ${value}`);
  return (
    <>
      {sent.join(', ')} <span class="sub">{t.unknownUser}</span>
    </>
  );
};

const CheckinDetails = ({ entry }: { readonly entry: CheckinLogEntry }): JSX.Element => {
  const t = useMessages(logMessages);
  const [isOpen, setIsOpen] = useState(false);
  const { userId } = entry;
  const open = entry.bookings.filter((booking) => !('noShowAt' in booking));
  return (
    <>
      {(entry.checkinCount ?? 0) > 0 && t.count(entry.checkinCount ?? 0)}
      {open.length > 0 && (
        <span class="sub">
          {open.map(({ bookingId }) => bookingId).join(', ')}
          {entry.moreBookings !== undefined && ` ${t.more(entry.moreBookings)}`}
        </span>
      )}
      {entry.at !== entry.receivedAt && (
        <span class="sub">
          {t.forMoment} <Moment value={entry.at} style="seconds" />
        </span>
      )}
      {userId !== undefined && entry.statusCode === 200 && entry.checkinCount === 0 && (
        <button type="button" class="quiet" aria-label={t.explainOf(userId)} onClick={() => setIsOpen(true)}>
          {t.explain}
        </button>
      )}
      {isOpen && userId !== undefined && <WhyDialog entry={{ ...entry, userId }} onClose={() => setIsOpen(false)} />}
    </>
  );
};

const Target = ({ entry }: { readonly entry: AdminLogEntry }): JSX.Element => {
  const { userId, clientId, ...others } = entry.target;
  return (
    <>
      {userId !== undefined && <UserLink userId={userId} />}
      {clientId !== undefined && <ClientLink clientId={String(clientId)} />}
      {Object.entries(others).map(([name, value]) => (
        <span key={name} class="sub clip" title={String(value)}>
          {String(value)}
        </span>
      ))}
    </>
  );
};

const ChangeDetails = ({ entry }: { readonly entry: AdminLogEntry }): JSX.Element => {
  const t = useMessages(logMessages);
  const names = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])];
  const changes = names.filter((name) => JSON.stringify(entry.before?.[name]) !== JSON.stringify(entry.after?.[name]));
  return (
    <>
      {entry.reason !== undefined && <span>{t.reason(entry.reason)}</span>}
      {changes.map((name) => (
        <span key={name} class="sub code">
          {name}: {entry.before !== undefined && `${plain(entry.before[name])} → `}
          {plain(entry.after?.[name])}
        </span>
      ))}
    </>
  );
};

const plain = (value: unknown): string =>
  value === undefined ? '—' : typeof value === 'string' ? value : JSON.stringify(value);
