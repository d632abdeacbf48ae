import { describe, expect, it } from '@jest/globals';
import { actor, NOW, runCommand, runJson, storesWith } from '../run-command.ts';

const ada = {
  companyId: 'acme',
  id: 42,
  name: 'Ada Lovelace',
  uid: '007',
  uids: ['007', '008'],
  email: 'ada@example.com',
  devices: ['arn:1', 'arn:2'],
};
const bob = { companyId: 'acme', id: 43, devices: [] };
const stores = storesWith({ users: [ada, bob] });
const ENDPOINT = 'arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/5e3e9847-3183-3f18';

const show = ['users', 'show', '--company', 'acme'];

describe('users show', () => {
  it.each([
    ['--uid', '008'],
    ['--user', '42', '--uid', ' 007', '--email', 'Ada@Example.COM'],
  ])('finds a user by %s', async (...identifiers) => {
    expect(await runJson(stores, [...show, ...identifiers])).toEqual({ code: 0, stderr: '', value: ada });
  });

  it('prints a user as text for people', async () => {
    expect((await runCommand(stores, [...show, '--user', '42'])).stdout).toBe(
      'company:  acme\nid:       42\nname:     Ada Lovelace\nbadges:   007, 008\ne-mail:   ada@example.com\nlanguage: -\ndevices:  arn:1\n          arn:2\n',
    );
    expect((await runCommand(stores, [...show, '--user', '43'])).stdout).toMatch(
      /name: +-\nbadges: +-\ne-mail: +-\nlanguage: -\ndevices: +-\n$/,
    );
  });

  it.each([
    [[], 'Say which user: --user, --uid or --email.'],
    [['--user', '0'], 'must be an integer from 1'],
    [['--email', 'ada'], 'must be one e-mail address'],
  ])('rejects %j', async (identifiers, reason) => {
    const { code, stderr } = await runCommand(stores, [...show, ...identifiers]);
    expect(code).toBe(2);
    expect(stderr).toContain(reason);
  });
});

describe('users list', () => {
  it('prints the users of one company, without their devices', async () => {
    const { value } = await runJson(stores, ['users', 'list', '--company', 'acme']);
    const { devices: _, ...profile } = ada;
    expect(value).toEqual([profile, { companyId: 'acme', id: 43, uids: [] }]);
    expect((await runJson(stores, ['users', 'list', '--company', 'globex'])).value).toEqual([]);
  });

  it('prints the users whom a search finds', async () => {
    const { value } = await runJson(stores, ['users', 'list', '--company', 'acme', '--search', 'lovel']);
    expect(value).toMatchObject([{ id: 42 }]);
  });

  it('prints a table for people', async () => {
    const { stdout } = await runCommand(stores, ['users', 'list', '--company', 'acme']);
    expect(stdout).toBe(
      'ID  NAME          BADGES    E-MAIL           LANGUAGE\n42  Ada Lovelace  007, 008  ada@example.com  -\n43  -             -         -                -\n',
    );
    expect((await runCommand(stores, ['users', 'list', '--company', 'globex'])).stdout).toBe('No users.\n');
  });
});

describe('users', () => {
  const userOptions = ['--company', 'acme', '--user', '42'];
  const start = () => {
    const period = { checkinOpensAt: NOW - 1, noShowAt: NOW + 1 };
    const booking = { user: { companyId: 'acme', userId: 42 }, bookingId: 'b1', kind: 'position', ...period } as const;
    return storesWith({ users: [ada, bob], bookings: [booking] });
  };

  it('export prints everything that is stored about the user', async () => {
    expect((await runJson(start(), ['users', 'export', ...userOptions])).value).toMatchObject({
      exportedAt: '2026-11-21T08:00:00.000Z',
      companyId: 'acme',
      userId: 42,
      user: ada,
      bookings: [{ bookingId: 'b1' }],
      logEntries: [{ action: 'users.export', actor }],
    });
  });

  it('remove deletes everything except the log entry of the removal', async () => {
    const ownStores = start();
    const { value } = await runJson(ownStores, ['users', 'remove', ...userOptions, '--yes']);
    expect(value).toEqual({ companyId: 'acme', userId: 42, removed: { bookings: 1, logEntries: 0 } });
    expect((await runJson(ownStores, ['users', 'export', ...userOptions])).value).toMatchObject({
      bookings: [],
      logEntries: [{ action: 'users.export' }, { action: 'users.remove', actor, target: { userId: 42 } }],
    });
    expect((await runCommand(ownStores, [...show, '--user', '42'])).code).toBe(1);
  });

  it('remove asks for confirmation on a terminal, and needs --yes without a terminal', async () => {
    const ownStores = start();
    expect((await runCommand(ownStores, ['users', 'remove', ...userOptions])).code).toBe(2);
    expect((await runCommand(ownStores, ['users', 'remove', ...userOptions], { answers: ['n'] })).code).toBe(1);
    expect((await runCommand(ownStores, [...show, '--user', '42'])).code).toBe(0);
  });

  it.each([
    ['users', 'export', '--user', '44'],
    ['users', 'remove', '--user', '44', '--yes'],
    ['users', 'show', '--user', '43', '--uid', ' 007'],
    ['devices', 'list', '--user', '44'],
    ['devices', 'add', '--user', '44', '--endpoint', ENDPOINT],
    ['checkins', 'explain', '--user', '44'],
  ])('%s %s reports an unknown user', async (...words) => {
    const result = await runCommand(stores, [...words, '--company', 'acme']);
    expect(result).toEqual({ code: 1, stdout: '', stderr: 'The company acme has no such user.\n' });
  });
});
