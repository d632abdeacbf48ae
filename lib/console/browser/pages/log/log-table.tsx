import type { AuditLogEntry, CheckinLogEntry, LogEntry } from '../../../../../shared/console-api/log.ts';
import { openDialog } from '../../components/dialog.tsx';
import { ListTable, type ListTableProps } from '../../components/table.tsx';
import { dayOf } from '../../components/local-day.ts';
import { formatDay, Moment } from '../../components/moment.tsx';
import { useZone } from '../../components/zone.ts';
import { usePersonName } from '../../components/people.tsx';
import { useList } from '../../components/use-load.ts';
import { useTexts } from '../../language/language.ts';
import { UnknownBadge } from './badge-owner-dialog.tsx';
import { reasonOf, sentenceOf } from './describe-entry.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { foldRetries, type LogRow } from './fold-retries.ts';
import { AdminSentence, CheckinSentence } from './log-sentence.tsx';
import { useWords } from './use-words.ts';
import { WhyDialog } from './why-dialog.tsx';
import { readUntilFound } from '../../components/read-pages.ts';
import { Link } from '../../navigation/address.tsx';
import { addressOf } from '../../navigation/page-id.ts';
import { useMember } from '../../api/connection.ts';

/** Entries of the log by day, newest first. */
export const LogTable = ({
  list,
  ...table
}: Pick<ListTableProps<LogEntry>, 'name' | 'list' | 'empty' | 'showsTimes'>) => {
  const words = useWords();
  const { t, language } = words;
  const timeZone = useZone();
  return (
    <ListTable<LogRow>
      {...table}
      list={{ ...list, items: list.items && foldRetries(list.items) }}
      rowKey={(entry) => JSON.stringify(entry)}
      groupOf={({ receivedAt }) => formatDay(dayOf(receivedAt, timeZone), language, 'long')}
      columns={[
        {
          header: t.columns.when,
          cell: ({ receivedAt }) => <Moment value={receivedAt} style="timeSeconds" />,
        },
        {
          header: t.columns.what,
          class: 'note',
          cell: (entry) =>
            entry.kind === 'admin' ? <AdminSentence entry={entry} /> : <CheckinSentence entry={entry} />,
        },
        {
          header: t.columns.details,
          class: 'note',
          cell: (entry) => (
            <>
              {entry.kind === 'admin' ? <ActionNotes entry={entry} /> : <SwipeNotes entry={entry} />}
              <button
                type="button"
                class="quiet"
                aria-label={t.format(t.detail.open, { sentence: sentenceOf(entry, words) })}
                onClick={() => openDialog(<EntryDialog entry={entry} />)}
              >
                {t.detail.button}
              </button>
            </>
          ),
        },
      ]}
    />
  );
};

const ActionNotes = ({ entry }: { readonly entry: AuditLogEntry }) => {
  const words = useWords();
  const { t } = words;
  const reason = reasonOf(entry, words);
  return (
    <>
      {reason !== undefined && <p class="hint">{t.format(t.reason, { reason })}</p>}
      {entry.actor.through !== 'console' && <span class="sub">{t.through[entry.actor.through]}</span>}
    </>
  );
};

const SwipeNotes = ({ entry }: { readonly entry: CheckinLogEntry }) => {
  const t = useTexts('log');
  const nameOf = usePersonName();
  const { userId, checkinCount } = entry;
  // If no booking was open, the log has those nearby, with their periods.
  const openBookings = entry.bookings.filter((booking) => !('noShowAt' in booking));
  return (
    <>
      {openBookings.length > 0 && (
        <p class="hint">{t.format(t.bookings, { count: openBookings.length + (entry.moreBookings ?? 0) })}</p>
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
      {entry.code === 'user_not_found' && !entry.differentPeople && entry.identifiers.uid !== undefined && (
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
  const list = useList(JSON.stringify(filter), async (_, signal) => {
    const { items } = await readUntilFound((next) =>
      call('listLog', { query: { ...filter, kind, next, limit }, signal }),
    );
    return { items };
  });
  return (
    <section>
      <h2>{title}</h2>
      <LogTable name={title} list={list} empty={<p class="hint">{none}</p>} />
      <p>
        <Link href={addressOf('log', filter)}>{all}</Link>
      </p>
    </section>
  );
};
