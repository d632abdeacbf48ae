import { describe, expect, it } from '@jest/globals';
import { consoleRoutes, isRoleAtLeast, roles, type ConsoleRoute } from '../../../shared/console-api/routes.ts';

const table: readonly ConsoleRoute[] = Object.values(consoleRoutes);
const pathsThat = (matches: (route: ConsoleRoute) => boolean): string[] =>
  table.filter(matches).map(({ path }) => path);

describe('The route table of the console API:', () => {
  it('has each method of a path once', () => {
    const names = table.map(({ method, path }) => `${method} ${path}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it('requires at least the role admin for changes, and the role owner for the members', () => {
    expect(pathsThat(({ changes, role }) => changes && !isRoleAtLeast(role, 'admin'))).toEqual([]);
    expect(pathsThat(({ path, role }) => path === '/members' && role !== 'owner')).toEqual([]);
  });

  it('keeps the log from viewers', () => {
    expect(pathsThat(({ path, role }) => path === '/log' && role === 'viewer')).toEqual([]);
  });

  it('requires If-Match for changes of an existing client', () => {
    const changing = pathsThat(({ path, changes }) => changes && path.includes('{clientId}'));
    expect(changing).toEqual(pathsThat(({ ifMatch }) => ifMatch === true));
  });
});

describe('A role', () => {
  it('may do everything that lower roles may, and nothing of higher ones', () => {
    const granted = roles.map((role) => roles.filter((least) => isRoleAtLeast(role, least)));
    expect(granted).toEqual([['viewer'], ['viewer', 'auditor'], ['viewer', 'auditor', 'admin'], [...roles]]);
  });
});
