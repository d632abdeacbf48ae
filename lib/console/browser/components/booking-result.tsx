import type { AttendanceResult, BookingKind } from '../../../../shared/rules/bookings.ts';
import type { JSX } from 'preact';
import { translations, useMessages } from '../language/language.ts';
import { Badge } from './page-header.tsx';

interface ResultNames {
  readonly results: Readonly<Record<AttendanceResult, string>>;
  readonly kinds: Readonly<Record<BookingKind, string>>;
}

/** The names of results and of kinds of booking. */
export const resultNames = translations<ResultNames>(
  {
    results: { checked_in: 'Checked in', no_show: 'No-show', expected: 'Expected' },
    kinds: { position: 'Desk', parking: 'Parking' },
  },
  {
    'pt-BR': {
      results: { checked_in: 'Check-in feito', no_show: 'Não compareceu', expected: 'Esperado' },
      kinds: { position: 'Mesa', parking: 'Vaga' },
    },
    es: {
      results: { checked_in: 'Check-in hecho', no_show: 'No se presentó', expected: 'Esperado' },
      kinds: { position: 'Puesto', parking: 'Aparcamiento' },
    },
  },
);

const TONES = { checked_in: 'good', no_show: 'bad', expected: 'info' } as const;

/** The result of a booking in its colour, which is the same on every page. */
export const ResultBadge = ({ result }: { readonly result: AttendanceResult }): JSX.Element => (
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
