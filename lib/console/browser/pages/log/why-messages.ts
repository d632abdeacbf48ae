import { type Text, translations } from '../../language/translations.ts';
import type { Difference } from './compare-with-now.ts';

/** The texts of the dialog "Why?". */
export const whyMessages = translations({
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
