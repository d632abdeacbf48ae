import { translations } from '../../language/language.ts';

/** The texts of the page of one API client. */
export const clientPageMessages = translations(
  {
    notFoundTitle: 'No such API client',
    notFound: 'It may have been deleted.',
    facts: { clientId: 'Client ID', scopes: 'What it may do', created: 'Created', lastSeen: 'Last seen' },
    secrets: 'Secrets',
    columns: { secret: 'Secret', created: 'Created', ends: 'Ends', lastUse: 'Last used' },
    noEnd: 'no end',
    everywhere: 'everywhere',
    noReport: 'never reported',
    hours: (count: number) => (count === 1 ? 'after 1 hour' : `after ${count} hours`),
    denied: (moment: string, address: string) =>
      `A log-in with the right secret was refused on ${moment}, because it came from ${address}, which is not an allowed network.`,
    week: 'Swipes in the last 7 days',
    weekTotal: (swipes: string, unknown: string) => `${swipes} swipes, ${unknown} with an unknown badge`,
    moreThan: (count: string) => `more than ${count}`,
    weekColumns: ['Day', 'Swipes', 'Unknown badges'],
    entries: 'All entries in the log',
  },
  {
    'pt-BR': {
      notFoundTitle: 'Este cliente de API não existe',
      notFound: 'Talvez tenha sido excluído.',
      facts: { clientId: 'ID do cliente', scopes: 'O que pode fazer', created: 'Criado', lastSeen: 'Visto por último' },
      secrets: 'Segredos',
      columns: { secret: 'Segredo', created: 'Criado', ends: 'Expira', lastUse: 'Último uso' },
      noEnd: 'não expira',
      everywhere: 'qualquer lugar',
      noReport: 'não é avisado',
      hours: (count) => (count === 1 ? 'após 1 hora' : `após ${count} horas`),
      denied: (moment, address) =>
        `Um login com o segredo correto foi recusado em ${moment}, porque veio de ${address}, que não é uma rede permitida.`,
      week: 'Passagens nos últimos 7 dias',
      weekTotal: (swipes, unknown) => `${swipes} passagens, ${unknown} com crachá desconhecido`,
      moreThan: (count) => `mais de ${count}`,
      weekColumns: ['Dia', 'Passagens', 'Crachás desconhecidos'],
      entries: 'Todas as entradas no registro',
    },
    es: {
      notFoundTitle: 'Este cliente de API no existe',
      notFound: 'Quizá se haya eliminado.',
      facts: {
        clientId: 'ID de cliente',
        scopes: 'Qué puede hacer',
        created: 'Creado',
        lastSeen: 'Visto por última vez',
      },
      secrets: 'Secretos',
      columns: { secret: 'Secreto', created: 'Creado', ends: 'Caduca', lastUse: 'Último uso' },
      noEnd: 'no caduca',
      everywhere: 'cualquier lugar',
      noReport: 'no se avisa',
      hours: (count) => (count === 1 ? 'tras 1 hora' : `tras ${count} horas`),
      denied: (moment, address) =>
        `El ${moment} se rechazó un inicio de sesión con el secreto correcto, porque venía de ${address}, que no es una red permitida.`,
      week: 'Pasos en los últimos 7 días',
      weekTotal: (swipes, unknown) => `${swipes} pasos, ${unknown} con tarjeta desconocida`,
      moreThan: (count) => `más de ${count}`,
      weekColumns: ['Día', 'Pasos', 'Tarjetas desconocidas'],
      entries: 'Todas las entradas del registro',
    },
  },
);
