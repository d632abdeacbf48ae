import type { AdminLogEntry } from '../../../../../shared/console-api/log.ts';
import { checkinCodes } from '../../../../../shared/rules/bookings.ts';
import type { Scope } from '../../../../../shared/rules/api-clients.ts';
import { type Text, translations } from '../../language/translations.ts';
import type { AdminAction } from './sentences.ts';

export const LOGGED_CODES = [
  ...checkinCodes,
  'user_not_found',
  'idempotency_key_reused',
  'dependency_unavailable',
] as const;

/** The texts of the page Log. */
export const logMessages = translations({
  intro: [
    'Every check-in request and every change, newest first.',
    'Cada solicitação de check-in e cada alteração, das mais recentes às mais antigas.',
    'Cada solicitud de check-in y cada cambio, de lo más reciente a lo más antiguo.',
  ],
  filters: {
    from: ['From', 'De', 'Desde'],
    until: ['Until', 'Até', 'Hasta'],
    result: ['Result or action', 'Resultado ou ação', 'Resultado o acción'],
  },
  personHint: ['Name or badge', 'Nome ou crachá', 'Nombre o tarjeta'],
  client: ['API client', 'Cliente de API', 'Cliente de API'],
  clientHint: ['Name or ID', 'Nome ou ID', 'Nombre o ID'],
  checkins: 'Check-ins',
  actions: ['Changes', 'Alterações', 'Cambios'],
  columns: {
    when: ['Time', 'Hora', 'Hora'],
    what: ['What happened', 'O que aconteceu', 'Qué ocurrió'],
    details: ['Details', 'Detalhes', 'Detalles'],
  },
  csvColumns: [
    ['Time', 'Result or action', 'User', 'API client', 'By', 'Reader', 'Bookings checked in', 'Reason'],
    ['Hora', 'Resultado ou ação', 'Usuário', 'Cliente de API', 'Por', 'Leitor', 'Reservas com check-in', 'Motivo'],
    ['Hora', 'Resultado o acción', 'Usuario', 'Cliente de API', 'Por', 'Lector', 'Reservas con check-in', 'Motivo'],
  ],
  emptyTitle: ['Nothing in the log yet', 'Ainda não há nada no registro', 'Todavía no hay nada en el registro'],
  empty: [
    'Entries appear here as soon as a gate sends a check-in or somebody changes something in the console.',
    'As entradas aparecem aqui assim que uma catraca envia um check-in ou alguém altera algo no console.',
    'Las entradas aparecen aquí en cuanto un control de acceso envía un check-in o alguien cambia algo en la consola.',
  ],
  through: {
    cli: ['command line', 'linha de comando', 'línea de comandos'],
    console: ['console', 'console', 'consola'],
    sync: ['sync', 'sincronização', 'sincronización'],
  } satisfies Record<AdminLogEntry['actor']['through'], Text>,
  repeated: [
    'retry of an earlier request',
    'repetição de uma solicitação anterior',
    'repetición de una solicitud anterior',
  ],
  forMoment: ['for', 'para', 'para'],
  explain: ['Why?', 'Por quê?', '¿Por qué?'],
  more: (count: number) => [`and ${count} more`, `e mais ${count}`, `y ${count} más`],
  unknownUser: (sent: string) => [`Unknown: ${sent}`, `Desconhecido: ${sent}`, `Desconocido: ${sent}`],
  bookings: (count: number) => [
    count === 1 ? '1 booking' : `${count} bookings`,
    count === 1 ? '1 reserva' : `${count} reservas`,
    count === 1 ? '1 reserva' : `${count} reservas`,
  ],
  scopes: {
    checkin: ['check people in', 'fazer check-in de pessoas', 'hacer check-in de personas'],
    sync: ['send users and bookings', 'enviar usuários e reservas', 'enviar usuarios y reservas'],
  } satisfies Record<Scope, Text>,
  fieldNames: {
    name: ['the name', 'o nome', 'el nombre'],
    uid: ['the badge', 'o crachá', 'la tarjeta'],
    uids: ['the badges', 'os crachás', 'las tarjetas'],
    email: ['the e-mail address', 'o e-mail', 'el correo electrónico'],
    language: ['the language', 'o idioma', 'el idioma'],
    devices: ['the devices', 'os dispositivos', 'los dispositivos'],
  },
  counts: {
    written: (count: string) => [`${count} written`, `${count} gravados`, `${count} guardados`],
    unchanged: (count: string) => [`${count} unchanged`, `${count} sem alteração`, `${count} sin cambios`],
    deleted: (count: string) => [`${count} deleted`, `${count} excluídos`, `${count} eliminados`],
    failed: (count: string) => [`${count} failed`, `${count} com erro`, `${count} con errores`],
    changed: (count: string) => [
      `${count} with another badge or e-mail address`,
      `${count} com outro crachá ou e-mail`,
      `${count} con otra tarjeta u otro correo`,
    ],
  },
  nothing: ['nothing changed', 'nada mudou', 'nada cambió'],
  fromFile: (name: string) => [` from ${name}`, ` de ${name}`, ` de ${name}`],
  reason: (reason: string) => [`Reason: ${reason}`, `Motivo: ${reason}`, `Motivo: ${reason}`],
  codes: {
    checked_in: ['Checked in', 'Check-in feito', 'Check-in hecho'],
    already_checked_in: ['Already checked in', 'Check-in já feito', 'Check-in ya hecho'],
    nothing_open: ['No open booking', 'Nenhuma reserva aberta', 'Ninguna reserva abierta'],
    user_not_found: ['User not found', 'Usuário não encontrado', 'Usuario no encontrado'],
    idempotency_key_reused: [
      'Key used for another swipe',
      'Chave usada em outra passagem',
      'Clave usada en otra lectura',
    ],
    dependency_unavailable: ['Service busy', 'Serviço indisponível', 'Servicio no disponible'],
  } satisfies Record<(typeof LOGGED_CODES)[number], Text>,
  actionNames: {
    'checkins.add': ['Checked in by hand', 'Check-in manual', 'Check-in manual'],
    'checkins.undo': ['Check-in undone', 'Check-in desfeito', 'Check-in deshecho'],
    'bookings.cancel': ['Booking cancelled', 'Reserva cancelada', 'Reserva cancelada'],
    'users.remove': ['User removed', 'Usuário removido', 'Usuario eliminado'],
    'devices.add': ['Device registered', 'Dispositivo registrado', 'Dispositivo registrado'],
    'devices.remove': ['Device removed', 'Dispositivo removido', 'Dispositivo eliminado'],
    'clients.create': ['API client created', 'Cliente de API criado', 'Cliente de API creado'],
    'clients.rename': ['API client renamed', 'Cliente de API renomeado', 'Cliente de API renombrado'],
    'clients.change-scopes': ['Scopes changed', 'Escopos alterados', 'Permisos cambiados'],
    'clients.enable': ['API client enabled', 'Cliente de API ativado', 'Cliente de API activado'],
    'clients.disable': ['API client disabled', 'Cliente de API desativado', 'Cliente de API desactivado'],
    'clients.rotate': ['Secret rotated', 'Segredo renovado', 'Secreto renovado'],
    'clients.reissue-secret': ['Secret reissued', 'Segredo emitido de novo', 'Secreto emitido de nuevo'],
    'clients.end-secret': ['Secret ended', 'Segredo invalidado', 'Secreto anulado'],
    'clients.revoke-tokens': ['Tokens revoked', 'Tokens revogados', 'Tokens revocados'],
    'clients.delete': ['API client deleted', 'Cliente de API excluído', 'Cliente de API eliminado'],
    'members.add': ['Member added', 'Membro adicionado', 'Miembro añadido'],
    'members.change-role': ['Role changed', 'Papel alterado', 'Rol cambiado'],
    'members.remove': ['Member removed', 'Membro removido', 'Miembro eliminado'],
    'users.change-identifiers': ['User changed', 'Usuário alterado', 'Usuario modificado'],
    'users.update': ['User changed', 'Usuário alterado', 'Usuario modificado'],
    'users.export': ['Data exported', 'Dados exportados', 'Datos exportados'],
    'users.import': ['Users imported', 'Usuários importados', 'Usuarios importados'],
    'bookings.import': ['Bookings imported', 'Reservas importadas', 'Reservas importadas'],
    'bookings.import-begin': [
      'Import of bookings started',
      'Importação de reservas iniciada',
      'Importación de reservas iniciada',
    ],
    'users.import-begin': [
      'Import of users started',
      'Importação de usuários iniciada',
      'Importación de usuarios iniciada',
    ],
    'bookings.sync': ['Bookings synchronised', 'Reservas sincronizadas', 'Reservas sincronizadas'],
    'users.sync': ['Users synchronised', 'Usuários sincronizados', 'Usuarios sincronizados'],
    'bookings.sync-begin': [
      'Synchronisation of bookings started',
      'Sincronização de reservas iniciada',
      'Sincronización de reservas iniciada',
    ],
    'users.sync-begin': [
      'Synchronisation of users started',
      'Sincronização de usuários iniciada',
      'Sincronización de usuarios iniciada',
    ],
    'clients.change-limits': ['Limits changed', 'Limites alterados', 'Límites modificados'],
    'members.invite': ['Member invited', 'Membro convidado', 'Miembro invitado'],
    'members.resend-invitation': ['Invitation sent again', 'Convite reenviado', 'Invitación reenviada'],
    'members.withdraw-invitation': ['Invitation withdrawn', 'Convite cancelado', 'Invitación retirada'],
    'members.join': ['Member joined', 'Entrada de membro', 'Alta de un miembro'],
    'members.leave': ['Member left', 'Saída de membro', 'Baja de un miembro'],
  } satisfies Record<AdminAction, Text>,
});
