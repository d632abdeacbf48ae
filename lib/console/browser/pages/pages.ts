import type { ComponentType } from 'preact';
import type { Permission, Role } from '../../../../shared/rules/roles.ts';
import type { PageId } from '../navigation/page-id.ts';

interface Page {
  /** What the member's role must allow. */
  readonly permission: Permission;
  /** Each page is a separate file that is fetched when it is first opened. */
  readonly load: () => Promise<ComponentType>;
}

export const PAGES: Readonly<Record<PageId, Page>> = {
  clients: { permission: 'clients.read', load: async () => (await import('./clients/clients-page.tsx')).ClientsPage },
  members: { permission: 'members.change', load: async () => (await import('./members/members-page.tsx')).MembersPage },
  keys: { permission: 'keys.read', load: async () => (await import('./keys/keys-page.tsx')).KeysPage },
  log: { permission: 'log.checkins', load: async () => (await import('./log/log-page.tsx')).LogPage },
  help: { permission: 'me.read', load: async () => (await import('./help/help-page.tsx')).HelpPage },
  users: { permission: 'users.read', load: async () => (await import('./users/users-page.tsx')).UsersPage },
  today: { permission: 'attendance.read', load: async () => (await import('./today/today-page.tsx')).TodayPage },
  import: { permission: 'imports.run', load: async () => (await import('./import/import-page.tsx')).ImportPage },
  try: { permission: 'bookings.read', load: async () => (await import('./try/try-page.tsx')).TryPage },
};

/** The page that `/console/` leads to. */
export const LANDING_PAGE: Readonly<Record<Role, PageId>> = {
  viewer: 'today',
  reception: 'today',
  auditor: 'clients',
  admin: 'clients',
  owner: 'clients',
};
