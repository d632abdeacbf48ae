import type { Permission } from '../rules/roles.ts';

type ConsoleMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ConsoleRoute {
  readonly method: ConsoleMethod;
  /** A path below {@link CONSOLE_API_PATH}. `{name}` is one segment, percent-encoded. */
  readonly path: `/${string}`;
  readonly permission: Permission;
  /** Whether the route changes something. Changes are logged. */
  readonly changes: boolean;
  /** `If-Match` must name the state to change: 428 without it, 412 for another state. */
  readonly ifMatch?: true;
  /** The route also serves signed-in people who are not members of a company. */
  readonly needsNoMembership?: true;
}

export const CONSOLE_API_PATH = '/console/api';

/** Every route needs this scope. */
export const CONSOLE_SCOPE = 'checkin-console/admin';

type Path = ConsoleRoute['path'];

const read = <P extends Path>(method: ConsoleMethod, path: P, permission: Permission) =>
  ({ method, path, permission, changes: false }) as const;
const change = <P extends Path>(method: ConsoleMethod, path: P, permission: Permission) =>
  ({ method, path, permission, changes: true }) as const;

/** The function dispatches by this table. The gateway's routes and the tests of roles and tenancy are also made from it. */
export const consoleRoutes = {
  getMe: read('GET', '/me', 'me'),
  listMyInvitations: { ...read('GET', '/me/invitations', 'me'), needsNoMembership: true },
  acceptInvitation: { ...change('POST', '/me/invitations/{invitationId}/accept', 'me'), needsNoMembership: true },
  leave: change('DELETE', '/me/membership', 'me'),

  listClients: read('GET', '/clients', 'clients.read'),
  createClient: change('POST', '/clients', 'clients.change'),
  getClient: read('GET', '/clients/{clientId}', 'clients.read'),
  updateClient: { ...change('PATCH', '/clients/{clientId}', 'clients.change'), ifMatch: true },
  deleteClient: { ...change('DELETE', '/clients/{clientId}', 'clients.change'), ifMatch: true },
  rotateSecret: { ...change('POST', '/clients/{clientId}/secrets', 'clients.change'), ifMatch: true },
  endSecret: { ...change('DELETE', '/clients/{clientId}/secrets/{secretId}', 'clients.change'), ifMatch: true },
  revokeTokens: { ...change('POST', '/clients/{clientId}/revoke-tokens', 'clients.change'), ifMatch: true },

  searchUsers: read('POST', '/users/search', 'users.read'),
  getUser: read('GET', '/users/{userId}', 'users.read'),
  updateUser: { ...change('PATCH', '/users/{userId}', 'users.change'), ifMatch: true },
  removeUser: change('DELETE', '/users/{userId}', 'users.remove'),
  listUserBookings: read('GET', '/users/{userId}/bookings', 'bookings.read'),
  exportUser: read('GET', '/users/{userId}/export', 'users.export'),
  addDevice: change('PUT', '/users/{userId}/devices', 'users.change'),
  removeDevice: change('DELETE', '/users/{userId}/devices', 'users.change'),

  checkIn: change('POST', '/bookings/check-in', 'checkins.change'),
  undoCheckin: change('POST', '/bookings/undo-check-in', 'checkins.change'),
  cancelBooking: change('POST', '/bookings/cancel', 'bookings.cancel'),

  importUsers: change('POST', '/imports/users', 'imports.run'),
  importBookings: change('POST', '/imports/bookings', 'imports.run'),

  tryCheckin: read('POST', '/try-checkin', 'bookings.read'),

  listAttendance: read('GET', '/attendance', 'attendance.read'),
  searchAttendance: read('POST', '/attendance/search', 'attendance.read'),
  summariseAttendance: read('GET', '/attendance/summary', 'attendance.read'),
  reportAttendance: read('GET', '/attendance/report', 'attendance.read'),

  listLog: read('GET', '/log', 'log.checkins'),
  listNewUsers: read('GET', '/log/new-users', 'log.changes'),

  listMembers: read('GET', '/members', 'members.change'),
  inviteMember: change('POST', '/members', 'members.change'),
  resendInvitation: change('POST', '/members/invitations/{invitationId}/resend', 'members.change'),
  withdrawInvitation: change('DELETE', '/members/invitations/{invitationId}', 'members.change'),
  changeMemberRole: change('PATCH', '/members', 'members.change'),
  removeMember: change('DELETE', '/members', 'members.change'),
} as const satisfies Record<string, ConsoleRoute>;

export type ConsoleRouteId = keyof typeof consoleRoutes;
