import { describe, expect, it } from '@jest/globals';
import { makeInMemoryUsers } from '../../../support/fakes/in-memory-users.ts';
import { makeStores, runCommand, runJson } from '../run-command.ts';

const ada = { companyId: 'acme', id: 42, uid: ' 007', email: 'ada@example.com', devices: ['arn:1', 'arn:2'] };
const bob = { companyId: 'acme', id: 43, devices: [] };
const stores = makeStores({ users: makeInMemoryUsers([ada, bob]) });

const show = ['users', 'show', '--company', 'acme'];

describe('users show', () => {
  it.each([
    ['--id', '42'],
    ['--uid', ' 007'],
    ['--email', 'Ada@Example.COM'],
    ['--id', '42', '--uid', ' 007', '--email', 'ada@example.com'],
  ])('finds a user by %s', async (...identifiers) => {
    expect(await runJson(stores, [...show, ...identifiers])).toEqual({ code: 0, stderr: '', value: ada });
  });

  it('lays a user out to be read', async () => {
    expect((await runCommand(stores, [...show, '--id', '42'])).stdout).toBe(
      'company:  acme\nid:       42\nuid:       007\nemail:    ada@example.com\nlanguage: -\ndevices:  arn:1\n          arn:2\n',
    );
    expect((await runCommand(stores, [...show, '--id', '43'])).stdout).toMatch(
      /uid: +-\nemail: +-\nlanguage: -\ndevices: +-\n$/,
    );
  });

  it.each([
    ['--id', '44'],
    ['--uid', '007'],
    ['--email', 'bob@example.com'],
    ['--id', '43', '--uid', ' 007'],
  ])('says so where no user has %s %s', async (...identifiers) => {
    expect(await runCommand(stores, [...show, ...identifiers])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The company acme has no such user.\n',
    });
  });

  it.each([
    [[], 'Say which user: --id, --uid or --email.'],
    [['--id', '0'], 'must be an integer from 1'],
    [['--id', '0x2a'], 'must be an integer from 1'],
    [['--uid', ''], 'must have 1 to 128 characters'],
    [['--email', 'ada'], 'must have an @ with something on both sides'],
  ])('refuses %j', async (identifiers, reason) => {
    const { code, stderr } = await runCommand(stores, [...show, ...identifiers]);
    expect(code).toBe(2);
    expect(stderr).toContain(reason);
  });
});
