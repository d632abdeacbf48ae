import { describe, expect, it } from '@jest/globals';
import { makeInMemoryUsers } from '../../../support/stores-in-memory.ts';
import { makeStores, runCommand, runJson } from '../run-command.ts';

const endpoint = 'arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/5e3e9847-3183-3f18-a7e8-671c3a57d4b3';

const start = (...devices: string[]) => {
  const users = makeInMemoryUsers([{ companyId: 'acme', id: 42, devices }]);
  const stores = makeStores({ users, devices: users });
  const words = (verb: string, ...rest: string[]) => ['devices', verb, '--company', 'acme', '--user', '42', ...rest];
  return { stores, users, words };
};

describe('devices add', () => {
  it('registers a device, once', async () => {
    const { stores, words } = start();
    const add = words('add', '--endpoint', endpoint);
    const value = { companyId: 'acme', userId: 42, endpoint };
    expect((await runJson(stores, add)).value).toEqual({ ...value, outcome: 'written' });
    expect((await runJson(stores, add)).value).toEqual({ ...value, outcome: 'unchanged' });
    expect((await runJson(stores, words('list'))).value).toEqual([endpoint]);
  });

  it.each([
    'desk-app',
    'arn:aws:sns:eu-central-1:123456789012:checkin-pushes',
    'arn:aws:sns:eu-central-1:123456789012:app/APNS/desk-app',
    'arn:aws:sqs:eu-central-1:123456789012:endpoint/APNS/desk-app/5e3e9847',
    `${endpoint} `,
    ` ${endpoint}`,
    `${endpoint}\n`,
  ])('rejects %j, which is not the ARN of an endpoint', async (wrong) => {
    const { stores, words } = start();
    const { code, stderr } = await runCommand(stores, words('add', '--endpoint', wrong));
    expect(code).toBe(2);
    expect(stderr).toContain('must be the ARN of an SNS platform endpoint');
  });

  it.each([
    'arn:aws-cn:sns:cn-north-1:123456789012:endpoint/GCM/desk_app.2/5e3e9847-3183',
    'arn:aws-us-gov:sns:us-gov-west-1:123456789012:endpoint/APNS_SANDBOX/desk-app/5e3e9847',
  ])('accepts %s', async (arn) => {
    const { stores, words } = start();
    expect((await runCommand(stores, words('add', '--endpoint', arn))).code).toBe(0);
  });
});

describe('devices remove', () => {
  it('removes a device of a user', async () => {
    const { stores, words } = start(endpoint);
    expect((await runCommand(stores, words('remove', '--endpoint', endpoint))).code).toBe(0);
    expect((await runCommand(stores, words('list'))).stdout).toBe('No devices.\n');
  });

  it('reports that the user has no such device', async () => {
    const { stores, words } = start();
    const ended = await runCommand(stores, words('remove', '--endpoint', endpoint));
    expect(ended).toEqual({ code: 1, stdout: '', stderr: 'The user has no such device.\n' });
  });
});

describe('For an unknown user', () => {
  it.each([['add', '--endpoint', endpoint], ['list']])(
    'devices %s reports that the company has no such user',
    async (...words) => {
      const ended = await runCommand(makeStores(), ['devices', ...words, '--company', 'acme', '--user', '42']);
      expect(ended).toEqual({ code: 1, stdout: '', stderr: 'The company acme has no such user.\n' });
    },
  );
});
