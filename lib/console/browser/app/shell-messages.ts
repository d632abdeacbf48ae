import { type Text, translations } from '../language/translations.ts';
import type { PageGroup } from '../navigation/page-id.ts';

export const shellMessages = translations({
  groups: {
    people: ['People', 'Pessoas', 'Personas'],
    access: ['Access', 'Acesso', 'Acceso'],
    more: ['More', 'Mais', 'Más'],
  } satisfies Record<PageGroup, Text>,
  navigation: ['Pages', 'Páginas', 'Páginas'],
  menu: ['Menu', 'Menu', 'Menú'],
  skip: ['Skip to content', 'Ir para o conteúdo', 'Ir al contenido'],
  language: ['Language', 'Idioma', 'Idioma'],
  signIn: ['Sign in', 'Entrar', 'Iniciar sesión'],
  signOut: ['Sign out', 'Sair', 'Cerrar sesión'],
  signedOutIntro: [
    'Manage how gates and systems check your people in.',
    'Gerencie como catracas e sistemas fazem o check-in das pessoas da sua empresa.',
    'Gestione cómo los controles de acceso y los sistemas hacen el check-in de su personal.',
  ],
  signedOutPoints: [
    [
      'Create, rotate and disable the credentials of your gates',
      'See who has checked in today, and check somebody in by hand',
      'Import users and bookings, and follow every change in the log',
    ],
    [
      'Crie, renove e desative as credenciais das suas catracas',
      'Veja quem fez check-in hoje e faça o check-in de alguém manualmente',
      'Importe usuários e reservas e acompanhe cada alteração no registro',
    ],
    [
      'Cree, renueve y desactive las credenciales de sus controles de acceso',
      'Vea quién ha hecho check-in hoy y haga el check-in de alguien a mano',
      'Importe usuarios y reservas y siga cada cambio en el registro',
    ],
  ],
  roleIn: (role: string, company: string) => [
    `${role} of ${company}`,
    `${role} em ${company}`,
    `${role} en ${company}`,
  ],
  noCompanyTitle: [
    'Your account belongs to no company',
    'Sua conta não pertence a nenhuma empresa',
    'Su cuenta no pertenece a ninguna empresa',
  ],
  noCompany: [
    'You are signed in, but there is nothing to show you yet.',
    'Você entrou, mas ainda não há nada para mostrar.',
    'Ha iniciado sesión, pero todavía no hay nada que mostrar.',
  ],
  noCompanyHow: [
    'To get in, ask an owner of your company to invite you under “Members”, with the e-mail address you sign in with or the account ID below. Then try again.',
    'Para ter acesso, peça a um proprietário da sua empresa que convide você em “Membros”, com o e-mail que você usa para entrar ou com o ID da conta abaixo. Depois, tente novamente.',
    'Para obtener acceso, pida a un propietario de su empresa que le invite en «Miembros», con el correo con el que inicia sesión o con el ID de la cuenta de abajo. Después, reinténtelo.',
  ],
  invitedTo: (company: string, role: string, by: string, until: string) => [
    `${by} invited you to join ${company} as ${role}. The invitation expires on ${until}.`,
    `${by} convidou você para ${company} como ${role}. O convite expira em ${until}.`,
    `${by} le ha invitado a ${company} como ${role}. La invitación caduca el ${until}.`,
  ],
  accept: ['Accept', 'Aceitar', 'Aceptar'],
  leaveFirst: (own: string) => [
    `To accept, leave ${own} first.`,
    `Para aceitar, saia primeiro de ${own}.`,
    `Para aceptar, abandone primero ${own}.`,
  ],
  subject: ['Your account ID (subject)', 'ID da sua conta (subject)', 'ID de su cuenta (subject)'],
  signInFailed: [
    'The sign-in was not completed. Sign in again.',
    'O login não foi concluído. Entre novamente.',
    'El inicio de sesión no se ha completado. Inicie sesión de nuevo.',
  ],
  issuerUnreachable: [
    'The sign-in service cannot be reached. Check your connection and try again.',
    'O serviço de login não está acessível. Verifique sua conexão e tente novamente.',
    'No se puede acceder al servicio de inicio de sesión. Compruebe su conexión y reinténtelo.',
  ],
  connectionLost: [
    'Connection lost. Trying again…',
    'A conexão caiu. Tentando novamente…',
    'Se ha perdido la conexión. Reintentando…',
  ],
  connected: ['Connected again.', 'Conexão restabelecida.', 'Conexión restablecida.'],
  expiredTitle: ['Your sign-in has expired', 'Sua sessão expirou', 'Su sesión ha caducado'],
  expired: [
    'Sign in again in a new window. This page then continues where you left off; nothing you typed is lost.',
    'Entre novamente em uma nova janela. Esta página continua de onde você parou; nada do que você digitou se perde.',
    'Inicie sesión de nuevo en otra ventana. Esta página continúa donde estaba; no se pierde nada de lo que ha escrito.',
  ],
  expiredAction: ['Open sign-in in a new window', 'Entrar em uma nova janela', 'Iniciar sesión en otra ventana'],
  pageFailed: [
    'This page could not be loaded. Check your connection and try again.',
    'Não foi possível carregar esta página. Verifique sua conexão e tente novamente.',
    'No se ha podido cargar esta página. Compruebe su conexión y reinténtelo.',
  ],
  unknownPage: [
    'There is no page at this address',
    'Não há página neste endereço',
    'No hay ninguna página en esta dirección',
  ],
  theme: ['Theme', 'Tema', 'Tema'],
  themes: {
    system: ['System theme', 'Tema do sistema', 'Tema del sistema'],
    light: ['Light', 'Claro', 'Claro'],
    dark: ['Dark', 'Escuro', 'Oscuro'],
  },
  notYourRole: (role: string) => [
    `This page is for people with the role ${role}. Ask an owner of your company if you need it.`,
    `Esta página é para pessoas com o papel ${role}. Se precisar dela, fale com um proprietário da sua empresa.`,
    `Esta página es para personas con el rol ${role}. Si la necesita, hable con un propietario de su empresa.`,
  ],
});
