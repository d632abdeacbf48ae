import { translations } from '../language/translations.ts';
import type { PageId } from './page-id.ts';

/** The title of each page, in the navigation and its heading. */
export const pageTitles = translations<Readonly<Record<PageId, string>>>(
  {
    clients: 'API clients',
    users: 'Users',
    today: 'Today',
    import: 'Import',
    try: 'Try a check-in',
    log: 'Log',
    members: 'Members',
    keys: 'Signing keys',
    help: 'Help',
  },
  {
    'pt-BR': {
      clients: 'Clientes de API',
      users: 'Usuários',
      today: 'Hoje',
      import: 'Importar',
      try: 'Simular um check-in',
      log: 'Registro',
      members: 'Membros',
      keys: 'Chaves de assinatura',
      help: 'Ajuda',
    },
    es: {
      clients: 'Clientes de API',
      users: 'Usuarios',
      today: 'Hoy',
      import: 'Importar',
      try: 'Simular un check-in',
      log: 'Registro',
      members: 'Miembros',
      keys: 'Claves de firma',
      help: 'Ayuda',
    },
  },
);

export const productName = translations<string>('Check-in console', {
  'pt-BR': 'Console de check-in',
  es: 'Consola de check-in',
});
