import type { AdminLogEntry } from '../../../../../shared/console-api/log.ts';
import { checkinCodes } from '../../../../../shared/rules/bookings.ts';
import type { Scope } from '../../../../../shared/rules/api-clients.ts';
import { translations } from '../../language/language.ts';
import type { AdminAction } from './sentences.ts';

interface LogMessages {
  readonly intro: string;
  readonly filters: Readonly<Record<'from' | 'until' | 'user' | 'client' | 'result', string>>;
  readonly anyResult: string;
  readonly checkins: string;
  readonly actions: string;
  readonly columns: Readonly<Record<'when' | 'what' | 'details', string>>;
  /** Of the downloaded file. */
  readonly csvColumns: readonly string[];
  readonly clear: string;
  readonly emptyTitle: string;
  readonly empty: string;
  readonly noMatchTitle: string;
  readonly noMatch: string;
  readonly through: Readonly<Record<AdminLogEntry['actor']['through'], string>>;
  readonly repeated: string;
  readonly forMoment: string;
  readonly explain: string;
  readonly explainOf: (user: number) => string;
  readonly more: (count: number) => string;
  readonly unknownUser: (sent: string) => string;
  readonly bookings: (count: number) => string;
  readonly scopes: Readonly<Record<Scope, string>>;
  /** The members of a person, as objects of "changed". */
  readonly members: Readonly<Record<'name' | 'uid' | 'uids' | 'email' | 'language' | 'devices', string>>;
  readonly counts: Readonly<
    Record<'written' | 'unchanged' | 'deleted' | 'failed' | 'changed', (count: string) => string>
  >;
  readonly nothing: string;
  readonly fromFile: (name: string) => string;
  readonly count: (count: number) => string;
  readonly reason: (reason: string) => string;
  /** Names for the codes of check-ins and actions. A code without a name is shown as it is. */
  readonly codes: Readonly<Record<(typeof CHECKIN_CODES)[number], string>>;
  readonly actionNames: Readonly<Record<AdminAction, string>>;
}

export const CHECKIN_CODES = [
  ...checkinCodes,
  'user_not_found',
  'idempotency_key_reused',
  'dependency_unavailable',
] as const;

/** The texts of the page Log. */
export const logMessages = translations<LogMessages>(
  {
    intro: 'Every check-in request and everything that somebody changed, newest first.',
    filters: { from: 'From', until: 'Until', user: 'User ID', client: 'API client ID', result: 'Result or action' },
    anyResult: 'All',
    checkins: 'Check-ins',
    actions: 'Changes',
    columns: { when: 'Time', what: 'What happened', details: 'Details' },
    csvColumns: ['Time', 'Result or action', 'User', 'API client', 'By', 'Reader', 'Bookings checked in', 'Reason'],
    clear: 'Remove the filters',
    emptyTitle: 'Nothing in the log yet',
    empty: 'Entries appear here as soon as a gate sends a check-in or somebody changes something in the console.',
    noMatchTitle: 'No entry matches the filters',
    noMatch: 'Choose a longer period, or remove the filters.',
    through: { cli: 'command line', console: 'console', sync: 'sync' },
    repeated: 'repeat of an earlier request',
    forMoment: 'for',
    explain: 'Why?',
    explainOf: (user) => `Why? User ${user}`,
    more: (count) => `and ${count} more`,
    unknownUser: (sent) => `Unknown: ${sent}`,
    bookings: (count) => (count === 1 ? '1 booking' : `${count} bookings`),
    scopes: { checkin: 'check people in', sync: 'send users and bookings' },
    members: {
      name: 'the name',
      uid: 'the badge',
      uids: 'the badges',
      email: 'the e-mail address',
      language: 'the language',
      devices: 'the devices',
    },
    counts: {
      written: (count) => `${count} written`,
      unchanged: (count) => `${count} unchanged`,
      deleted: (count) => `${count} deleted`,
      failed: (count) => `${count} failed`,
      changed: (count) => `${count} with another badge or e-mail address`,
    },
    nothing: 'nothing changed',
    fromFile: (name) => ` from ${name}`,
    count: (count) => (count === 1 ? '1 booking checked in' : `${count} bookings checked in`),
    reason: (reason) => `Reason: ${reason}`,
    codes: {
      checked_in: 'Checked in',
      already_checked_in: 'Already checked in',
      nothing_open: 'No open booking',
      user_not_found: 'User not found',
      idempotency_key_reused: 'Key used for another swipe',
      dependency_unavailable: 'Service busy',
    },
    actionNames: {
      'checkins.add': 'Checked in by hand',
      'checkins.undo': 'Check-in undone',
      'bookings.cancel': 'Booking cancelled',
      'users.remove': 'User removed',
      'devices.add': 'Device registered',
      'devices.remove': 'Device removed',
      'clients.create': 'API client created',
      'clients.rename': 'API client renamed',
      'clients.change-scopes': 'Scopes changed',
      'clients.enable': 'API client enabled',
      'clients.disable': 'API client disabled',
      'clients.rotate': 'Secret rotated',
      'clients.reissue-secret': 'Unseen secret replaced',
      'clients.end-secret': 'Secret ended',
      'clients.revoke-tokens': 'Tokens revoked',
      'clients.delete': 'API client deleted',
      'members.add': 'Member added',
      'members.change-role': 'Role changed',
      'members.remove': 'Member removed',
      'users.change-identifiers': 'User changed',
      'users.export': 'Data exported',
      'users.import': 'Users imported',
      'bookings.import': 'Bookings imported',
      'bookings.import-begin': 'Import of bookings started',
      'users.import-begin': 'Import of users started',
      'bookings.sync': 'Bookings synchronised',
      'users.sync': 'Users synchronised',
      'bookings.sync-begin': 'Synchronising bookings started',
      'users.sync-begin': 'Synchronising users started',
      'clients.change-limits': 'Limits changed',
      'members.invite': 'Member invited',
      'members.resend-invitation': 'Invitation sent again',
      'members.withdraw-invitation': 'Invitation withdrawn',
      'members.join': 'Member joined',
      'members.leave': 'Member left',
    },
  },
  {
    'pt-BR': {
      intro: 'Cada solicitação de check-in e tudo o que alguém alterou, do mais recente ao mais antigo.',
      filters: {
        from: 'De',
        until: 'Até',
        user: 'ID do usuário',
        client: 'ID do cliente de API',
        result: 'Resultado ou ação',
      },
      anyResult: 'Todos',
      checkins: 'Check-ins',
      actions: 'Alterações',
      columns: { when: 'Hora', what: 'O que aconteceu', details: 'Detalhes' },
      csvColumns: [
        'Hora',
        'Resultado ou ação',
        'Usuário',
        'Cliente de API',
        'Por',
        'Leitor',
        'Reservas com check-in',
        'Motivo',
      ],
      clear: 'Remover os filtros',
      emptyTitle: 'Ainda não há nada no registro',
      empty: 'As entradas aparecem aqui assim que uma catraca envia um check-in ou alguém altera algo no console.',
      noMatchTitle: 'Nenhuma entrada corresponde aos filtros',
      noMatch: 'Escolha um período maior ou remova os filtros.',
      through: { cli: 'linha de comando', console: 'console', sync: 'sincronização' },
      repeated: 'repetição de uma solicitação anterior',
      forMoment: 'para',
      explain: 'Por quê?',
      explainOf: (user) => `Por quê? Usuário ${user}`,
      more: (count) => `e mais ${count}`,
      unknownUser: (sent) => `Desconhecido: ${sent}`,
      bookings: (count) => (count === 1 ? '1 reserva' : `${count} reservas`),
      scopes: { checkin: 'fazer check-in de pessoas', sync: 'enviar usuários e reservas' },
      members: {
        name: 'o nome',
        uid: 'o crachá',
        uids: 'os crachás',
        email: 'o e-mail',
        language: 'o idioma',
        devices: 'os dispositivos',
      },
      counts: {
        written: (count) => `${count} gravados`,
        unchanged: (count) => `${count} sem alteração`,
        deleted: (count) => `${count} excluídos`,
        failed: (count) => `${count} com erro`,
        changed: (count) => `${count} com outro crachá ou e-mail`,
      },
      nothing: 'nada mudou',
      fromFile: (name) => ` de ${name}`,
      count: (count) => (count === 1 ? 'check-in em 1 reserva' : `check-in em ${count} reservas`),
      reason: (reason) => `Motivo: ${reason}`,
      codes: {
        checked_in: 'Check-in realizado',
        already_checked_in: 'Check-in já realizado',
        nothing_open: 'Nenhuma reserva aberta',
        user_not_found: 'Usuário não encontrado',
        idempotency_key_reused: 'Chave usada em outra passagem',
        dependency_unavailable: 'Serviço indisponível',
      },
      actionNames: {
        'checkins.add': 'Check-in manual',
        'checkins.undo': 'Check-in desfeito',
        'bookings.cancel': 'Reserva cancelada',
        'users.remove': 'Usuário removido',
        'devices.add': 'Dispositivo registrado',
        'devices.remove': 'Dispositivo removido',
        'clients.create': 'Cliente de API criado',
        'clients.rename': 'Cliente de API renomeado',
        'clients.change-scopes': 'Escopos alterados',
        'clients.enable': 'Cliente de API ativado',
        'clients.disable': 'Cliente de API desativado',
        'clients.rotate': 'Segredo renovado',
        'clients.reissue-secret': 'Segredo não visto substituído',
        'clients.end-secret': 'Segredo invalidado',
        'clients.revoke-tokens': 'Tokens revogados',
        'clients.delete': 'Cliente de API excluído',
        'members.add': 'Membro adicionado',
        'members.change-role': 'Papel alterado',
        'members.remove': 'Membro removido',
        'users.change-identifiers': 'Usuário alterado',
        'users.export': 'Dados exportados',
        'users.import': 'Usuários importados',
        'bookings.import': 'Reservas importadas',
        'bookings.import-begin': 'Importação de reservas iniciada',
        'users.import-begin': 'Importação de usuários iniciada',
        'bookings.sync': 'Reservas sincronizadas',
        'users.sync': 'Usuários sincronizados',
        'bookings.sync-begin': 'Sincronização de reservas iniciada',
        'users.sync-begin': 'Sincronização de usuários iniciada',
        'clients.change-limits': 'Limites alterados',
        'members.invite': 'Membro convidado',
        'members.resend-invitation': 'Convite reenviado',
        'members.withdraw-invitation': 'Convite cancelado',
        'members.join': 'Membro entrou',
        'members.leave': 'Membro saiu',
      },
    },
    es: {
      intro: 'Cada solicitud de check-in y todo lo que alguien ha cambiado, de lo más reciente a lo más antiguo.',
      filters: {
        from: 'Desde',
        until: 'Hasta',
        user: 'ID de usuario',
        client: 'ID del cliente de API',
        result: 'Resultado o acción',
      },
      anyResult: 'Todos',
      checkins: 'Check-ins',
      actions: 'Cambios',
      columns: { when: 'Hora', what: 'Qué ocurrió', details: 'Detalles' },
      csvColumns: [
        'Hora',
        'Resultado o acción',
        'Usuario',
        'Cliente de API',
        'Por',
        'Lector',
        'Reservas con check-in',
        'Motivo',
      ],
      clear: 'Quitar los filtros',
      emptyTitle: 'Todavía no hay nada en el registro',
      empty:
        'Las entradas aparecen aquí en cuanto un control de acceso envía un check-in o alguien cambia algo en la consola.',
      noMatchTitle: 'Ninguna entrada coincide con los filtros',
      noMatch: 'Elija un período más largo o quite los filtros.',
      through: { cli: 'línea de comandos', console: 'consola', sync: 'sincronización' },
      repeated: 'repetición de una solicitud anterior',
      forMoment: 'para',
      explain: '¿Por qué?',
      explainOf: (user) => `¿Por qué? Usuario ${user}`,
      more: (count) => `y ${count} más`,
      unknownUser: (sent) => `Desconocido: ${sent}`,
      bookings: (count) => (count === 1 ? '1 reserva' : `${count} reservas`),
      scopes: { checkin: 'hacer check-in de personas', sync: 'enviar usuarios y reservas' },
      members: {
        name: 'el nombre',
        uid: 'la tarjeta',
        uids: 'las tarjetas',
        email: 'el correo electrónico',
        language: 'el idioma',
        devices: 'los dispositivos',
      },
      counts: {
        written: (count) => `${count} guardados`,
        unchanged: (count) => `${count} sin cambios`,
        deleted: (count) => `${count} eliminados`,
        failed: (count) => `${count} con errores`,
        changed: (count) => `${count} con otra tarjeta u otro correo`,
      },
      nothing: 'nada cambió',
      fromFile: (name) => ` de ${name}`,
      count: (count) => (count === 1 ? 'check-in en 1 reserva' : `check-in en ${count} reservas`),
      reason: (reason) => `Motivo: ${reason}`,
      codes: {
        checked_in: 'Check-in realizado',
        already_checked_in: 'Check-in ya realizado',
        nothing_open: 'Ninguna reserva abierta',
        user_not_found: 'Usuario no encontrado',
        idempotency_key_reused: 'Clave usada en otra lectura',
        dependency_unavailable: 'Servicio no disponible',
      },
      actionNames: {
        'checkins.add': 'Check-in manual',
        'checkins.undo': 'Check-in deshecho',
        'bookings.cancel': 'Reserva cancelada',
        'users.remove': 'Usuario eliminado',
        'devices.add': 'Dispositivo registrado',
        'devices.remove': 'Dispositivo eliminado',
        'clients.create': 'Cliente de API creado',
        'clients.rename': 'Cliente de API renombrado',
        'clients.change-scopes': 'Permisos cambiados',
        'clients.enable': 'Cliente de API activado',
        'clients.disable': 'Cliente de API desactivado',
        'clients.rotate': 'Secreto renovado',
        'clients.reissue-secret': 'Secreto sin ver sustituido',
        'clients.end-secret': 'Secreto anulado',
        'clients.revoke-tokens': 'Tokens revocados',
        'clients.delete': 'Cliente de API eliminado',
        'members.add': 'Miembro añadido',
        'members.change-role': 'Rol cambiado',
        'members.remove': 'Miembro eliminado',
        'users.change-identifiers': 'Usuario modificado',
        'users.export': 'Datos exportados',
        'users.import': 'Usuarios importados',
        'bookings.import': 'Reservas importadas',
        'bookings.import-begin': 'Importación de reservas iniciada',
        'users.import-begin': 'Importación de usuarios iniciada',
        'bookings.sync': 'Reservas sincronizadas',
        'users.sync': 'Usuarios sincronizados',
        'bookings.sync-begin': 'Sincronización de reservas iniciada',
        'users.sync-begin': 'Sincronización de usuarios iniciada',
        'clients.change-limits': 'Límites modificados',
        'members.invite': 'Miembro invitado',
        'members.resend-invitation': 'Invitación reenviada',
        'members.withdraw-invitation': 'Invitación retirada',
        'members.join': 'Miembro incorporado',
        'members.leave': 'Miembro que se fue',
      },
    },
  },
);
