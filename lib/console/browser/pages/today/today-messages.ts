import { translations } from '../../language/translations.ts';

/** The texts of the page Today. */
export const todayMessages = translations({
  intro: [
    'Who has booked, who has checked in and who has not shown up.',
    'Quem reservou, quem fez check-in e quem não compareceu.',
    'Quién ha reservado, quién ha hecho check-in y quién no se ha presentado.',
  ],
  attendance: ['Attendance', 'Presença', 'Asistencia'],
  find: ['Filter by person', 'Filtrar por pessoa', 'Filtrar por persona'],
  found: (count: number) =>
    count === 1
      ? ['1 booking found', '1 reserva encontrada', '1 reserva encontrada']
      : [`${count} bookings found`, `${count} reservas encontradas`, `${count} reservas encontradas`],
  kind: ['Kind', 'Tipo', 'Tipo'],
  previous: ['Previous day', 'Dia anterior', 'Día anterior'],
  next: ['Next day', 'Dia seguinte', 'Día siguiente'],
  totals: {
    booked: ['Booked', 'Reservas', 'Reservas'],
    checkedIn: ['Checked in', 'Check-ins', 'Check-ins'],
    noShow: ['No-show', 'Não compareceram', 'No presentados'],
    expected: ['Expected', 'Esperados', 'Esperados'],
  },
  chart: ['Check-ins by quarter of an hour', 'Check-ins a cada 15 minutos', 'Check-ins cada 15 minutos'],
  chartMost: (count: string, time: string) => [
    `Most check-ins in 15 minutes: ${count}, from ${time}`,
    `Máximo: ${count} a partir de ${time}`,
    `Máximo: ${count} desde las ${time}`,
  ],
  quarter: ['From', 'A partir de', 'Desde'],
  count: 'Check-ins',
  badge: ['Badge', 'Crachá', 'Tarjeta'],
  place: ['Place', 'Lugar', 'Lugar'],
  opens: ['Check-in from', 'Check-in a partir de', 'Check-in desde'],
  until: ['Until', 'Até', 'Hasta'],
  reader: ['Reader', 'Leitor', 'Lector'],
  userId: ['User ID', 'ID do usuário', 'ID de usuario'],
  bookingId: ['Booking ID', 'ID da reserva', 'ID de la reserva'],
  updated: (time: string) => [
    `Updated at ${time}. Refreshes every 30 seconds.`,
    `Atualizado às ${time}. Atualiza a cada 30 segundos.`,
    `Actualizado a las ${time}. Se actualiza cada 30 segundos.`,
  ],
  empty: [
    'Import bookings, or choose another day.',
    'Importe reservas ou escolha outro dia.',
    'Importe reservas o elija otro día.',
  ],
  importLink: ['Import bookings', 'Importar reservas', 'Importar reservas'],
});
