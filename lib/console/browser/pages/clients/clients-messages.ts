import { translations } from '../../language/translations.ts';

/** The texts of the pages about API clients. */
export const clientsMessages = translations({
  intro: [
    'One API client per gate or system, so that each can be rotated or disabled on its own.',
    'Um cliente de API para cada catraca ou sistema: assim cada um pode ser renovado ou desativado sem afetar os demais.',
    'Un cliente de API para cada control de acceso o sistema: así se puede renovar o desactivar uno sin afectar a los demás.',
  ],
  create: ['Create API client', 'Criar cliente de API', 'Crear cliente de API'],
  filter: ['Filter by name or id', 'Filtrar por nome ou ID', 'Filtrar por nombre o ID'],
  /** The names of statuses in the filter, if they differ from {@link states}. */
  statuses: {
    silent: ['Silent', 'Em silêncio', 'En silencio'],
    ends: [
      'Last secret expires within 30 days',
      'Último segredo expira em até 30 dias',
      'El último secreto caduca en 30 días o menos',
    ],
    enabled: ['Enabled, no issues', 'Ativo, sem pendências', 'Activo, sin incidencias'],
  },
  found: (count: number) =>
    count === 1
      ? ['1 API client found', '1 cliente de API encontrado', '1 cliente de API encontrado']
      : [`${count} API clients found`, `${count} clientes de API encontrados`, `${count} clientes de API encontrados`],
  emptyTitle: ['No API clients yet', 'Nenhum cliente de API ainda', 'Todavía no hay clientes de API'],
  empty: [
    'A gate or a system needs an API client to check people in. Create the first one and give its credentials to the gate.',
    'Uma catraca ou um sistema precisa de um cliente de API para fazer check-ins. Crie o primeiro e configure as credenciais na catraca.',
    'Un control de acceso o un sistema necesita un cliente de API para hacer check-ins. Cree el primero e introduzca las credenciales en el control de acceso.',
  ],
  emptyViewer: [
    'A gate or a system needs an API client to check people in. An admin or owner of your company can create one.',
    'Uma catraca ou um sistema precisa de um cliente de API para fazer check-ins. Um administrador ou proprietário da sua empresa pode criar um.',
    'Un control de acceso o un sistema necesita un cliente de API para hacer check-ins. Un administrador o propietario de su empresa puede crear uno.',
  ],
  states: {
    enabled: ['Enabled', 'Ativo', 'Activo'],
    disabled: ['Disabled', 'Desativado', 'Desactivado'],
    never: ['Never used', 'Nunca usado', 'Sin usar'],
    ends: ['Last secret expires', 'Último segredo expira', 'El último secreto caduca'],
    two_secrets: ['Two secrets', 'Dois segredos', 'Dos secretos'],
    silent: ['Silent: last seen', 'Em silêncio: visto', 'En silencio: visto'],
  },
  columns: {
    client: ['API client', 'Cliente de API', 'Cliente de API'],
    secrets: ['Live secrets', 'Segredos ativos', 'Secretos activos'],
    lastSeen: ['Last seen', 'Visto por último', 'Visto por última vez'],
    secret: ['Secret', 'Segredo', 'Secreto'],
    created: ['Created', 'Criado', 'Creado'],
    ends: ['Expires', 'Expira', 'Caduca'],
    lastUse: ['Last used', 'Último uso', 'Último uso'],
  },
  ages: { old: ['old', 'antigo', 'antiguo'], new: ['new', 'novo', 'nuevo'] },
  secretEnds: ['expires', 'expira', 'caduca'],
  secretUsed: ['used', 'usado', 'usado'],
  secretUnused: ['never used', 'nunca usado', 'sin usar'],
  noSecret: ['no live secret', 'nenhum ativo', 'ninguno activo'],
  nameHint: [
    'The gate or system that will use it, such as “North entrance”.',
    'A catraca ou o sistema que vai usá-lo, como “Entrada norte”.',
    'El control de acceso o sistema que lo usará, por ejemplo «Entrada norte».',
  ],
  scopes: ['What it may do', 'O que pode fazer', 'Qué puede hacer'],
  scope: {
    checkin: ['Check people in', 'Fazer check-in de pessoas', 'Hacer check-in de personas'],
    sync: ['Send users and bookings', 'Enviar usuários e reservas', 'Enviar usuarios y reservas'],
  },
  scopeHint: {
    checkin: [
      'For gates and badge readers',
      'Para catracas e leitores de crachá',
      'Para controles de acceso y lectores de tarjetas',
    ],
    sync: ['For booking and HR systems', 'Para sistemas de reservas e de RH', 'Para sistemas de reservas y de RR. HH.'],
  },
  scopeBadge: { checkin: 'check-in', sync: ['sync', 'sincronização', 'sincronización'] },
  scopeMissing: ['Choose at least one.', 'Escolha pelo menos uma opção.', 'Elija al menos una opción.'],
  limits: ['Limits', 'Limites', 'Límites'],
  expires: ['The secret expires', 'O segredo expira', 'El secreto caduca'],
  newSecretEnds: ['The new secret expires', 'O novo segredo expira', 'El secreto nuevo caduca'],
  afterDays: (days: number) => [`after ${days} days`, `após ${days} dias`, `tras ${days} días`],
  allowedIps: ['Allowed networks', 'Redes permitidas', 'Redes permitidas'],
  allowedIpsHint: [
    'Such as 203.0.113.0/24, separated by spaces. Empty: any network.',
    'Por exemplo 203.0.113.0/24, separadas por espaços. Vazio: qualquer rede.',
    'Por ejemplo 203.0.113.0/24, separadas por espacios. Vacío: cualquier red.',
  ],
  silentAfter: ['Report as silent', 'Avisar se ficar em silêncio', 'Avisar si deja de conectarse'],
  silentAfterHint: [
    'Hours without a log-in, from 1 to 720. Nights and weekends count too. Empty: never.',
    'Horas sem login, de 1 a 720; noites e fins de semana também contam. Vazio: nunca.',
    'Horas sin inicio de sesión, de 1 a 720; también cuentan noches y fines de semana. Vacío: nunca.',
  ],
  secretOf: (name: string) => [`Secret of ${name}`, `Segredo de ${name}`, `Secreto de ${name}`],
  secretOnce: [
    'This is the only time that the secret is shown. Store it now, for example in the settings of the gate or in a password manager.',
    'Esta é a única vez que o segredo é exibido. Guarde-o agora, por exemplo na configuração da catraca ou em um gerenciador de senhas.',
    'Esta es la única vez que se muestra el secreto. Guárdelo ahora, por ejemplo en la configuración del control de acceso o en un gestor de contraseñas.',
  ],
  clientId: ['Client ID', 'ID do cliente', 'ID de cliente'],
  clientSecret: ['Client secret', 'Segredo do cliente', 'Secreto de cliente'],
  apiUrl: ['Base URL of the API', 'URL base da API', 'URL base de la API'],
  stored: ['I have stored the secret', 'Guardei o segredo', 'He guardado el secreto'],
  leave: [
    'The secret is shown only this once. Leave without storing it?',
    'O segredo só é exibido desta vez. Sair sem guardá-lo?',
    'El secreto solo se muestra esta vez. ¿Salir sin guardarlo?',
  ],
  open: ['Open', 'Abrir', 'Abrir'],
  created: (name: string) => [`${name} has been created.`, `${name} foi criado.`, `Se ha creado ${name}.`],
  rotate: ['Rotate secret', 'Renovar segredo', 'Renovar secreto'],
  rotateIntro: [
    'A new secret is created and shown once. The old one keeps working until it expires, so that the gate can switch without downtime.',
    'Um novo segredo é criado e exibido uma única vez. O antigo continua funcionando até expirar, para que a catraca faça a troca sem interrupção.',
    'Se crea un secreto nuevo, que se muestra una sola vez. El antiguo sigue funcionando hasta que caduca, para que el control de acceso pueda cambiarlo sin interrupciones.',
  ],
  rotateBlocked: [
    'Two secrets are live. End one of them first.',
    'Há dois segredos ativos. Invalide um deles primeiro.',
    'Hay dos secretos activos. Anule antes uno de ellos.',
  ],
  oldSecretEnds: ['The old secret ends', 'O segredo antigo expira', 'El secreto antiguo caduca'],
  graceHours: {
    '24': ['in 24 hours', 'em 24 horas', 'en 24 horas'],
    '1': ['in 1 hour', 'em 1 hora', 'en 1 hora'],
    '72': ['in 3 days', 'em 3 dias', 'en 3 días'],
    '168': ['in 7 days', 'em 7 dias', 'en 7 días'],
    '0': ['now', 'agora', 'ahora'],
  },
  graceNow: [
    'The gate cannot log in until it has the new secret.',
    'A catraca não conseguirá mais se autenticar até receber o novo segredo.',
    'El control de acceso no podrá autenticarse hasta que tenga el secreto nuevo.',
  ],
  rotated: (name: string) => [
    `The secret of ${name} has been rotated.`,
    `O segredo de ${name} foi renovado.`,
    `Se ha renovado el secreto de ${name}.`,
  ],
  endShort: (last4: string) => [`End secret ${last4}`, `Invalidar segredo ${last4}`, `Anular secreto ${last4}`],
  endAction: ['End secret', 'Invalidar segredo', 'Anular secreto'],
  endWarning: [
    'Gates and systems that still use this secret can no longer log in. This cannot be undone.',
    'Catracas e sistemas que ainda usam este segredo não conseguem mais se autenticar. Esta ação não pode ser desfeita.',
    'Los controles de acceso y sistemas que todavía usan este secreto ya no podrán autenticarse. Esta acción no se puede deshacer.',
  ],
  ended: (last4: string, name: string) => [
    `Secret ${last4} of ${name} has ended.`,
    `O segredo ${last4} de ${name} foi invalidado.`,
    `El secreto ${last4} de ${name} se ha anulado.`,
  ],
  disable: ['Disable', 'Desativar', 'Desactivar'],
  enable: ['Enable', 'Ativar', 'Activar'],
  isDisabled: (name: string) => [
    `${name} is disabled: its log-ins and tokens are rejected.`,
    `${name} foi desativado: seus logins e tokens são recusados.`,
    `${name} está desactivado: se rechazan sus inicios de sesión y sus tokens.`,
  ],
  isEnabled: (name: string) => [`${name} is enabled.`, `${name} foi ativado.`, `${name} está activo.`],
  revoke: ['Revoke tokens', 'Revogar tokens', 'Revocar tokens'],
  revokeWarning: [
    'Every token issued so far is rejected at its next use. The client can log in again at once with its secret.',
    'Todos os tokens emitidos até agora serão recusados no próximo uso. O cliente pode se autenticar de novo imediatamente com o seu segredo.',
    'Todos los tokens emitidos hasta ahora se rechazarán la próxima vez que se usen. El cliente puede autenticarse de nuevo enseguida con su secreto.',
  ],
  revoked: (name: string) => [
    `The tokens of ${name} have been revoked.`,
    `Os tokens de ${name} foram revogados.`,
    `Se han revocado los tokens de ${name}.`,
  ],
  remove: ['Delete', 'Excluir', 'Eliminar'],
  removeWarning: [
    'Its secrets and tokens stop working at once, and it disappears from this list. This cannot be undone.',
    'Seus segredos e tokens param de funcionar imediatamente e ele some desta lista. Esta ação não pode ser desfeita.',
    'Sus secretos y tokens dejan de funcionar de inmediato y desaparece de esta lista. Esta acción no se puede deshacer.',
  ],
  removed: (name: string) => [`${name} has been deleted.`, `${name} foi excluído.`, `Se ha eliminado ${name}.`],
  changedMeanwhile: (name: string) => [
    `Somebody else changed ${name} in the meantime, so your change was not made. The page now shows the current state: check it, and try again if needed.`,
    `Outra pessoa alterou ${name} nesse meio-tempo, por isso sua alteração não foi feita. A página mostra o estado atual: confira e tente novamente, se necessário.`,
    `Otra persona ha modificado ${name} mientras tanto, así que su cambio no se ha hecho. La página muestra el estado actual: compruébelo y reinténtelo si hace falta.`,
  ],
  goneMeanwhile: (name: string) => [
    `Somebody else deleted ${name} in the meantime.`,
    `Outra pessoa excluiu ${name} nesse meio-tempo.`,
    `Otra persona ha eliminado ${name} mientras tanto.`,
  ],
  notFoundTitle: ['No such API client', 'Este cliente de API não existe', 'Este cliente de API no existe'],
  notFound: ['It may have been deleted.', 'Talvez tenha sido excluído.', 'Quizá se haya eliminado.'],
  secrets: ['Secrets', 'Segredos', 'Secretos'],
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

/** The last four characters of a secret, as buttons and messages show them. */
export const last4Of = ({ last4 }: { readonly last4: string }): string => `…${last4}`;
