import { translations } from '../../language/translations.ts';

/** The texts of the page of one API client. */
export const clientPageMessages = translations({
  notFoundTitle: ['No such API client', 'Este cliente de API não existe', 'Este cliente de API no existe'],
  notFound: ['It may have been deleted.', 'Talvez tenha sido excluído.', 'Quizá se haya eliminado.'],
  facts: {
    clientId: ['Client ID', 'ID do cliente', 'ID de cliente'],
    scopes: ['What it may do', 'O que pode fazer', 'Qué puede hacer'],
    created: ['Created', 'Criado', 'Creado'],
    lastSeen: ['Last seen', 'Visto por último', 'Visto por última vez'],
  },
  secrets: ['Secrets', 'Segredos', 'Secretos'],
  columns: {
    secret: ['Secret', 'Segredo', 'Secreto'],
    created: ['Created', 'Criado', 'Creado'],
    ends: ['Expires', 'Expira', 'Caduca'],
    lastUse: ['Last used', 'Último uso', 'Último uso'],
  },
  everywhere: ['any network', 'qualquer rede', 'cualquier red'],
  noReport: ['not reported', 'sem aviso', 'no se avisa'],
  hours: (count: number) => [
    count === 1 ? 'after 1 hour' : `after ${count} hours`,
    count === 1 ? 'após 1 hora' : `após ${count} horas`,
    count === 1 ? 'tras 1 hora' : `tras ${count} horas`,
  ],
  denied: (moment: string, address: string) => [
    `A log-in with the right secret was rejected on ${moment}, because it came from ${address}, which is not in an allowed network.`,
    `Um login com o segredo correto foi recusado em ${moment}, porque veio de ${address}, que não é uma rede permitida.`,
    `El ${moment} se rechazó un inicio de sesión con el secreto correcto, porque venía de ${address}, que no es una red permitida.`,
  ],
  week: ['Swipes in the last 7 days', 'Passagens nos últimos 7 dias', 'Lecturas en los últimos 7 días'],
  weekTotal: (swipes: string, unknown: string) => [
    `${swipes} swipes, ${unknown} with an unknown badge`,
    `${swipes} passagens, ${unknown} com crachá desconhecido`,
    `${swipes} lecturas, ${unknown} con tarjeta desconocida`,
  ],
  moreThan: (count: string) => [`more than ${count}`, `mais de ${count}`, `más de ${count}`],
  weekColumns: [
    ['Day', 'Swipes', 'Unknown badges'],
    ['Dia', 'Passagens', 'Crachás desconhecidos'],
    ['Día', 'Lecturas', 'Tarjetas desconocidas'],
  ],
  lastEntries: ['Last entries', 'Últimas entradas', 'Últimas entradas'],
  noEntries: [
    'The log has no entries of this API client.',
    'O registro não tem entradas deste cliente de API.',
    'El registro no tiene entradas de este cliente de API.',
  ],
  entries: ['All entries in the log', 'Todas as entradas no registro', 'Todas las entradas del registro'],
});
