import type { JSX } from 'preact';
import type { CheckinLogEntry } from '../../../../../shared/console-api/log.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { ZoneNote, formatMoment } from '../../components/moment.tsx';
import { Period } from '../../components/period.tsx';
import { useLoad } from '../../components/use-load.ts';
import { useLanguage, useTexts } from '../../language/language.ts';
import { useMember } from '../../session/member.ts';
import { compareWithNow, type ComparedBooking } from './compare-with-now.ts';
import { whyMessages } from './why-messages.ts';

interface WhyDialogProps {
  readonly entry: CheckinLogEntry & { readonly userId: number };
  readonly onClose: () => void;
}

/** Why a swipe checked nothing in: what it saw, as the log recorded it, and what is different now. */
export const WhyDialog = ({ entry, onClose }: WhyDialogProps): JSX.Element => {
  const t = useTexts(whyMessages);
  const language = useLanguage();
  const { api } = useMember();
  const load = useLoad(entry.requestId, async (signal) =>
    compareWithNow(entry, (await api.tryCheckin({ id: entry.userId, date: entry.at }, signal)).bookings),
  );
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p>{t.intro(formatMoment(entry.at, language, 'seconds'))}</p>
      {entry.bookings.length === 0 && (
        <p>
          <strong>{t.nothing}</strong> {load.data?.length === 0 && t.nothingEver}
        </p>
      )}
      <Loaded load={load}>
        {(rows) =>
          rows.length > 0 && (
            <>
              <DataTable
                name={t.table}
                rows={rows}
                rowKey={({ bookingId }) => bookingId}
                columns={[
                  { header: t.booking, cell: ({ bookingId, seen, now }) => nameOf(seen) ?? now?.name ?? bookingId },
                  { header: t.columns.seen, cell: (row) => <SeenCell row={row} /> },
                  { header: t.columns.now, cell: (row) => <NowCell row={row} /> },
                ]}
              />
              <ZoneNote />
            </>
          )
        }
      </Loaded>
      <div class="dialog-actions">
        <button type="button" data-autofocus onClick={onClose}>
          {t.close}
        </button>
      </div>
    </Dialog>
  );
};

const nameOf = (seen: ComparedBooking['seen']): string | undefined => (seen && 'name' in seen ? seen.name : undefined);

const SeenCell = ({ row: { seen } }: { readonly row: ComparedBooking }): JSX.Element => {
  const t = useTexts(whyMessages);
  if (!seen) return <>{t.unseen}</>;
  return (
    <>
      {t.results[seen.result]}
      {'noShowAt' in seen && (
        <span class="sub">
          <Period {...seen} />
        </span>
      )}
    </>
  );
};

const NowCell = ({ row: { now, difference, since } }: { readonly row: ComparedBooking }): JSX.Element => {
  const t = useTexts(whyMessages);
  const language = useLanguage();
  const say = (moment: string): string => formatMoment(moment, language, 'full');
  return (
    <>
      {since === undefined ? t.differences[difference] : t.addedAt(say(since))}
      {now && difference !== 'same' && (
        <span class="sub">
          <Period {...now} />
        </span>
      )}
      {now?.checkedInAt !== undefined && <span class="sub">{t.checkedInAt(say(now.checkedInAt))}</span>}
    </>
  );
};
