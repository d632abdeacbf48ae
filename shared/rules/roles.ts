export type Permission =
  /** See one's own membership, and leave the company. */
  | 'me'
  | 'clients.read'
  | 'clients.change'
  | 'users.read'
  /** Change a user's name, identifiers and language, and register and remove devices. */
  | 'users.change'
  | 'users.remove'
  | 'users.export'
  /** Read a user's bookings, and try a check-in. */
  | 'bookings.read'
  | 'bookings.cancel'
  | 'checkins.change'
  | 'imports.run'
  | 'attendance.read'
  | 'log.checkins'
  | 'log.changes'
  | 'members.change';

const viewer = ['me', 'clients.read', 'users.read', 'bookings.read', 'attendance.read'] as const satisfies Permission[];

const reception = [
  'me',
  'users.read',
  'bookings.read',
  'attendance.read',
  'log.checkins',
  'checkins.change',
] as const satisfies Permission[];

const auditor = [...viewer, 'log.checkins', 'log.changes'] as const satisfies Permission[];

const admin = [
  ...auditor,
  'clients.change',
  'users.change',
  'users.remove',
  'users.export',
  'bookings.cancel',
  'checkins.change',
  'imports.run',
] as const satisfies Permission[];

const owner = [...admin, 'members.change'] as const satisfies Permission[];

/** Roles are not ranks: `reception` and `auditor` each have permissions that the other lacks. */
const permissionsOf = { viewer, reception, auditor, admin, owner } as const;

export type Role = keyof typeof permissionsOf;

export const roles = Object.keys(permissionsOf) as readonly Role[];

export const may = (role: Role, permission: Permission): boolean =>
  (permissionsOf[role] as readonly Permission[]).includes(permission);

export const rolesWith = (permission: Permission): readonly Role[] => roles.filter((role) => may(role, permission));

/** A roster is one item of at most 400 KB, read at every request: 500 members need 300 KB at most. */
export const MAX_MEMBERS = 500;
/**
 * A removed owner's invitations are withdrawn, with one item each, in the transaction that also writes the roster and the audit
 * log. It has at most 100 items.
 */
export const MAX_INVITATIONS = 50;
export const INVITATION_DAYS = 7;

/** The tools through which somebody can change something. */
export const actorTools = ['cli', 'console', 'sync'] as const;
