import { describe, expect, it } from '@jest/globals';
import { consoleRoutes, isRoleAtLeast, roles, type ConsoleRoute } from '../../../shared/console-api/routes.ts';

const table: readonly ConsoleRoute[] = Object.values(consoleRoutes);
const pathsThat = (isMeant: (route: ConsoleRoute) => boolean): string[] =>
  table.filter(isMeant).map(({ path }) => path);

describe('The route table of the console API:', () => {
  it('has every method of a path once', () => {
    const names = table.map(({ method, path }) => `${method} ${path}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it('lets nobody below an administrator change anything, and nobody below an owner see the members', () => {
    expect(pathsThat(({ changes, role }) => changes && !isRoleAtLeast(role, 'admin'))).toEqual([]);
    expect(pathsThat(({ path, role }) => path === '/members' && role !== 'owner')).toEqual([]);
  });

  it('keeps the log from viewers', () => {
    expect(pathsThat(({ path, role }) => path === '/log' && role === 'viewer')).toEqual([]);
  });

  it('changes a client that exists only if the request names its state', () => {
    const changing = pathsThat(({ path, changes }) => changes && path.includes('{clientId}'));
    expect(changing).toEqual(pathsThat(({ ifMatch }) => ifMatch === true));
  });
});

describe('A role', () => {
  it('may do what the roles before it may, and no more', () => {
    const granted = roles.map((role) => roles.filter((least) => isRoleAtLeast(role, least)));
    expect(granted).toEqual([['viewer'], ['viewer', 'auditor'], ['viewer', 'auditor', 'admin'], [...roles]]);
  });
});
