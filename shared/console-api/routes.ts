/**
 * The routes of the console's API, in one table. The function dispatches by it; the gateway's routes, the OpenAPI document
 * and the tests of roles and tenancy are made from it.
 */

/** From the weakest to the strongest. A role may do everything that the roles before it may do. */
export const roles = ['viewer', 'auditor', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

export const isRoleAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

export type ConsoleMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ConsoleRoute {
  readonly method: ConsoleMethod;
  /** Below {@link CONSOLE_API_PATH}; `{name}` is one segment, percent-encoded. */
  readonly path: `/${string}`;
  /** The weakest role that may call it. */
  readonly role: Role;
  /** Whether it changes something, and so is logged. */
  readonly changes: boolean;
  /** Whether `If-Match` must name the state to change: 428 without it, 412 if the state has changed. */
  readonly ifMatch?: true;
}

export const CONSOLE_API_PATH = '/console/api';

/** The scope that an access token needs for any of the routes. */
export const CONSOLE_SCOPE = 'checkin-console/admin';

export const consoleRoutes = {
  getMe: { method: 'GET', path: '/me', role: 'viewer', changes: false },

  listClients: { method: 'GET', path: '/clients', role: 'viewer', changes: false },
  createClient: { method: 'POST', path: '/clients', role: 'admin', changes: true },
  getClient: { method: 'GET', path: '/clients/{clientId}', role: 'viewer', changes: false },
  updateClient: { method: 'PATCH', path: '/clients/{clientId}', role: 'admin', changes: true, ifMatch: true },
  deleteClient: { method: 'DELETE', path: '/clients/{clientId}', role: 'admin', changes: true, ifMatch: true },
  rotateSecret: { method: 'POST', path: '/clients/{clientId}/secrets', role: 'admin', changes: true, ifMatch: true },
  endSecret: {
    method: 'DELETE',
    path: '/clients/{clientId}/secrets/{secretId}',
    role: 'admin',
    changes: true,
    ifMatch: true,
  },
  revokeTokens: {
    method: 'POST',
    path: '/clients/{clientId}/revoke-tokens',
    role: 'admin',
    changes: true,
    ifMatch: true,
  },

  searchUsers: { method: 'POST', path: '/users/search', role: 'viewer', changes: false },
  getUser: { method: 'GET', path: '/users/{userId}', role: 'viewer', changes: false },
  removeUser: { method: 'DELETE', path: '/users/{userId}', role: 'admin', changes: true },
  listUserBookings: { method: 'GET', path: '/users/{userId}/bookings', role: 'viewer', changes: false },
  exportUser: { method: 'GET', path: '/users/{userId}/export', role: 'admin', changes: false },
  addDevice: { method: 'PUT', path: '/users/{userId}/devices', role: 'admin', changes: true },
  removeDevice: { method: 'DELETE', path: '/users/{userId}/devices', role: 'admin', changes: true },

  checkIn: { method: 'POST', path: '/bookings/check-in', role: 'admin', changes: true },
  undoCheckin: { method: 'POST', path: '/bookings/undo-check-in', role: 'admin', changes: true },
  cancelBooking: { method: 'POST', path: '/bookings/cancel', role: 'admin', changes: true },

  importUsers: { method: 'POST', path: '/imports/users', role: 'admin', changes: true },
  importBookings: { method: 'POST', path: '/imports/bookings', role: 'admin', changes: true },

  tryCheckin: { method: 'POST', path: '/try-checkin', role: 'viewer', changes: false },

  listAttendance: { method: 'GET', path: '/attendance', role: 'viewer', changes: false },
  summariseAttendance: { method: 'GET', path: '/attendance/summary', role: 'viewer', changes: false },

  listLog: { method: 'GET', path: '/log', role: 'auditor', changes: false },

  listKeys: { method: 'GET', path: '/keys', role: 'viewer', changes: false },

  listMembers: { method: 'GET', path: '/members', role: 'owner', changes: false },
  addMember: { method: 'POST', path: '/members', role: 'owner', changes: true },
  changeMemberRole: { method: 'PATCH', path: '/members', role: 'owner', changes: true },
  removeMember: { method: 'DELETE', path: '/members', role: 'owner', changes: true },
} as const satisfies Record<string, ConsoleRoute>;

export type ConsoleRouteId = keyof typeof consoleRoutes;
