import { translations } from '../../language/translations.ts';

/** The texts of the page Try a check-in. */
export const tryMessages = translations(
  {
    intro: 'See what a swipe would do, booking by booking. Nothing is checked in, logged or pushed.',
    labels: {
      id: 'User ID',
      uid: 'Badge',
      email: 'E-mail address',
      date: 'Time of the swipe',
      reader: 'Reader',
      notify: 'Send the push',
    },
    dateHint: 'now; or 09:03, or 2026-11-21 09:03',
    badDate: 'Write a time such as 09:03, or a day and a time such as 2026-11-21 09:03.',
    needsOne: 'Enter a user ID, a badge or an e-mail address.',
    run: 'Try',
    whyColumn: 'Why',
    why: {
      open: (moment: string) => `Open until ${moment}.`,
      already_checked_in: (moment: string) => `Checked in at ${moment}.`,
      too_early: (moment: string) => `The period opens at ${moment}.`,
      too_late: (moment: string) => `The period ended at ${moment} without a check-in.`,
      too_late_but_in: (moment: string) => `The period is over; checked in at ${moment}.`,
    },
    noneTitle: 'No booking around this moment',
    none: 'No booking of this person is open then, opens within the 12 hours after it or ended within the 12 hours before it.',
  },
  {
    'pt-BR': {
      intro:
        'Veja o efeito que a passagem de um crachá teria, reserva por reserva. Nenhum check-in é feito nem registrado, e nenhuma notificação é enviada.',
      labels: {
        id: 'ID do usuário',
        uid: 'Crachá',
        email: 'E-mail',
        date: 'Hora da passagem',
        reader: 'Leitor',
        notify: 'Enviar a notificação',
      },
      dateHint: 'agora; ou 09:03, ou 2026-11-21 09:03',
      badDate: 'Escreva um horário como 09:03, ou um dia e um horário como 2026-11-21 09:03.',
      needsOne: 'Informe um ID de usuário, um crachá ou um e-mail.',
      run: 'Simular',
      whyColumn: 'Por quê',
      why: {
        open: (moment) => `Aberta até ${moment}.`,
        already_checked_in: (moment) => `Check-in realizado em ${moment}.`,
        too_early: (moment) => `O período abre em ${moment}.`,
        too_late: (moment) => `O período terminou em ${moment} sem check-in.`,
        too_late_but_in: (moment) => `O período terminou; check-in realizado em ${moment}.`,
      },
      noneTitle: 'Nenhuma reserva em torno deste momento',
      none: 'Nenhuma reserva desta pessoa está aberta nesse momento, abre nas 12 horas seguintes ou terminou nas 12 horas anteriores.',
    },
    es: {
      intro:
        'Vea qué efecto tendría una lectura de tarjeta, reserva por reserva. No se hace ningún check-in, no se registra nada y no se envía ninguna notificación.',
      labels: {
        id: 'ID de usuario',
        uid: 'Tarjeta',
        email: 'Correo electrónico',
        date: 'Hora de la lectura',
        reader: 'Lector',
        notify: 'Enviar la notificación',
      },
      dateHint: 'ahora; o 09:03, o 2026-11-21 09:03',
      badDate: 'Escriba una hora como 09:03, o un día y una hora como 2026-11-21 09:03.',
      needsOne: 'Indique un ID de usuario, una tarjeta o un correo electrónico.',
      run: 'Simular',
      whyColumn: 'Por qué',
      why: {
        open: (moment) => `Abierta hasta ${moment}.`,
        already_checked_in: (moment) => `Check-in realizado: ${moment}.`,
        too_early: (moment) => `El período se abre: ${moment}.`,
        too_late: (moment) => `El período terminó sin check-in: ${moment}.`,
        too_late_but_in: (moment) => `El período ha terminado; check-in realizado: ${moment}.`,
      },
      noneTitle: 'Ninguna reserva en torno a este momento',
      none: 'Ninguna reserva de esta persona está abierta entonces, se abre en las 12 horas siguientes ni terminó en las 12 horas anteriores.',
    },
  },
);
