import { describe, expect, it } from '@jest/globals';
import { consoleRoutes, type ConsoleRoute } from '../../../shared/console-api/routes.ts';
import { may, roles, type Role } from '../../../shared/rules/roles.ts';

const table: readonly ConsoleRoute[] = Object.values(consoleRoutes);
const pathsThat = (matches: (route: ConsoleRoute) => boolean): string[] =>
  table.filter(matches).map(({ path }) => path);

/** What a role may change, beyond its own membership. */
const changesOf = (role: Role): string[] =>
  pathsThat(({ path, changes, permission }) => changes && may(role, permission) && !path.startsWith('/me/'));

describe('The route table of the console API:', () => {
  it('has each method of a path once', () => {
    const names = table.map(({ method, path }) => `${method} ${path}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it('requires If-Match for changes of an existing client', () => {
    const changing = pathsThat(({ path, changes }) => changes && path.includes('{clientId}'));
    expect(changing).toEqual(pathsThat(({ ifMatch }) => ifMatch === true));
  });

  it('lets viewers and auditors change nothing, and reception only check-ins', () => {
    expect([changesOf('viewer'), changesOf('auditor')]).toEqual([[], []]);
    expect(changesOf('reception')).toEqual(['/bookings/check-in', '/bookings/undo-check-in']);
  });

  it('keeps clients, imports, members, keys, exports and removal from reception', () => {
    const readable = pathsThat(({ changes, permission }) => !changes && may('reception', permission));
    expect(readable).toEqual([
      '/me',
      '/me/invitations',
      '/users/search',
      '/users/{userId}',
      '/users/{userId}/bookings',
      '/try-checkin',
      '/attendance',
      '/attendance/summary',
      '/log',
    ]);
  });

  it('lets an admin call everything but the members, and an owner everything', () => {
    expect(pathsThat(({ permission }) => !may('admin', permission)).every((path) => path.startsWith('/members'))).toBe(
      true,
    );
    expect(pathsThat(({ permission }) => !may('owner', permission))).toEqual([]);
  });

  it('lets every role read its own membership', () => {
    expect(roles.filter((role) => !may(role, consoleRoutes.getMe.permission))).toEqual([]);
  });
});
