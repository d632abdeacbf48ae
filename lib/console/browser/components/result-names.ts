import type { AttendanceResult, BookingKind } from '../../../../shared/rules/bookings.ts';
import { translations } from '../language/language.ts';

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

export const resultTone = (result: AttendanceResult): 'good' | 'bad' | 'plain' =>
  result === 'checked_in' ? 'good' : result === 'no_show' ? 'bad' : 'plain';
