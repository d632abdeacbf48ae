import type { CheckinLogEntry } from '../../../../../shared/console-api/log.ts';
import { DataTable } from '../../components/table.tsx';
import { closeDialog, Dialog } from '../../components/dialog.tsx';
import { Loaded } from '../../components/notice.tsx';
import { formatMoment, Period, ZoneNote } from '../../components/moment.tsx';
import { useLoad } from '../../components/use-load.ts';
import { useLanguage, useTexts } from '../../language/language.ts';
import { type Text, translations } from '../../language/translations.ts';
import { useMember } from '../../api/connection.ts';
import { type ComparedBooking, compareWithNow, type Difference } from './compare-with-now.ts';

const whyMessages = translations({
  title: ['Why was nothing checked in?', 'Por que nenhum check-in foi feito?', '¿Por qué no se hizo ningún check-in?'],
  intro: (moment: string) => [
    `What the swipe saw for ${moment}, and what is different now.`,
    `O que a passagem do crachá encontrou para ${moment} e o que está diferente agora.`,
    `Lo que encontró la lectura para ${moment} y lo que ha cambiado desde entonces.`,
  ],
  nothing: [
    'The swipe saw no booking within 12 hours of that moment.',
    'A passagem não encontrou nenhuma reserva até 12 horas antes ou depois desse momento.',
    'No se encontró ninguna reserva en las 12 horas anteriores o posteriores a ese momento.',
  ],
  nothingEver: ['There is still none.', 'Agora também não há nenhuma.', 'Ahora tampoco hay ninguna.'],
  table: ['Bookings then and now', 'Reservas antes e agora', 'Reservas entonces y ahora'],
  columns: { seen: ['At the swipe', 'Na passagem', 'Al leer la tarjeta'], now: ['Now', 'Agora', 'Ahora'] },
  unseen: ['Not there', 'Não existia', 'No estaba'],
  differences: {
    same: ['Unchanged', 'Sem alteração', 'Sin cambios'],
    moved: ['Moved', 'Movida', 'Movida'],
    gone: [
      'Cancelled, or moved more than 12 hours away',
      'Cancelada ou movida para mais de 12 horas dali',
      'Cancelada o movida a más de 12 horas',
    ],
    added: [
      'Added or moved here after the swipe',
      'Adicionada ou movida para cá depois da passagem',
      'Añadida o movida aquí después de la lectura',
    ],
  } satisfies Record<Difference, Text>,
  addedAt: (moment: string) => [
    `Added or moved here at ${moment}, after the swipe`,
    `Adicionada ou movida para cá em ${moment}, depois da passagem`,
    `Añadida o movida aquí después de la lectura: ${moment}`,
  ],
  checkedInAt: (moment: string) => [
    `Checked in at ${moment}`,
    `Check-in realizado em ${moment}`,
    `Check-in realizado: ${moment}`,
  ],
});

interface WhyDialogProps {
  readonly entry: CheckinLogEntry & { readonly userId: number };
}

/** Why a swipe checked nothing in: what it saw, as the log recorded it, and what is different now. */
export const WhyDialog = ({ entry }: WhyDialogProps) => {
  const t = useTexts(whyMessages);
  const language = useLanguage();
  const { call } = useMember();
  const load = useLoad(entry.requestId, async (signal) =>
    compareWithNow(entry, (await call('tryCheckin', { body: { id: entry.userId, date: entry.at }, signal })).bookings),
  );
  return (
    <Dialog title={t.title}>
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
        <button type="button" autofocus onClick={closeDialog}>
          {t.close}
        </button>
      </div>
    </Dialog>
  );
};

const nameOf = (seen: ComparedBooking['seen']): string | undefined => (seen && 'name' in seen ? seen.name : undefined);

const SeenCell = ({ row: { seen } }: { readonly row: ComparedBooking }) => {
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

const NowCell = ({ row: { now, difference, since } }: { readonly row: ComparedBooking }) => {
  const t = useTexts(whyMessages);
  const language = useLanguage();
  const timeText = (moment: string): string => formatMoment(moment, language, 'full');
  return (
    <>
      {since === undefined ? t.differences[difference] : t.addedAt(timeText(since))}
      {now && difference !== 'same' && (
        <span class="sub">
          <Period {...now} />
        </span>
      )}
      {now?.checkedInAt !== undefined && <span class="sub">{t.checkedInAt(timeText(now.checkedInAt))}</span>}
    </>
  );
};
