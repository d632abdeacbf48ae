import type { Permission, Role } from '../../../../shared/rules/roles.ts';
import type { PageId } from './page-id.ts';

/** The permission that a member needs to see each page. */
export const PAGE_PERMISSION: Readonly<Record<PageId, Permission>> = {
  clients: 'clients.read',
  members: 'members.change',
  keys: 'keys.read',
  log: 'log.checkins',
  help: 'me',
  users: 'users.read',
  today: 'attendance.read',
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
