import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startConsoleService, type ConsoleService } from '../../support/console-service.ts';
import { makeStores, runCommand } from '../../unit/cli/run-command.ts';
import { aCompany } from './route-requests.ts';

let service: ConsoleService;

beforeAll(async () => {
  service = await startConsoleService();
});
afterAll(() => service.stop());

describe('The command line and the console’s API accept the same', () => {
  it.each([
    ['x'.repeat(256), true],
    ['🚪'.repeat(256), true],
    ['x'.repeat(257), false],
    ['', false],
  ])('names of API clients: %#', async (name, isValid) => {
    const admin = await service.aMember('admin');
    const { status } = await admin.call('createClient', { body: { name } });
    const { code } = await runCommand(makeStores(), ['clients', 'create', '--company', 'acme', '--name', name]);
    expect([status === 201, code === 0]).toEqual([isValid, isValid]);
  });

  it.each([
    [0, true],
    [0.5, true],
    [8_784, true],
    [8_784.5, false],
  ])('grace hours: %s', async (graceHours, isValid) => {
    const { owner, clientId, etag } = await aCompany(service);
    const headers = { 'If-Match': etag };
    const { status } = await owner.call('rotateSecret', { params: { clientId }, headers, body: { graceHours } });
    const stores = makeStores();
    await runCommand(stores, ['clients', 'create', '--company', 'acme', '--name', 'Gate 1']);
    const [client] = await stores.apiClients.listAll();
    const words = ['clients', 'rotate', client?.clientId ?? '', '--grace-hours', String(graceHours)];
    const { code } = await runCommand(stores, words);
    expect([status === 201, code === 0]).toEqual([isValid, isValid]);
  });
});

describe('Trying a check-in', () => {
  it('accepts only names of readers that a check-in accepts', async () => {
    const { owner, userId: id } = await aCompany(service);
    const attempt = (reader: string) => owner.call('tryCheckin', { body: { id, reader } });
    expect((await attempt('Main entrance')).status).toBe(200);
    const refused = await attempt('Main\u0007entrance');
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([{ field: 'reader', message: expect.any(String) }]);
  });
});
