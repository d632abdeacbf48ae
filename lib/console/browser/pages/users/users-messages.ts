import { translations } from '../../language/translations.ts';

/** The texts of the page Users. */
export const usersMessages = translations({
  intro: [
    'Find a person, see the bookings of a day, check in a booking by hand or undo a check-in.',
    'Encontre uma pessoa, veja as reservas de um dia, faça o check-in manualmente ou desfaça um check-in.',
    'Busque a una persona, vea las reservas de un día, haga el check-in a mano o deshaga un check-in.',
  ],
  introViewer: [
    'Find a person and see the bookings of a day.',
    'Encontre uma pessoa e veja as reservas de um dia.',
    'Busque a una persona y vea las reservas de un día.',
  ],
  facts: { id: 'ID', uids: ['Badges', 'Crachás', 'Tarjetas'], language: ['Language', 'Idioma', 'Idioma'] },
  emptyTitle: ['No people yet', 'Ninguém ainda', 'Todavía no hay nadie'],
  empty: [
    'Import a file of users, or let your HR system send them.',
    'Importe um arquivo de usuários ou deixe seu sistema de RH enviá-los.',
    'Importe un archivo de usuarios o deje que los envíe su sistema de RR. HH.',
  ],
  notFoundTitle: ['Nobody found', 'Ninguém encontrado', 'No se ha encontrado a nadie'],
  notFound: [
    'Nobody in your company has a name, badge, e-mail address or ID that begins like this. Check the spelling.',
    'Ninguém na sua empresa tem um nome, crachá, e-mail ou ID que comece assim. Verifique a digitação.',
    'Nadie de su empresa tiene un nombre, una tarjeta, un correo o un ID que empiece así. Compruebe que lo ha escrito bien.',
  ],
  noSuchUser: [
    'Nobody in your company has this ID.',
    'Ninguém na sua empresa tem este ID.',
    'Nadie de su empresa tiene este ID.',
  ],
  history: ['Last swipes', 'Últimas passagens', 'Últimas lecturas'],
  noHistory: [
    'No swipe in the log yet.',
    'Ainda não há passagens no registro.',
    'Todavía no hay lecturas en el registro.',
  ],
  log: ['Entries in the log', 'Entradas no registro', 'Entradas del registro'],
  badge: (number: number) => [`Badge ${number}`, `Crachá ${number}`, `Tarjeta ${number}`],
  exportData: ['Export data', 'Exportar dados', 'Exportar datos'],
  exported: (id: number) => [
    `The data of user ${id} has been saved as a file.`,
    `Os dados do usuário ${id} foram salvos em um arquivo.`,
    `Los datos del usuario ${id} se han guardado en un archivo.`,
  ],
  remove: ['Remove user', 'Remover usuário', 'Eliminar usuario'],
  removeWarning: ['This permanently removes:', 'Serão removidos definitivamente:', 'Se eliminan definitivamente:'],
  removePoints: (devices: number) => [
    [
      'the ID, name, badges, e-mail address and language',
      ...(devices === 0 ? [] : [devices === 1 ? '1 registered device' : `${devices} registered devices`]),
      'all bookings, past and future',
      'all check-in entries in the log',
    ],
    [
      'o ID, o nome, os crachás, o e-mail e o idioma',
      ...(devices === 0 ? [] : [devices === 1 ? '1 dispositivo registrado' : `${devices} dispositivos registrados`]),
      'todas as reservas, passadas e futuras',
      'todas as entradas de check-in do registro',
    ],
    [
      'el ID, el nombre, las tarjetas, el correo electrónico y el idioma',
      ...(devices === 0 ? [] : [devices === 1 ? '1 dispositivo registrado' : `${devices} dispositivos registrados`]),
      'todas las reservas, pasadas y futuras',
      'todas las entradas de check-in del registro',
    ],
  ],
  removeKept: [
    'Changes that administrators made to this user stay in the log, with the ID only.',
    'O que os administradores fizeram com este usuário permanece no registro, apenas com o ID.',
    'Lo que los administradores hicieron con este usuario permanece en el registro, solo con el ID.',
  ],
  removed: (name: string, bookings: number, entries: number) => [
    `${name} has been removed, with ${bookings === 1 ? '1 booking' : `${bookings} bookings`} and ${entries === 1 ? '1 log entry' : `${entries} log entries`}.`,
    `${name} foi removido(a), com ${bookings === 1 ? '1 reserva' : `${bookings} reservas`} e ${entries === 1 ? '1 entrada do registro' : `${entries} entradas do registro`}.`,
    `Se ha eliminado a ${name}, con ${bookings === 1 ? '1 reserva' : `${bookings} reservas`} y ${entries === 1 ? '1 entrada del registro' : `${entries} entradas del registro`}.`,
  ],
  noBookingsHint: [
    'Choose another day, or look for the booking in the booking system.',
    'Escolha outro dia ou procure a reserva no sistema de reservas.',
    'Elija otro día o busque la reserva en el sistema de reservas.',
  ],
  checkIn: ['Check in', 'Fazer check-in', 'Hacer check-in'],
  undoCheckin: ['Undo check-in', 'Desfazer check-in', 'Deshacer check-in'],
  cancelBooking: ['Cancel booking', 'Cancelar reserva', 'Cancelar reserva'],
  cancelWarning: [
    'The booking is removed and can no longer be checked in. This cannot be undone.',
    'A reserva é removida e não aceita mais check-in. Esta ação não pode ser desfeita.',
    'La reserva se elimina y ya no admite check-in. Esta acción no se puede deshacer.',
  ],
  keep: ['Keep the booking', 'Manter a reserva', 'Conservar la reserva'],
  reasonHint: ['Kept in the log.', 'Fica guardado no registro.', 'Queda guardado en el registro.'],
  moment: ['Time of the check-in', 'Hora do check-in', 'Hora del check-in'],
  momentHint: [
    'The check-in period is not open now. Choose a time within it.',
    'O período de check-in não está aberto agora. Escolha um horário dentro dele.',
    'El período de check-in no está abierto ahora. Elija una hora dentro de él.',
  ],
  checkinDone: (booking: string) => [
    `${booking} is checked in.`,
    `Check-in de ${booking} realizado.`,
    `Check-in de ${booking} realizado.`,
  ],
  undone: (booking: string) => [
    `The check-in of ${booking} has been undone.`,
    `O check-in de ${booking} foi desfeito.`,
    `Se ha deshecho el check-in de ${booking}.`,
  ],
  cancelled: (booking: string) => [
    `${booking} has been cancelled.`,
    `A reserva ${booking} foi cancelada.`,
    `Se ha cancelado la reserva ${booking}.`,
  ],
  devices: ['Devices', 'Dispositivos', 'Dispositivos'],
  devicesHint: [
    'Push notifications go to these devices or, if there are none, to the push topic of the deployment.',
    'As notificações vão para estes dispositivos. Sem nenhum, vão para o tópico de notificações da implantação.',
    'Las notificaciones van a estos dispositivos. Sin ninguno, van al tema de notificaciones del despliegue.',
  ],
  noDevices: ['No device registered.', 'Nenhum dispositivo registrado.', 'Ningún dispositivo registrado.'],
  arn: ['Endpoint ARN', 'ARN do endpoint', 'ARN del endpoint'],
  arnHint: 'arn:aws:sns:…:endpoint/…',
  register: ['Register device', 'Registrar dispositivo', 'Registrar dispositivo'],
  registered: ['The device has been registered.', 'O dispositivo foi registrado.', 'Se ha registrado el dispositivo.'],
  removeDevice: ['Remove device', 'Remover dispositivo', 'Quitar dispositivo'],
  deviceRemoved: ['The device has been removed.', 'O dispositivo foi removido.', 'Se ha quitado el dispositivo.'],
});
