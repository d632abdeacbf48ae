import type { AuditLogEntry, CheckinLogEntry } from '../../../../../shared/console-api/log.ts';
import { useMember } from '../../api/connection.ts';
import { closeDialog, Dialog } from '../../components/dialog.tsx';
import { Moment, ZoneNote } from '../../components/moment.tsx';
import { Loaded } from '../../components/notice.tsx';
import { readUntilFound } from '../../components/read-pages.ts';
import { DataTable, Facts, ListTable } from '../../components/table.tsx';
import { useList, useLoad } from '../../components/use-load.ts';
import { Badges, PersonLink } from '../../components/people.tsx';
import { Link } from '../../navigation/address.tsx';
import { addressOf } from '../../navigation/page-id.ts';
import {
  changesOf,
  describeSwiper,
  nameOfActor,
  nameOfResult,
  reasonOf,
  targetsOf,
  type ShownChange,
} from './describe-entry.ts';
import type { LogRow } from './fold-retries.ts';
import { AdminSentence, LinkedPart } from './log-sentence.tsx';
import { useWords } from './use-words.ts';

/** Everything about an entry of the log. */
export const EntryDialog = ({ entry }: { readonly entry: LogRow }) => {
  const { t } = useWords();
  return (
    <Dialog title={t.detail.title}>
      {entry.kind === 'admin' ? <ActionDetails entry={entry} /> : <SwipeDetails entry={entry} />}
      <ZoneNote />
      <div class="dialog-actions">
        <button type="button" autofocus onClick={closeDialog}>
          {t.close}
        </button>
      </div>
    </Dialog>
  );
};

const ActionDetails = ({ entry }: { readonly entry: AuditLogEntry }) => {
  const words = useWords();
  const { t } = words;
  const { actor, action, receivedAt, requestId, fileName, target } = entry;
  const changes = changesOf(entry, words);
  const who = nameOfActor(entry);
  return (
    <>
      <p>
        <AdminSentence entry={entry} />
      </p>
      <Facts
        facts={[
          [t.detail.when, <Moment value={receivedAt} style="seconds" />],
          [t.detail.who, who === actor.id ? who : `${who} (${actor.id})`],
          [t.detail.through, t.through[actor.through]],
          [t.detail.reasonLabel, reasonOf(entry, words)],
          [t.detail.file, fileName],
          ...targetsOf(entry, words).map(
            ({ label, part, id }) =>
              [
                label,
                <>
                  <LinkedPart part={part} />
                  {id !== undefined && ` (${id})`}
                </>,
              ] as const,
          ),
          [t.detail.code, action],
          [t.detail.requestId, requestId],
        ]}
      />
      {changes.length > 0 && <Changes changes={changes} />}
      {/* Only an import of people creates or changes people. */}
      {entry.import && action.startsWith('users.') && typeof target['importId'] === 'string' && (
        <>
          <NewPeople importId={target['importId']} />
          <ImportChanges importId={target['importId']} from={receivedAt} lastAt={entry.import.lastAt} />
        </>
      )}
    </>
  );
};

const Changes = ({ changes }: { readonly changes: readonly ShownChange[] }) => {
  const { t } = useWords();
  const isErased = changes.some(({ before }) => before === undefined);
  return (
    <>
      <DataTable
        name={t.detail.changes}
        rows={changes}
        rowKey={({ name }) => name}
        columns={[
          { header: t.detail.field, cell: ({ name }) => name },
          { header: t.detail.before, cell: ({ before }) => <span class="wrap">{before}</span> },
          { header: t.detail.after, cell: ({ after }) => <span class="wrap">{after}</span> },
        ]}
      />
      {isErased && <p class="hint">{t.detail.erased}</p>}
    </>
  );
};

/** Whom an import created. */
const NewPeople = ({ importId }: { readonly importId: string }) => {
  const { t } = useWords();
  const { call } = useMember();
  const list = useList(importId, (next, signal) => call('listNewUsers', { query: { import: importId, next }, signal }));
  return (
    <section>
      <h3>{t.detail.newPeople}</h3>
      <ListTable
        name={t.detail.newPeople}
        list={list}
        empty={<p class="hint">{t.detail.noNewPeople}</p>}
        rowKey={({ id }) => String(id)}
        columns={[
          { header: t.person, cell: (person) => <PersonLink {...person} /> },
          { header: t.detail.badges, cell: ({ uids }) => (uids.length > 0 ? <Badges uids={uids} /> : t.none) },
        ]}
      />
    </section>
  );
};

interface ImportChangesProps {
  readonly importId: string;
  readonly from: string;
  readonly lastAt: string;
}

const SHOWN_CHANGES = 20;

/** A time just after `moment`, because the end of a range of the log is exclusive. */
const endAfter = (moment: string): string => new Date(Date.parse(moment) + 1_000).toISOString();

const ImportChanges = ({ importId, from, lastAt }: ImportChangesProps) => {
  const { t } = useWords();
  const { call } = useMember();
  const load = useLoad(importId, async (signal) => {
    const query = { import: importId, from, until: endAfter(lastAt), limit: SHOWN_CHANGES };
    const { items, next } = await readUntilFound((position) =>
      call('listLog', { query: { ...query, next: position }, signal }),
    );
    const changed = items.filter(
      (item): item is AuditLogEntry => item.kind === 'admin' && item.target['userId'] !== undefined,
    );
    return { changed, hasMore: next !== undefined };
  });
  return (
    <section>
      <h3>{t.detail.importChanges}</h3>
      <Loaded load={load}>
        {({ changed, hasMore }) => (
          <>
            {changed.length === 0 && <p class="hint">{t.detail.noImportChanges}</p>}
            <ul>
              {changed.map((item) => (
                <li key={`${item.receivedAt} ${item.target['userId']} ${item.action}`}>
                  <AdminSentence entry={item} />
                </li>
              ))}
            </ul>
            {hasMore && <Link href={addressOf('log', { import: importId })}>{t.detail.allImportChanges}</Link>}
          </>
        )}
      </Loaded>
    </section>
  );
};

const SwipeDetails = ({ entry }: { readonly entry: LogRow & CheckinLogEntry }) => {
  const words = useWords();
  const { t } = words;
  const { receivedAt, at, clientId, clientName, reader, requestId, idempotencyKey, bookings, moreBookings } = entry;
  const swiper = describeSwiper(entry, words);
  const attempts = [entry, ...(entry.attempts ?? [])];
  const more = moreBookings === undefined ? '' : ` ${t.format(t.more, { count: moreBookings })}`;
  return (
    <>
      <Facts
        facts={[
          [t.person, <LinkedPart part={swiper} />],
          [t.detail.result, `${nameOfResult(entry, words)} (${entry.code}, ${entry.statusCode})`],
          [t.detail.when, <Moment value={receivedAt} style="seconds" />],
          [t.csv.at, at === receivedAt ? undefined : <Moment value={at} style="seconds" />],
          [t.client, <LinkedPart part={{ text: clientName ?? clientId, client: clientId }} />],
          [t.filters.reader, reader],
          [
            t.csv.bookings,
            bookings.length === 0 ? undefined : bookings.map(({ bookingId }) => bookingId).join(', ') + more,
          ],
          [t.detail.requestId, requestId],
          [t.detail.key, idempotencyKey],
        ]}
      />
      {attempts.length > 1 && (
        <DataTable
          name={t.detail.attempts}
          rows={attempts.toReversed()}
          rowKey={(attempt) => attempt.requestId}
          columns={[
            { header: t.detail.when, cell: (attempt) => <Moment value={attempt.receivedAt} style="timeSeconds" /> },
            { header: t.detail.result, cell: (attempt) => nameOfResult(attempt, words) },
            { header: t.detail.requestId, cell: (attempt) => <span class="wrap">{attempt.requestId}</span> },
          ]}
        />
      )}
    </>
  );
};
