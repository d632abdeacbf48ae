import type { Permission, Role } from '../../../../shared/rules/roles.ts';

/** The pages, in the order of the navigation. */
export const PAGE_GROUPS = {
  people: ['today', 'report', 'users', 'try', 'import'],
  access: ['clients', 'members'],
  more: ['log', 'help'],
} as const;

export type PageGroup = keyof typeof PAGE_GROUPS;
export type PageId = (typeof PAGE_GROUPS)[PageGroup][number];

const ids: readonly PageId[] = Object.values(PAGE_GROUPS).flat();

/** The page at an address; undefined if there is none. */
export const findPage = (path: string): PageId | undefined => {
  const name = path.split('/')[2];
  return ids.find((id) => id === name);
};

/** The address of a page and its state, such as `/console/log?user=42`. */
export const addressOf = (page: PageId, query: Readonly<Record<string, string>> = {}): string => {
  const text = new URLSearchParams(query).toString();
  return `/console/${page}${text === '' ? '' : `?${text}`}`;
};

/** The id at the end of an address, such as the client's id in `/console/clients/{clientId}`. */
export const findItemId = (path: string): string | undefined => {
  const id = path.split('/')[3] ?? '';
  if (id === '') return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    // A broken link, such as `/console/clients/%zz`.
    return id;
  }
};

/** The address of the page of one person or API client. */
export const addressOfOne = (page: PageId, id: string | number): string =>
  `${addressOf(page)}/${encodeURIComponent(id)}`;

/** The permission that a member needs to see each page. */
export const PAGE_PERMISSION: Readonly<Record<PageId, Permission>> = {
  clients: 'clients.read',
  members: 'members.change',
  log: 'log.checkins',
  help: 'me',
  users: 'users.read',
  today: 'attendance.read',
  report: 'attendance.read',
  import: 'imports.run',
  try: 'bookings.read',
};

/** The page that `/console/` opens for each role. */
export const LANDING_PAGE: Readonly<Record<Role, PageId>> = {
  viewer: 'today',
  reception: 'today',
  auditor: 'clients',
  admin: 'clients',
  owner: 'clients',
};
