import { translations } from '../../language/translations.ts';

/** The texts of the page "Try a check-in". */
export const tryMessages = translations({
  intro: [
    'See what a swipe would do, booking by booking. Nothing is checked in, logged or pushed.',
    'Veja o efeito que a passagem de um crachá teria, reserva por reserva. Nenhum check-in é feito nem registrado, e nenhuma notificação é enviada.',
    'Vea qué efecto tendría una lectura de tarjeta, reserva por reserva. No se hace ningún check-in, no se registra nada y no se envía ninguna notificación.',
  ],
  labels: {
    id: ['User ID', 'ID do usuário', 'ID de usuario'],
    uid: ['Badge', 'Crachá', 'Tarjeta'],
    email: ['E-mail address', 'E-mail', 'Correo electrónico'],
    date: ['Time of the swipe, if not now', 'Hora da passagem, se não for agora', 'Hora de la lectura, si no es ahora'],
    reader: ['Reader', 'Leitor', 'Lector'],
    notify: ['Send the push', 'Enviar a notificação', 'Enviar la notificación'],
  },
  run: ['Try', 'Simular', 'Simular'],
  whyColumn: ['Why', 'Por quê', 'Por qué'],
  why: {
    open: (moment: string) => [`Open until ${moment}.`, `Aberta até ${moment}.`, `Abierta hasta ${moment}.`],
    already_checked_in: (moment: string) => [
      `Checked in at ${moment}.`,
      `Check-in realizado em ${moment}.`,
      `Check-in realizado: ${moment}.`,
    ],
    too_early: (moment: string) => [
      `The period opens at ${moment}.`,
      `O período abre em ${moment}.`,
      `El período se abre: ${moment}.`,
    ],
    too_late: (moment: string) => [
      `The period ended at ${moment} without a check-in.`,
      `O período terminou em ${moment} sem check-in.`,
      `El período terminó sin check-in: ${moment}.`,
    ],
    too_late_checked_in: (moment: string) => [
      `The period is over; checked in at ${moment}.`,
      `O período terminou; check-in realizado em ${moment}.`,
      `El período ha terminado; check-in realizado: ${moment}.`,
    ],
  },
  noneTitle: [
    'No booking around this time',
    'Nenhuma reserva em torno deste horário',
    'Ninguna reserva en torno a esta hora',
  ],
  none: [
    'This person has no booking that is open at this time, that opens in the 12 hours after it, or that ended in the 12 hours before it.',
    'Nenhuma reserva desta pessoa está aberta nesse momento, abre nas 12 horas seguintes ou terminou nas 12 horas anteriores.',
    'Ninguna reserva de esta persona está abierta entonces, se abre en las 12 horas siguientes ni terminó en las 12 horas anteriores.',
  ],
});
