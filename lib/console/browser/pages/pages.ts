import type { ComponentType } from 'preact';
import type { PageId } from '../navigation/page-id.ts';

/** A page in the navigation, or the page of one API client or person. */
export type PageFile = PageId | 'client' | 'person';

export const ITEM_PAGES: Readonly<Partial<Record<PageId, PageFile>>> = { clients: 'client', users: 'person' };

/** Each page is a separate file that is fetched when it is first opened. */
export const PAGES: Readonly<Record<PageFile, () => Promise<ComponentType>>> = {
  clients: async () => (await import('./clients/clients-page.tsx')).ClientsPage,
  client: async () => (await import('./clients/client-page.tsx')).ClientPage,
  members: async () => (await import('./members/members-page.tsx')).MembersPage,
  keys: async () => (await import('./keys/keys-page.tsx')).KeysPage,
  log: async () => (await import('./log/log-page.tsx')).LogPage,
  help: async () => (await import('./help/help-page.tsx')).HelpPage,
  users: async () => (await import('./users/users-page.tsx')).UsersPage,
  person: async () => (await import('./users/person-page.tsx')).PersonPage,
  today: async () => (await import('./today/today-page.tsx')).TodayPage,
  import: async () => (await import('./import/import-page.tsx')).ImportPage,
  try: async () => (await import('./try/try-page.tsx')).TryPage,
};
