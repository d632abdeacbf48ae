import type { Permission } from '../rules/roles.ts';

/**
 * The routes of the console's API, in one table. The function dispatches by it; the gateway's routes, the OpenAPI document
 * and the tests of roles and tenancy are made from it.
 */

export type ConsoleMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ConsoleRoute {
  readonly method: ConsoleMethod;
  /** Below {@link CONSOLE_API_PATH}; `{name}` is one segment, percent-encoded. */
  readonly path: `/${string}`;
  /** What the caller's role must allow. */
  readonly permission: Permission;
  /** Whether it changes something, and so is logged. */
  readonly changes: boolean;
  /** Whether `If-Match` must name the state to change: 428 without it, 412 if the state has changed. */
  readonly ifMatch?: true;
  /** For signed-in people, whether or not they are members of a company. */
  readonly isForAnyone?: true;
}

export const CONSOLE_API_PATH = '/console/api';

/** The scope that an access token needs for any of the routes. */
export const CONSOLE_SCOPE = 'checkin-console/admin';

export const consoleRoutes = {
  getMe: { method: 'GET', path: '/me', permission: 'me', changes: false },
  listMyInvitations: {
    method: 'GET',
    path: '/me/invitations',
    permission: 'me',
    changes: false,
    isForAnyone: true,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/me/invitations/{invitationId}/accept',
    permission: 'me',
    changes: true,
    isForAnyone: true,
  },
  leave: { method: 'DELETE', path: '/me/membership', permission: 'me', changes: true },

  listClients: { method: 'GET', path: '/clients', permission: 'clients.read', changes: false },
  createClient: { method: 'POST', path: '/clients', permission: 'clients.change', changes: true },
  getClient: { method: 'GET', path: '/clients/{clientId}', permission: 'clients.read', changes: false },
  updateClient: {
    method: 'PATCH',
    path: '/clients/{clientId}',
    permission: 'clients.change',
    changes: true,
    ifMatch: true,
  },
  deleteClient: {
    method: 'DELETE',
    path: '/clients/{clientId}',
    permission: 'clients.change',
    changes: true,
    ifMatch: true,
  },
  rotateSecret: {
    method: 'POST',
    path: '/clients/{clientId}/secrets',
    permission: 'clients.change',
    changes: true,
    ifMatch: true,
  },
  endSecret: {
    method: 'DELETE',
    path: '/clients/{clientId}/secrets/{secretId}',
    permission: 'clients.change',
    changes: true,
    ifMatch: true,
  },
  revokeTokens: {
    method: 'POST',
    path: '/clients/{clientId}/revoke-tokens',
    permission: 'clients.change',
    changes: true,
    ifMatch: true,
  },

  searchUsers: { method: 'POST', path: '/users/search', permission: 'users.read', changes: false },
  getUser: { method: 'GET', path: '/users/{userId}', permission: 'users.read', changes: false },
  updateUser: {
    method: 'PATCH',
    path: '/users/{userId}',
    permission: 'users.change',
    changes: true,
    ifMatch: true,
  },
  removeUser: { method: 'DELETE', path: '/users/{userId}', permission: 'users.remove', changes: true },
  listUserBookings: { method: 'GET', path: '/users/{userId}/bookings', permission: 'bookings.read', changes: false },
  exportUser: { method: 'GET', path: '/users/{userId}/export', permission: 'users.export', changes: false },
  addDevice: { method: 'PUT', path: '/users/{userId}/devices', permission: 'users.change', changes: true },
  removeDevice: { method: 'DELETE', path: '/users/{userId}/devices', permission: 'users.change', changes: true },

  checkIn: { method: 'POST', path: '/bookings/check-in', permission: 'checkins.change', changes: true },
  undoCheckin: { method: 'POST', path: '/bookings/undo-check-in', permission: 'checkins.change', changes: true },
  cancelBooking: { method: 'POST', path: '/bookings/cancel', permission: 'bookings.cancel', changes: true },

  importUsers: { method: 'POST', path: '/imports/users', permission: 'imports.run', changes: true },
  importBookings: { method: 'POST', path: '/imports/bookings', permission: 'imports.run', changes: true },

  tryCheckin: { method: 'POST', path: '/try-checkin', permission: 'bookings.read', changes: false },

  listAttendance: { method: 'GET', path: '/attendance', permission: 'attendance.read', changes: false },
  searchAttendance: { method: 'POST', path: '/attendance/search', permission: 'attendance.read', changes: false },
  summariseAttendance: { method: 'GET', path: '/attendance/summary', permission: 'attendance.read', changes: false },

  listLog: { method: 'GET', path: '/log', permission: 'log.checkins', changes: false },

  listKeys: { method: 'GET', path: '/keys', permission: 'keys.read', changes: false },

  listMembers: { method: 'GET', path: '/members', permission: 'members.change', changes: false },
  inviteMember: { method: 'POST', path: '/members', permission: 'members.change', changes: true },
  resendInvitation: {
    method: 'POST',
    path: '/members/invitations/{invitationId}/resend',
    permission: 'members.change',
    changes: true,
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/members/invitations/{invitationId}',
    permission: 'members.change',
    changes: true,
  },
  changeMemberRole: { method: 'PATCH', path: '/members', permission: 'members.change', changes: true },
  removeMember: { method: 'DELETE', path: '/members', permission: 'members.change', changes: true },
} as const satisfies Record<string, ConsoleRoute>;

export type ConsoleRouteId = keyof typeof consoleRoutes;

/** The routes that need no membership. */
export type AccountRouteId = {
  [Id in ConsoleRouteId]: (typeof consoleRoutes)[Id] extends { readonly isForAnyone: true } ? Id : never;
}[ConsoleRouteId];
