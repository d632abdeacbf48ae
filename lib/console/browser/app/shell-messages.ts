import { translations } from '../language/language.ts';
import type { Theme } from './theme.ts';
import type { PageGroup } from '../navigation/page-id.ts';

interface ShellMessages {
  readonly groups: Readonly<Record<PageGroup, string>>;
  readonly navigation: string;
  readonly menu: string;
  readonly skip: string;
  readonly language: string;
  readonly signIn: string;
  readonly signOut: string;
  readonly signedOutIntro: string;
  readonly signedOutPoints: readonly string[];
  readonly roleIn: (role: string, company: string) => string;
  readonly noCompanyTitle: string;
  readonly noCompany: string;
  readonly noCompanyHow: string;
  readonly invitedTo: (company: string, role: string, by: string, until: string) => string;
  readonly accept: string;
  readonly acceptOf: (company: string) => string;
  readonly leaveFirst: (own: string) => string;
  readonly subject: string;
  readonly signInFailed: string;
  readonly issuerAway: string;
  readonly connectionLost: string;
  readonly connected: string;
  readonly expiredTitle: string;
  readonly expired: string;
  readonly expiredAction: string;
  readonly pageFailed: string;
  readonly unknownPage: string;
  readonly theme: string;
  readonly themes: Readonly<Record<Theme, string>>;
  readonly notYourRole: (role: string) => string;
}

export const shellMessages = translations<ShellMessages>(
  {
    groups: { people: 'People', access: 'Access', more: 'More' },
    navigation: 'Pages',
    menu: 'Menu',
    skip: 'Skip to the content',
    language: 'Language',
    signIn: 'Sign in',
    signOut: 'Sign out',
    signedOutIntro: 'Manage how gates and systems check your people in.',
    signedOutPoints: [
      'Create, rotate and disable the credentials of your gates',
      'See who has checked in today, and check somebody in by hand',
      'Import users and bookings, and follow every change in the log',
    ],
    roleIn: (role, company) => `${role} of ${company}`,
    noCompanyTitle: 'Your account belongs to no company',
    noCompany: 'You are signed in, but there is nothing to show you yet.',
    noCompanyHow:
      'To get in, ask an owner of your company to invite you under “Members”, with the e-mail address you sign in with or the subject below. Then try again.',
    invitedTo: (company, role, by, until) => `${by} invites you to ${company} as ${role}, until ${until}.`,
    accept: 'Accept',
    acceptOf: (company) => `Accept: ${company}`,
    leaveFirst: (own) => `To accept, leave ${own} first.`,
    subject: 'Subject of your account',
    signInFailed: 'The sign-in was not completed. Sign in again.',
    issuerAway: 'The sign-in service cannot be reached. Check your connection and try again.',
    connectionLost: 'The connection is lost. Trying again…',
    connected: 'Connected again.',
    expiredTitle: 'Your sign-in has expired',
    expired: 'Sign in again in a new window. This page then continues where you were; nothing you typed is lost.',
    expiredAction: 'Sign in in a new window',
    pageFailed: 'This page could not be loaded. Check your connection and try again.',
    unknownPage: 'There is no page at this address',
    theme: 'Theme',
    themes: { system: 'System theme', light: 'Light', dark: 'Dark' },
    notYourRole: (role) =>
      `This page is for people with the role ${role}. Ask an owner of your company if you need it.`,
  },
  {
    'pt-BR': {
      groups: { people: 'Pessoas', access: 'Acesso', more: 'Mais' },
      navigation: 'Páginas',
      menu: 'Menu',
      skip: 'Ir para o conteúdo',
      language: 'Idioma',
      signIn: 'Entrar',
      signOut: 'Sair',
      signedOutIntro: 'Gerencie como catracas e sistemas fazem o check-in das pessoas da sua empresa.',
      signedOutPoints: [
        'Crie, renove e desative as credenciais das suas catracas',
        'Veja quem fez check-in hoje e faça o check-in de alguém manualmente',
        'Importe usuários e reservas e acompanhe cada alteração no registro',
      ],
      roleIn: (role, company) => `${role} em ${company}`,
      noCompanyTitle: 'Sua conta não pertence a nenhuma empresa',
      noCompany: 'Você entrou, mas ainda não há nada para mostrar.',
      noCompanyHow:
        'Para ter acesso, peça a um proprietário da sua empresa que convide você em “Membros”, com o e-mail que você usa para entrar ou com o identificador abaixo. Depois, tente novamente.',
      invitedTo: (company, role, by, until) => `${by} convida você para ${company} como ${role}, até ${until}.`,
      accept: 'Aceitar',
      acceptOf: (company) => `Aceitar: ${company}`,
      leaveFirst: (own) => `Para aceitar, saia primeiro de ${own}.`,
      subject: 'Identificador da sua conta (subject)',
      signInFailed: 'O login não foi concluído. Entre novamente.',
      issuerAway: 'O serviço de login não está acessível. Verifique sua conexão e tente novamente.',
      connectionLost: 'A conexão caiu. Tentando novamente…',
      connected: 'Conexão restabelecida.',
      expiredTitle: 'Sua sessão expirou',
      expired:
        'Entre novamente em uma nova janela. Esta página continua de onde você parou; nada do que você digitou se perde.',
      expiredAction: 'Entrar em uma nova janela',
      pageFailed: 'Não foi possível carregar esta página. Verifique sua conexão e tente novamente.',
      unknownPage: 'Não há página neste endereço',
      theme: 'Tema',
      themes: { system: 'Tema do sistema', light: 'Claro', dark: 'Escuro' },
      notYourRole: (role) =>
        `Esta página é para pessoas com o papel ${role}. Se precisar dela, fale com um proprietário da sua empresa.`,
    },
    es: {
      groups: { people: 'Personas', access: 'Acceso', more: 'Más' },
      navigation: 'Páginas',
      menu: 'Menú',
      skip: 'Ir al contenido',
      language: 'Idioma',
      signIn: 'Iniciar sesión',
      signOut: 'Cerrar sesión',
      signedOutIntro: 'Gestione cómo los controles de acceso y los sistemas hacen el check-in de su personal.',
      signedOutPoints: [
        'Cree, renueve y desactive las credenciales de sus controles de acceso',
        'Vea quién ha hecho check-in hoy y haga el check-in de alguien a mano',
        'Importe usuarios y reservas y siga cada cambio en el registro',
      ],
      roleIn: (role, company) => `${role} en ${company}`,
      noCompanyTitle: 'Su cuenta no pertenece a ninguna empresa',
      noCompany: 'Ha iniciado sesión, pero todavía no hay nada que mostrar.',
      noCompanyHow:
        'Para obtener acceso, pida a un propietario de su empresa que le invite en «Miembros», con el correo con el que inicia sesión o con el identificador de abajo. Después, reinténtelo.',
      invitedTo: (company, role, by, until) => `${by} le invita a ${company} como ${role}, hasta el ${until}.`,
      accept: 'Aceptar',
      acceptOf: (company) => `Aceptar: ${company}`,
      leaveFirst: (own) => `Para aceptar, abandone primero ${own}.`,
      subject: 'Identificador de su cuenta (subject)',
      signInFailed: 'El inicio de sesión no se ha completado. Inicie sesión de nuevo.',
      issuerAway: 'No se puede acceder al servicio de inicio de sesión. Compruebe su conexión y reinténtelo.',
      connectionLost: 'Se ha perdido la conexión. Reintentando…',
      connected: 'Conexión restablecida.',
      expiredTitle: 'Su sesión ha caducado',
      expired:
        'Inicie sesión de nuevo en otra ventana. Esta página continúa donde estaba; no se pierde nada de lo que ha escrito.',
      expiredAction: 'Iniciar sesión en otra ventana',
      pageFailed: 'No se ha podido cargar esta página. Compruebe su conexión y reinténtelo.',
      unknownPage: 'No hay ninguna página en esta dirección',
      theme: 'Tema',
      themes: { system: 'Tema del sistema', light: 'Claro', dark: 'Oscuro' },
      notYourRole: (role) =>
        `Esta página es para personas con el rol ${role}. Si la necesita, hable con un propietario de su empresa.`,
    },
  },
);
