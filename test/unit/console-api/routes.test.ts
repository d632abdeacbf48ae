import { describe, expect, it } from '@jest/globals';
import { consoleRoutes, type ConsoleRoute } from '../../../shared/console-api/routes.ts';
import { rolesWith } from '../../../shared/rules/roles.ts';

const table = Object.entries(consoleRoutes) as [string, ConsoleRoute][];

/** The routes that each set of roles may call. The list repeats the table, so that no change of a permission goes unnoticed. */
const expected = {
  'viewer, reception, auditor, admin, owner': [
    'getMe',
    'listMyInvitations',
    'acceptInvitation',
    'leave',
    'searchUsers',
    'getUser',
    'listUserBookings',
    'tryCheckin',
    'listAttendance',
    'searchAttendance',
    'summariseAttendance',
    'reportAttendance',
  ],
  'viewer, auditor, admin, owner': ['listClients', 'getClient'],
  'reception, auditor, admin, owner': ['listLog'],
  'auditor, admin, owner': ['listNewUsers'],
  'reception, admin, owner': ['checkIn', 'undoCheckin'],
  'admin, owner': [
    'createClient',
    'updateClient',
    'deleteClient',
    'rotateSecret',
    'endSecret',
    'revokeTokens',
    'updateUser',
    'removeUser',
    'exportUser',
    'addDevice',
    'removeDevice',
    'cancelBooking',
    'importUsers',
    'importBookings',
  ],
  owner: ['listMembers', 'inviteMember', 'resendInvitation', 'withdrawInvitation', 'changeMemberRole', 'removeMember'],
};

describe('The route table of the console API', () => {
  it('contains each method and path once', () => {
    const names = table.map(([, { method, path }]) => `${method} ${path}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it('requires If-Match for changes of an existing client or of a user’s profile, and for nothing else', () => {
    const changing = table.filter(
      ([id, { path, changes }]) => id === 'updateUser' || (changes && path.includes('{clientId}')),
    );
    expect(changing).toEqual(table.filter(([, { ifMatch }]) => ifMatch === true));
  });

  it('lets each role call its routes, and no others', () => {
    const byRoles = Object.groupBy(table, ([, { permission }]) => rolesWith(permission).join(', '));
    const names = Object.entries(byRoles).map(([roles, all = []]) => [roles, all.map(([id]) => id)]);
    expect(Object.fromEntries(names)).toEqual(expected);
  });
});
