import type { ComponentType } from 'preact';
import type { Role } from '../../../../shared/console-api/routes.ts';
import type { PageId } from '../navigation/page-id.ts';

interface Page {
  /** The weakest role that may see the page. */
  readonly least: Role;
  /** Each page is a separate file that is fetched when it is first opened. */
  readonly load: () => Promise<ComponentType>;
}

export const PAGES: Readonly<Record<PageId, Page>> = {
  clients: { least: 'viewer', load: async () => (await import('./clients/clients-page.tsx')).ClientsPage },
  members: { least: 'owner', load: async () => (await import('./members/members-page.tsx')).MembersPage },
  keys: { least: 'viewer', load: async () => (await import('./keys/keys-page.tsx')).KeysPage },
  log: { least: 'auditor', load: async () => (await import('./log/log-page.tsx')).LogPage },
  help: { least: 'viewer', load: async () => (await import('./help/help-page.tsx')).HelpPage },
  users: { least: 'viewer', load: async () => (await import('./users/users-page.tsx')).UsersPage },
  today: { least: 'viewer', load: async () => (await import('./today/today-page.tsx')).TodayPage },
  import: { least: 'admin', load: async () => (await import('./import/import-page.tsx')).ImportPage },
  try: { least: 'viewer', load: async () => (await import('./try/try-page.tsx')).TryPage },
};
