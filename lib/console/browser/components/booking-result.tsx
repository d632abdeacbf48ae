import type { JSX } from 'preact';
import type { CheckinLogEntry } from '../../../../shared/console-api/log.ts';
import type { TryCheckinResponse } from '../../../../shared/console-api/try-checkin.ts';
import type { AttendanceResult, BookingKind } from '../../../../shared/rules/bookings.ts';
import { translations } from '../language/translations.ts';
import { useMessages } from '../language/language.ts';
import { words } from '../language/words.ts';
import { Moment } from './moment.tsx';
import { Badge } from './page-header.tsx';

type Result =
  | AttendanceResult
  | CheckinLogEntry['bookings'][number]['result']
  | TryCheckinResponse['bookings'][number]['result'];

interface ResultNames {
  readonly results: Readonly<Record<Result, string>>;
  readonly kinds: Readonly<Record<BookingKind, string>>;
}

/** The names of results, of a day or of a swipe, and of kinds of booking. */
export const resultNames = translations<ResultNames>(
  {
    results: {
      checked_in: 'Checked in',
      no_show: 'No-show',
      expected: 'Expected',
      open: 'Would be checked in',
      already_checked_in: 'Already checked in',
      closed: 'Cancelled or moved during the swipe',
      too_early: 'Too early',
      too_late: 'Too late',
    },
    kinds: { position: 'Desk', parking: 'Parking' },
  },
  {
    'pt-BR': {
      results: {
        checked_in: 'Check-in feito',
        no_show: 'Não compareceu',
        expected: 'Esperado',
        open: 'Faria check-in',
        already_checked_in: 'Check-in já feito',
        closed: 'Cancelada ou movida durante a passagem',
        too_early: 'Cedo demais',
        too_late: 'Tarde demais',
      },
      kinds: { position: 'Mesa', parking: 'Vaga' },
    },
    es: {
      results: {
        checked_in: 'Check-in hecho',
        no_show: 'No se presentó',
        expected: 'Esperado',
        open: 'Haría check-in',
        already_checked_in: 'Check-in ya hecho',
        closed: 'Cancelada o movida durante la lectura',
        too_early: 'Demasiado pronto',
        too_late: 'Demasiado tarde',
      },
      kinds: { position: 'Puesto', parking: 'Aparcamiento' },
    },
  },
);

const TONES = {
  checked_in: 'good',
  already_checked_in: 'good',
  open: 'good',
  no_show: 'bad',
  too_late: 'bad',
  too_early: 'warn',
  closed: 'warn',
  expected: 'info',
} as const satisfies Record<Result, unknown>;

/** The result of a booking in its colour, which is the same on every page. */
export const ResultBadge = ({ result }: { readonly result: Result }): JSX.Element => (
  <Badge tone={TONES[result]}>{useMessages(resultNames).results[result]}</Badge>
);

interface BookingNameProps {
  readonly booking: { readonly bookingId: string; readonly name?: string | undefined; readonly kind: BookingKind };
}

/** The place of a booking, or its id if it has none, and its kind. */
export const BookingName = ({ booking: { bookingId, name, kind } }: BookingNameProps): JSX.Element => (
  <span title={bookingId}>
    {name ?? bookingId}
    <span class="sub">{useMessages(resultNames).kinds[kind]}</span>
  </span>
);

interface CheckedInProps {
  readonly checkedInAt?: string | undefined;
  readonly reader?: string | undefined;
  readonly style: 'time' | 'seconds';
}

/** When and where a booking was checked in; nothing if it was not. */
export const CheckedIn = ({ checkedInAt, reader, style }: CheckedInProps): JSX.Element | undefined => {
  const t = useMessages(words);
  if (checkedInAt === undefined) return undefined;
  return (
    <>
      <Moment value={checkedInAt} style={style} />
      {reader !== undefined && <span class="sub">{t.at(reader)}</span>}
    </>
  );
};
