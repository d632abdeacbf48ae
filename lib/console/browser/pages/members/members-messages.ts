import { translations } from '../../language/translations.ts';

/** The texts of the page Members. */
export const membersMessages = translations({
  intro: [
    'Who in your company can use this console, and in which role.',
    'Quem da sua empresa pode usar este console, e com qual papel.',
    'Quién de su empresa puede usar esta consola, y con qué rol.',
  ],
  invite: ['Invite member', 'Convidar membro', 'Invitar a un miembro'],
  emailHint: [
    'The person signs in with this address to accept. Their sign-in service must have verified it.',
    'A pessoa entra com este endereço para aceitar. O serviço de login precisa tê-lo verificado.',
    'La persona inicia sesión con esta dirección para aceptar. Su servicio de inicio de sesión debe haberla verificado.',
  ],
  emailMailedHint: [
    'If the address has no account yet, the person is sent an e-mail with a temporary password.',
    'Se o endereço ainda não tem conta, a pessoa recebe um e-mail com uma senha temporária.',
    'Si la dirección todavía no tiene cuenta, la persona recibe un correo con una contraseña temporal.',
  ],
  subject: [
    'Account ID (subject), instead of an address',
    'ID da conta (subject), em vez de um endereço',
    'ID de la cuenta (subject), en lugar de una dirección',
  ],
  subjectHint: [
    'The person sees their account ID after signing in for the first time.',
    'A pessoa vê o ID da conta depois de entrar pela primeira vez.',
    'La persona ve el ID de su cuenta tras iniciar sesión por primera vez.',
  ],
  invitations: ['Invitations', 'Convites', 'Invitaciones'],
  expired: ['expired', 'expirado', 'caducada'],
  resend: ['Send again', 'Enviar de novo', 'Enviar de nuevo'],
  withdraw: ['Withdraw', 'Retirar', 'Retirar'],
  withdrawn: (who: string) => [
    `The invitation for ${who} has been withdrawn.`,
    `O convite de ${who} foi retirado.`,
    `Se ha retirado la invitación de ${who}.`,
  ],
  invitedTitle: (who: string) => [`Invitation for ${who}`, `Convite para ${who}`, `Invitación para ${who}`],
  invitedHow: [
    'They become a member when they accept the invitation. If they got no e-mail, send them this text:',
    'A pessoa se torna membro quando aceita o convite. Se ela não recebeu e-mail, envie este texto:',
    'Será miembro cuando acepte la invitación. Si no ha recibido ningún correo, envíele este texto:',
  ],
  textToSend: ['Text to send', 'Texto para enviar', 'Texto para enviar'],
  invitationText: (company: string, role: string, link: string, until: string) => [
    `You are invited to the check-in console of ${company} as ${role}. Sign in at ${link} and accept by ${until}.`,
    `Você foi convidado para o console de check-in de ${company} como ${role}. Entre em ${link} e aceite até ${until}.`,
    `Tiene una invitación a la consola de check-in de ${company} como ${role}. Inicie sesión en ${link} y acéptela antes del ${until}.`,
  ],
  columns: {
    member: ['Member', 'Membro', 'Miembro'],
    since: ['Member since', 'Membro desde', 'Miembro desde'],
    invited: ['Invited', 'Convidado', 'Invitado'],
    invitedBy: ['Invited by', 'Convidado por', 'Invitado por'],
    until: ['Expires', 'Expira', 'Caduca'],
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
