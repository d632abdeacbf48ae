import { describe, expect, it } from '@jest/globals';
import { runCommand, runJson, storesWith } from '../run-command.ts';

const endpoint = 'arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/5e3e9847-3183-3f18-a7e8-671c3a57d4b3';

const start = (...devices: string[]) => {
  const stores = storesWith({ users: [{ companyId: 'acme', id: 42, devices }] });
  const words = (verb: string, ...rest: string[]) => ['devices', verb, '--company', 'acme', '--user', '42', ...rest];
  return { stores, words };
};

describe('devices add', () => {
  it('registers a device, once', async () => {
    const { stores, words } = start();
    const add = words('add', '--endpoint', endpoint);
    const value = { companyId: 'acme', userId: 42, endpointArn: endpoint };
    expect((await runJson(stores, add)).value).toEqual({ ...value, outcome: 'written' });
    expect((await runJson(stores, add)).value).toEqual({ ...value, outcome: 'unchanged' });
    expect((await runJson(stores, words('list'))).value).toEqual([endpoint]);
  });

  it('says whose device it was', async () => {
    const users = [
      { companyId: 'acme', id: 41, devices: [endpoint] },
      { companyId: 'acme', id: 42, devices: [] },
    ];
    const add = ['devices', 'add', '--company', 'acme', '--user', '42', '--endpoint', endpoint];
    expect((await runJson(storesWith({ users }), add)).value).toMatchObject({ outcome: 'written', movedFrom: 41 });
  });

  it('reports that the user has no room for another device', async () => {
    const { stores, words } = start(...Array.from({ length: 50 }, (_, index) => `${endpoint}${index}`));
    const result = await runCommand(stores, words('add', '--endpoint', endpoint));
    const stderr = 'The user has 50 devices, which is the maximum. Remove one first.\n';
    expect(result).toEqual({ code: 1, stdout: '', stderr });
  });

  it('rejects a text that is not the ARN of an endpoint', async () => {
    const { stores, words } = start();
    const { code, stderr } = await runCommand(stores, words('add', '--endpoint', 'desk-app'));
    expect([code, stderr]).toEqual([2, expect.stringContaining('must be the ARN of an SNS platform endpoint')]);
  });
});

it('devices remove takes a device from a user', async () => {
  const { stores, words } = start(endpoint);
  const remove = words('remove', '--endpoint', endpoint);
  expect((await runJson(stores, remove)).code).toBe(0);
  expect((await runCommand(stores, words('list'))).stdout).toBe('No devices.\n');
  const stderr = 'The user has no such device.\n';
  expect(await runCommand(stores, remove)).toEqual({ code: 1, stdout: '', stderr });
});
