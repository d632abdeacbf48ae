import type { dryRunResults } from '../../../../../shared/rules/bookings.ts';
import type { TryCheckinResponse } from '../../../../../shared/console-api/try-checkin.ts';
import { translations } from '../../language/language.ts';

interface TryMessages {
  readonly intro: string;
  readonly hints: Readonly<Record<'id' | 'uid' | 'email' | 'date' | 'reader', string>>;
  readonly notify: string;
  readonly badDate: string;
  readonly needsOne: string;
  readonly run: string;
  readonly nothingChanged: string;
  readonly bookings: string;
  readonly columns: Readonly<Record<'booking' | 'result' | 'why' | 'period', string>>;
  readonly results: Readonly<Record<TryCheckinResponse['bookings'][number]['result'], string>>;
  readonly why: Readonly<Record<(typeof dryRunResults)[number] | 'too_late_but_in', (moment: string) => string>>;
  readonly noneTitle: string;
  readonly none: string;
  readonly user: string;
}

/** The texts of the page Try a check-in. */
export const tryMessages = translations<TryMessages>(
  {
    intro: 'See what a swipe would do, booking by booking. Nothing is checked in, logged or pushed.',
    hints: {
      id: 'The number of the user.',
      uid: 'The badge or staff number.',
      email: 'In any spelling of upper and lower case.',
      date: 'Empty: now. Or 09:03, 2026-11-21 09:03, or RFC 3339 with an offset.',
      reader: 'The door or device.',
    },
    notify: 'Push to the user',
    badDate: 'Write a time such as 09:03, or a day and a time such as 2026-11-21 09:03.',
    needsOne: 'Enter id, uid or email.',
    run: 'Try',
    nothingChanged: 'This was a trial: nothing has changed.',
    bookings: 'Bookings',
    columns: { booking: 'Booking', result: 'Result', why: 'Why', period: 'Check-in period' },
    results: {
      open: 'Would be checked in',
      already_checked_in: 'Already checked in',
      too_early: 'Too early',
      too_late: 'Too late',
    },
    why: {
      open: (moment) => `Open until ${moment}.`,
      already_checked_in: (moment) => `Checked in at ${moment}.`,
      too_early: (moment) => `The period opens at ${moment}.`,
      too_late: (moment) => `The period ended at ${moment} without a check-in.`,
      too_late_but_in: (moment) => `The period is over; checked in at ${moment}.`,
    },
    noneTitle: 'No booking around this moment',
    none: 'No booking of this person is open then, opens within the 12 hours after it or ended within the 12 hours before it.',
    user: 'Open the user',
  },
  {
    'pt-BR': {
      intro:
        'Veja o efeito que a passagem de um crachá teria, reserva por reserva. Nenhum check-in é feito nem registrado, e nenhuma notificação é enviada.',
      hints: {
        id: 'O número do usuário.',
        uid: 'O número do crachá ou da matrícula.',
        email: 'Maiúsculas e minúsculas não fazem diferença.',
        date: 'Em branco: agora. Ou 09:03, 2026-11-21 09:03 ou RFC 3339 com fuso horário (offset).',
        reader: 'A porta ou o dispositivo.',
      },
      notify: 'Notificar o usuário',
      badDate: 'Escreva um horário como 09:03, ou um dia e um horário como 2026-11-21 09:03.',
      needsOne: 'Informe id, uid ou email.',
      run: 'Simular',
      nothingChanged: 'Foi uma simulação: nada mudou.',
      bookings: 'Reservas',
      columns: { booking: 'Reserva', result: 'Resultado', why: 'Por quê', period: 'Período de check-in' },
      results: {
        open: 'Faria check-in',
        already_checked_in: 'Check-in já realizado',
        too_early: 'Cedo demais',
        too_late: 'Tarde demais',
      },
      why: {
        open: (moment) => `Aberta até ${moment}.`,
        already_checked_in: (moment) => `Check-in realizado em ${moment}.`,
        too_early: (moment) => `O período abre em ${moment}.`,
        too_late: (moment) => `O período terminou em ${moment} sem check-in.`,
        too_late_but_in: (moment) => `O período terminou; check-in realizado em ${moment}.`,
      },
      noneTitle: 'Nenhuma reserva em torno deste momento',
      none: 'Nenhuma reserva desta pessoa está aberta nesse momento, abre nas 12 horas seguintes ou terminou nas 12 horas anteriores.',
      user: 'Abrir o usuário',
    },
    es: {
      intro:
        'Vea qué efecto tendría pasar una tarjeta, reserva por reserva. No se hace ningún check-in, no se registra nada y no se envía ninguna notificación.',
      hints: {
        id: 'El número del usuario.',
        uid: 'El número de tarjeta o de empleado.',
        email: 'Las mayúsculas y minúsculas no importan.',
        date: 'En blanco: ahora. O bien 09:03, 2026-11-21 09:03 o RFC 3339 con desfase horario (offset).',
        reader: 'La puerta o el dispositivo.',
      },
      notify: 'Notificar al usuario',
      badDate: 'Escriba una hora como 09:03, o un día y una hora como 2026-11-21 09:03.',
      needsOne: 'Indique id, uid o email.',
      run: 'Simular',
      nothingChanged: 'Ha sido una simulación: no ha cambiado nada.',
      bookings: 'Reservas',
      columns: { booking: 'Reserva', result: 'Resultado', why: 'Por qué', period: 'Período de check-in' },
      results: {
        open: 'Haría check-in',
        already_checked_in: 'Check-in ya realizado',
        too_early: 'Demasiado pronto',
        too_late: 'Demasiado tarde',
      },
      why: {
        open: (moment) => `Abierta hasta ${moment}.`,
        already_checked_in: (moment) => `Check-in realizado: ${moment}.`,
        too_early: (moment) => `El período se abre: ${moment}.`,
        too_late: (moment) => `El período terminó sin check-in: ${moment}.`,
        too_late_but_in: (moment) => `El período ha terminado; check-in realizado: ${moment}.`,
      },
      noneTitle: 'Ninguna reserva en torno a este momento',
      none: 'Ninguna reserva de esta persona está abierta entonces, se abre en las 12 horas siguientes ni terminó en las 12 horas anteriores.',
      user: 'Abrir el usuario',
    },
  },
);
