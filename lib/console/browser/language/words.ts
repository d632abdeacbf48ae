import type { CheckinLogEntry } from '../../../../shared/console-api/log.ts';
import type { ResponseOf } from '../../../../shared/console-api/schemas.ts';
import type { AttendanceResult, BookingKind } from '../../../../shared/rules/bookings.ts';
import type { Role } from '../../../../shared/rules/roles.ts';
import type { PageId } from '../navigation/page-id.ts';
import type { Sources, Text } from './translations.ts';

/** The result of a booking in the attendance of a day, in the log or in a simulated check-in. */
export type Result =
  | AttendanceResult
  | CheckinLogEntry['bookings'][number]['result']
  | ResponseOf<'tryCheckin'>['bookings'][number]['result'];

/** The texts of components, and those that several pages share. */
export const words = {
  product: ['Check-in console', 'Console de check-in', 'Consola de check-in'],
  titles: {
    clients: ['API clients', 'Clientes de API', 'Clientes de API'],
    users: ['Users', 'Usuários', 'Usuarios'],
    today: ['Today', 'Hoje', 'Hoy'],
    import: ['Import', 'Importar', 'Importar'],
    try: ['Try a check-in', 'Simular um check-in', 'Simular un check-in'],
    log: ['Log', 'Registro', 'Registro'],
    members: ['Members', 'Membros', 'Miembros'],
    keys: ['Signing keys', 'Chaves de assinatura', 'Claves de firma'],
    help: ['Help', 'Ajuda', 'Ayuda'],
  } satisfies Record<PageId, Text>,
  roles: {
    viewer: ['Viewer', 'Leitor', 'Lector'],
    reception: ['Reception', 'Recepção', 'Recepción'],
    auditor: 'Auditor',
    admin: ['Admin', 'Administrador', 'Administrador'],
    owner: ['Owner', 'Proprietário', 'Propietario'],
  } satisfies Record<Role, string | Text>,
  roleHints: {
    viewer: [
      'Sees everything but the log and the members; changes nothing.',
      'Vê tudo, exceto o registro e os membros; não altera nada.',
      'Ve todo excepto el registro y los miembros; no cambia nada.',
    ],
    reception: [
      'Sees users, bookings, attendance and the check-ins in the log; checks people in and undoes check-ins.',
      'Vê usuários, reservas, presença e os check-ins do registro; faz e desfaz check-ins.',
      'Ve usuarios, reservas, asistencia y los check-ins del registro; hace y deshace check-ins.',
    ],
    auditor: [
      'Sees everything but the members; changes nothing.',
      'Vê tudo, exceto os membros; não altera nada.',
      'Ve todo excepto los miembros; no cambia nada.',
    ],
    admin: [
      'Sees and changes everything but the members.',
      'Vê e altera tudo, exceto os membros.',
      'Ve y cambia todo excepto los miembros.',
    ],
    owner: [
      'Sees and changes everything. There is always at least one.',
      'Vê e altera tudo. Sempre há pelo menos um.',
      'Ve y cambia todo. Siempre hay al menos uno.',
    ],
  } satisfies Record<Role, Text>,
  results: {
    checked_in: ['Checked in', 'Check-in feito', 'Check-in hecho'],
    no_show: ['No-show', 'Não compareceu', 'No se presentó'],
    expected: ['Expected', 'Esperado', 'Esperado'],
    open: ['Would be checked in', 'Faria check-in', 'Haría check-in'],
    already_checked_in: ['Already checked in', 'Check-in já feito', 'Check-in ya hecho'],
    closed: [
      'Cancelled or moved during the swipe',
      'Cancelada ou movida durante a passagem',
      'Cancelada o movida durante la lectura',
    ],
    too_early: ['Too early', 'Cedo demais', 'Demasiado pronto'],
    too_late: ['Too late', 'Tarde demais', 'Demasiado tarde'],
  } satisfies Record<Result, Text>,
  kinds: {
    position: ['Desk', 'Mesa', 'Puesto'],
    parking: ['Parking', 'Vaga', 'Aparcamiento'],
  } satisfies Record<BookingKind, Text>,
  user: (id: number | string) => [`User ${id}`, `Usuário ${id}`, `Usuario ${id}`],
  all: ['All', 'Todos', 'Todos'],
  name: ['Name', 'Nome', 'Nombre'],
  email: ['E-mail address', 'E-mail', 'Correo electrónico'],
  person: ['Person', 'Pessoa', 'Persona'],
  role: ['Role', 'Papel', 'Rol'],
  status: ['Status', 'Estado', 'Estado'],
  reason: ['Reason', 'Motivo', 'Motivo'],
  day: ['Day', 'Dia', 'Día'],
  booking: ['Booking', 'Reserva', 'Reserva'],
  bookings: ['Bookings', 'Reservas', 'Reservas'],
  noBookings: ['No bookings on this day', 'Nenhuma reserva neste dia', 'No hay reservas en este día'],
  period: ['Check-in period', 'Período de check-in', 'Período de check-in'],
  result: ['Result', 'Resultado', 'Resultado'],
  checkedIn: ['Checked in', 'Check-in', 'Check-in'],
  atReader: (reader: string) => [`at ${reader}`, `em ${reader}`, `en ${reader}`],
  edit: ['Edit', 'Editar', 'Editar'],
  save: ['Save', 'Salvar', 'Guardar'],
  saved: (name: string) => [
    `${name} has been saved.`,
    `As alterações de ${name} foram salvas.`,
    `Se han guardado los cambios de ${name}.`,
  ],
  undo: ['Undo', 'Desfazer', 'Deshacer'],
  remove: ['Remove', 'Remover', 'Quitar'],
  done: ['Done', 'Concluir', 'Listo'],
  typeToConfirm: (name: string) => [
    `Type ${name} to confirm`,
    `Digite ${name} para confirmar`,
    `Escriba ${name} para confirmar`,
  ],
  noMatch: [
    'No results for these filters',
    'Nenhum resultado para estes filtros',
    'Ningún resultado con estos filtros',
  ],
  noMatchHint: [
    'Change the filters, or clear them to see everything.',
    'Mude os filtros ou limpe-os para ver tudo.',
    'Cambie los filtros o bórrelos para verlo todo.',
  ],
  clearFilters: ['Clear filters', 'Limpar filtros', 'Borrar filtros'],
  findPerson: ['Find a person', 'Buscar uma pessoa', 'Buscar a una persona'],
  findPersonHint: [
    'Find a person: name, badge, e-mail or ID',
    'Buscar uma pessoa: nome, crachá, e-mail ou ID',
    'Buscar a una persona: nombre, tarjeta, correo o ID',
  ],
  nothingFound: [
    'Nothing found. Check the spelling.',
    'Nada encontrado. Verifique a digitação.',
    'No se ha encontrado nada. Compruebe que lo ha escrito bien.',
  ],
  peopleFound: (count: number) =>
    count === 1
      ? ['1 person found', '1 pessoa encontrada', '1 persona encontrada']
      : [`${count} people found`, `${count} pessoas encontradas`, `${count} personas encontradas`],
  cancel: ['Cancel', 'Cancelar', 'Cancelar'],
  leave: ['Leave company', 'Sair da empresa', 'Abandonar la empresa'],
  leaveCompany: (company: string) => [`Leave ${company}`, `Sair de ${company}`, `Abandonar ${company}`],
  leaveWarning: [
    'You lose access to this console at once. An owner must invite you again if you want to come back.',
    'Você perde o acesso a este console imediatamente. Para voltar, um proprietário precisa convidar você de novo.',
    'Usted pierde de inmediato el acceso a esta consola. Para volver, un propietario debe invitarle de nuevo.',
  ],
  close: ['Close', 'Fechar', 'Cerrar'],
  tryAgain: ['Try again', 'Tentar novamente', 'Reintentar'],
  loading: ['Loading…', 'Carregando…', 'Cargando…'],
  copy: ['Copy', 'Copiar', 'Copiar'],
  copied: ['Copied', 'Copiado', 'Copiado'],
  showMore: ['Show more', 'Mostrar mais', 'Mostrar más'],
  download: ['Download CSV', 'Baixar CSV', 'Descargar CSV'],
  downloading: (count: string) => [`${count} rows read…`, `${count} linhas lidas…`, `${count} filas leídas…`],
  downloaded: (count: number, text: string) => [
    count === 1 ? '1 row has been saved as a file.' : `${text} rows have been saved as a file.`,
    count === 1 ? '1 linha foi salva em um arquivo.' : `${text} linhas foram salvas em um arquivo.`,
    count === 1 ? 'Se ha guardado 1 fila en un archivo.' : `Se han guardado ${text} filas en un archivo.`,
  ],
  shown: (count: number) => [`${count} shown`, `Exibidos: ${count}`, `En pantalla: ${count}`],
  zone: (zone: string) => [`Times are in ${zone}.`, `Horários em ${zone}.`, `Horas en ${zone}.`],
  actions: ['Actions', 'Ações', 'Acciones'],
  never: ['never', 'nunca', 'nunca'],
  reference: (requestId: string) => [
    `Reference for support: ${requestId}`,
    `Referência para o suporte: ${requestId}`,
    `Referencia para soporte: ${requestId}`,
  ],
  connectionUnknown: [
    'The connection was lost before a response arrived, so this may or may not have been done. Check the current state, and try again if needed.',
    'A conexão caiu antes da resposta, por isso não há como saber se a operação foi concluída. Confira o estado atual e tente novamente, se necessário.',
    'La conexión se perdió antes de recibir respuesta, por lo que no se sabe si la operación se ha realizado. Compruebe el estado actual y reinténtelo si hace falta.',
  ],
  failed: [
    'Something went wrong on our side. Try again in a moment.',
    'Algo deu errado do nosso lado. Tente novamente em instantes.',
    'Algo ha fallado por nuestra parte. Reinténtelo en unos instantes.',
  ],
  signInRejected: [
    'The service does not accept your sign-in. Ask an administrator of the service to check the audience and scope of the tokens from your sign-in provider.',
    'O serviço não aceita o seu login. Peça a um administrador do serviço que verifique a audiência e o escopo dos tokens.',
    'El servicio no acepta su inicio de sesión. Pida a un administrador del servicio que compruebe la audiencia y el ámbito de los tokens.',
  ],
  forbidden: [
    'Your role no longer allows this. Ask an owner of your company.',
    'Seu papel não permite mais esta ação. Fale com um proprietário da sua empresa.',
    'Su rol ya no permite esta acción. Hable con un propietario de su empresa.',
  ],
  badUserId: [
    'Enter a whole number, 1 or more.',
    'Informe um número inteiro a partir de 1.',
    'Introduzca un número entero a partir de 1.',
  ],
  badDay: (text: string) => [
    `${text} is not a valid date. Choose another.`,
    `${text} não é uma data válida. Escolha outra.`,
    `${text} no es una fecha válida. Elija otra.`,
  ],
} satisfies Sources;
