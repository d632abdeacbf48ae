import type { CheckinLogEntry, LogEntry } from '../../../../../shared/console-api/log.ts';
import { openDialog } from '../../components/dialog.tsx';
import { ListTable, type ListTableProps } from '../../components/table.tsx';
import { dayOf } from '../../components/local-day.ts';
import { formatDay, Moment } from '../../components/moment.tsx';
import { usePersonName } from '../../components/people.tsx';
import { useList } from '../../components/use-load.ts';
import { useLanguage, useTexts } from '../../language/language.ts';
import { UnknownBadge } from './badge-owner-dialog.tsx';
import { type LogNames, useLogNames } from './log-names.ts';
import { AdminSentence, CheckinSentence } from './log-sentence.tsx';
import { WhyDialog } from './why-dialog.tsx';
import { readUntilFound } from '../../components/read-pages.ts';
import { Link } from '../../navigation/address.tsx';
import { addressOf } from '../../navigation/page-id.ts';
import { useMember } from '../../api/connection.ts';

interface LogTableProps extends Pick<ListTableProps<LogEntry>, 'name' | 'list' | 'empty' | 'showsTimes'> {
  readonly names: LogNames;
}

/** Entries of the log by day, newest first. */
export const LogTable = ({ list, names, ...table }: LogTableProps) => {
  const t = useTexts('log');
  const language = useLanguage();
  return (
    <ListTable
      {...table}
      list={list}
      rowKey={(entry) => JSON.stringify(entry)}
      groupOf={({ receivedAt }) => formatDay(dayOf(receivedAt), language, 'long')}
      columns={[
        {
          header: t.columns.when,
          cell: ({ receivedAt }) => <Moment value={receivedAt} style="timeSeconds" />,
        },
        {
          header: t.columns.what,
          class: 'note',
          cell: (entry) =>
            entry.kind === 'admin' ? (
              <AdminSentence entry={entry} names={names} />
            ) : (
              <CheckinSentence entry={entry} names={names} />
            ),
        },
        {
          header: t.columns.details,
          class: 'note',
          cell: (entry) =>
            entry.kind === 'checkin' ? (
              <CheckinDetails entry={entry} />
            ) : (
              <>
                {entry.reason !== undefined && t.format(t.reason, { reason: entry.reason })}
                {entry.actor.through !== 'console' && <span class="sub">{t.through[entry.actor.through]}</span>}
              </>
            ),
        },
      ]}
    />
  );
};

const CheckinDetails = ({ entry }: { readonly entry: CheckinLogEntry }) => {
  const t = useTexts('log');
  const nameOf = usePersonName();
  const { userId, checkinCount } = entry;
  const openBookings = entry.bookings.filter((booking) => !('noShowAt' in booking));
  return (
    <>
      {openBookings.length > 0 && (
        <details class="hint">
          <summary>{t.format(t.bookings, { count: openBookings.length })}</summary>
          <span class="sub">
            {openBookings.map(({ bookingId }) => bookingId).join(', ')}
            {entry.moreBookings !== undefined && ` ${t.format(t.more, { count: entry.moreBookings })}`}
          </span>
        </details>
      )}
      {entry.at !== entry.receivedAt && (
        <span class="sub">
          {t.forMoment} <Moment value={entry.at} style="seconds" />
        </span>
      )}
      {userId !== undefined && entry.statusCode === 200 && checkinCount === 0 && (
        <button
          type="button"
          class="quiet"
          aria-label={`${t.explain} ${nameOf({ id: userId, name: entry.userName })}`}
          onClick={() => openDialog(<WhyDialog entry={{ ...entry, userId }} />)}
        >
          {t.explain}
        </button>
      )}
      {entry.code === 'user_not_found' && entry.identifiers.uid !== undefined && (
        <UnknownBadge badge={entry.identifiers.uid} />
      )}
    </>
  );
};

interface LastEntriesProps {
  /** The filters of the page Log. */
  readonly filter: Readonly<Record<string, string>>;
  readonly kind?: 'checkin';
  readonly limit: number;
  readonly title: string;
  /** The text if there are no entries. */
  readonly none: string;
  /** The text of the link to all entries. */
  readonly all: string;
}

/** The newest entries of the log about a person or an API client. Swipes without a check-in have a button "Why?". */
export const LastEntries = ({ filter, kind, limit, title, none, all }: LastEntriesProps) => {
  const { call } = useMember();
  const names = useLogNames();
  const list = useList(JSON.stringify(filter), async (_, signal) => {
    const { items } = await readUntilFound((next) =>
      call('listLog', { query: { ...filter, kind, next, limit }, signal }),
    );
    return { items };
  });
  return (
    <section>
      <h2>{title}</h2>
      <LogTable name={title} list={list} names={names} empty={<p class="hint">{none}</p>} />
      <p>
        <Link href={addressOf('log', filter)}>{all}</Link>
      </p>
    </section>
  );
};
