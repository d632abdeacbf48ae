import type { CheckinLogEntry } from '../../../../../shared/console-api/log.ts';
import { DataTable } from '../../components/table.tsx';
import { closeDialog, Dialog } from '../../components/dialog.tsx';
import { Loaded } from '../../components/notice.tsx';
import { formatMoment, Period, ZoneNote } from '../../components/moment.tsx';
import { useLoad } from '../../components/use-load.ts';
import { useZone } from '../../components/zone.ts';
import { useLanguage, useTexts } from '../../language/language.ts';
import { useMember } from '../../api/connection.ts';
import { type ComparedBooking, compareWithNow } from './compare-with-now.ts';

/** Why a swipe checked nothing in: what it saw, as the log recorded it, and what is different now. */
export const WhyDialog = ({ entry }: { entry: CheckinLogEntry & { readonly userId: number } }) => {
  const t = useTexts('why');
  const language = useLanguage();
  const timeZone = useZone();
  const { call } = useMember();
  const load = useLoad(entry.requestId, async (signal) =>
    compareWithNow(entry, (await call('tryCheckin', { body: { id: entry.userId, date: entry.at }, signal })).bookings),
  );
  return (
    <Dialog title={t.title}>
      <p>{t.format(t.intro, { moment: formatMoment(entry.at, language, 'seconds', timeZone) })}</p>
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
        <button type="button" autofocus onClick={closeDialog}>
          {t.close}
        </button>
      </div>
    </Dialog>
  );
};

const nameOf = (seen: ComparedBooking['seen']): string | undefined => (seen && 'name' in seen ? seen.name : undefined);

const SeenCell = ({ row: { seen } }: { readonly row: ComparedBooking }) => {
  const t = useTexts('why');
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

const NowCell = ({ row: { now, difference, since } }: { readonly row: ComparedBooking }) => {
  const t = useTexts('why');
  const language = useLanguage();
  const timeZone = useZone();
  const timeText = (moment: string): string => formatMoment(moment, language, 'full', timeZone);
  return (
    <>
      {since === undefined ? t.differences[difference] : t.format(t.addedAt, { moment: timeText(since) })}
      {now && difference !== 'same' && (
        <span class="sub">
          <Period {...now} />
        </span>
      )}
      {now?.checkedInAt !== undefined && (
        <span class="sub">{t.format(t.checkedInAt, { moment: timeText(now.checkedInAt) })}</span>
      )}
    </>
  );
};
