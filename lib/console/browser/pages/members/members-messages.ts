import { translations } from '../../language/translations.ts';

/** The texts of the page Members. */
export const membersMessages = translations({
  intro: [
    'Who in your company may use this console, and in which role.',
    'Quem da sua empresa pode usar este console, e com qual papel.',
    'Quién de su empresa puede usar esta consola, y con qué rol.',
  ],
  invite: ['Invite member', 'Convidar membro', 'Invitar a un miembro'],
  emailHint: [
    'The person signs in with this address to accept. Their sign-in service must have verified it.',
    'Quem entrar com este endereço, verificado, pode aceitar o convite.',
    'Quien inicie sesión con esta dirección, verificada, puede aceptar la invitación.',
  ],
  emailMailedHint: [
    'An address without an account is sent an e-mail with a temporary password.',
    'Um endereço sem conta recebe um e-mail com uma senha temporária.',
    'Una dirección sin cuenta recibe un correo con una contraseña temporal.',
  ],
  subject: [
    'Subject, instead of an address',
    'Identificador (subject), em vez de um endereço',
    'Identificador (subject), en lugar de una dirección',
  ],
  subjectHint: [
    'The person sees it after signing in for the first time.',
    'A pessoa o vê depois de entrar pela primeira vez.',
    'La persona lo ve tras iniciar sesión por primera vez.',
  ],
  invitations: ['Invitations', 'Convites', 'Invitaciones'],
  ended: ['ended', 'encerrado', 'finalizada'],
  resend: ['Send again', 'Enviar de novo', 'Enviar de nuevo'],
  withdraw: ['Withdraw', 'Retirar', 'Retirar'],
  withdrawn: (who: string) => [
    `The invitation for ${who} has been withdrawn.`,
    `O convite de ${who} foi retirado.`,
    `Se ha retirado la invitación de ${who}.`,
  ],
  invitedTitle: (who: string) => [`Invitation for ${who}`, `Convite para ${who}`, `Invitación para ${who}`],
  invitedHow: [
    'They become a member when they accept it. If they got no e-mail, send them this text:',
    'A pessoa se torna membro quando o aceita. Se ela não recebeu e-mail, envie este texto:',
    'Será miembro cuando la acepte. Si no ha recibido ningún correo, envíele este texto:',
  ],
  textToSend: ['Text to send', 'Texto para enviar', 'Texto para enviar'],
  invitationText: (company: string, role: string, link: string, until: string) => [
    `You are invited to the check-in console of ${company} as ${role}. Sign in at ${link} and accept by ${until}.`,
    `Você foi convidado para o console de check-in de ${company} como ${role}. Entre em ${link} e aceite até ${until}.`,
    `Tiene una invitación a la consola de check-in de ${company} como ${role}. Inicie sesión en ${link} y acéptela antes del ${until}.`,
  ],
  roleHint: {
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
    owner: ['Sees and changes everything.', 'Vê e altera tudo.', 'Ve y cambia todo.'],
  },
  columns: {
    member: ['Member', 'Membro', 'Miembro'],
    since: ['Member since', 'Membro desde', 'Miembro desde'],
    invited: ['Invited', 'Convidado', 'Invitado'],
    invitedBy: ['Invited by', 'Convidado por', 'Invitado por'],
    until: ['Open until', 'Aberto até', 'Abierta hasta'],
  },
  you: ['you', 'você', 'usted'],
  change: ['Change role', 'Alterar papel', 'Cambiar rol'],
  removeWarning: [
    'They lose access to this console at once. You can invite them again at any time.',
    'A pessoa perde o acesso a este console imediatamente. Você pode convidá-la de novo quando quiser.',
    'La persona pierde de inmediato el acceso a esta consola. Puede volver a invitarla cuando quiera.',
  ],
  removeSelfWarning: [
    'You lose access to this console at once. Another owner must invite you again.',
    'Você perde o acesso a este console imediatamente. Outro proprietário precisa convidar você de novo.',
    'Usted pierde de inmediato el acceso a esta consola. Otro propietario debe volver a invitarle.',
  ],
  changed: (who: string, role: string) => [
    `${who} now has the role ${role}.`,
    `${who} agora tem o papel ${role}.`,
    `${who} tiene ahora el rol ${role}.`,
  ],
  removed: (who: string) => [`${who} has been removed.`, `${who} foi removido.`, `Se ha quitado a ${who}.`],
  emptyTitle: ['No members', 'Nenhum membro', 'No hay miembros'],
  empty: ['Invite the first member.', 'Convide o primeiro membro.', 'Invite al primer miembro.'],
});
