import { translations } from '../../language/translations.ts';
import type { Difference } from './compare-with-then.ts';

/** The texts of the dialog "Why?". */
export const whyMessages = translations(
  {
    title: 'Why was nothing checked in?',
    intro: (moment: string) => `What the swipe saw for ${moment}, and what is different now.`,
    nothing: 'The swipe saw no booking within 12 hours of that moment.',
    nothingEver: 'There is none now either.',
    table: 'Bookings then and now',
    columns: { seen: 'At the swipe', now: 'Now' },
    unseen: 'Not there',
    differences: {
      same: 'Unchanged',
      moved: 'Moved',
      gone: 'Cancelled, or moved more than 12 hours away',
      added: 'Added or moved here after the swipe',
    } satisfies Record<Difference, string>,
    addedAt: (moment: string) => `Added or moved here at ${moment}, after the swipe`,
    checkedInAt: (moment: string) => `Checked in at ${moment}`,
  },
  {
    'pt-BR': {
      title: 'Por que nenhum check-in foi feito?',
      intro: (moment) => `O que a passagem do crachá encontrou para ${moment} e o que está diferente agora.`,
      nothing: 'A passagem não encontrou nenhuma reserva até 12 horas antes ou depois desse momento.',
      nothingEver: 'Agora também não há nenhuma.',
      table: 'Reservas antes e agora',
      columns: { seen: 'Na passagem', now: 'Agora' },
      unseen: 'Não existia',
      differences: {
        same: 'Sem alteração',
        moved: 'Movida',
        gone: 'Cancelada ou movida para mais de 12 horas dali',
        added: 'Adicionada ou movida para cá depois da passagem',
      },
      addedAt: (moment) => `Adicionada ou movida para cá em ${moment}, depois da passagem`,
      checkedInAt: (moment) => `Check-in realizado em ${moment}`,
    },
    es: {
      title: '¿Por qué no se hizo ningún check-in?',
      intro: (moment) => `Lo que encontró la lectura para ${moment} y lo que ha cambiado desde entonces.`,
      nothing: 'No se encontró ninguna reserva en las 12 horas anteriores o posteriores a ese momento.',
      nothingEver: 'Ahora tampoco hay ninguna.',
      table: 'Reservas entonces y ahora',
      columns: { seen: 'Al leer la tarjeta', now: 'Ahora' },
      unseen: 'No estaba',
      differences: {
        same: 'Sin cambios',
        moved: 'Movida',
        gone: 'Cancelada o movida a más de 12 horas',
        added: 'Añadida o movida aquí después de la lectura',
      },
      addedAt: (moment) => `Añadida o movida aquí después de la lectura: ${moment}`,
      checkedInAt: (moment) => `Check-in realizado: ${moment}`,
    },
  },
);
