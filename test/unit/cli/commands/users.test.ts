import { describe, expect, it } from '@jest/globals';
import { makeMemoryDatabase } from '../../../support/memory-database/memory-database.ts';
import { makeInMemoryBookings, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';
import { actor, makeStores, NOW, runCommand, runJson } from '../run-command.ts';

const ada = {
  companyId: 'acme',
  id: 42,
  name: 'Ada Lovelace',
  uid: ' 007',
  uids: [' 007', '008'],
  email: 'ada@example.com',
  devices: ['arn:1', 'arn:2'],
};
const bob = { companyId: 'acme', id: 43, devices: [] };
const stores = makeStores({ users: makeInMemoryUsers([ada, bob]) });

const show = ['users', 'show', '--company', 'acme'];

describe('users show', () => {
  it.each([
    ['--id', '42'],
    ['--uid', ' 007'],
    ['--uid', '008'],
    ['--email', 'Ada@Example.COM'],
    ['--id', '42', '--uid', ' 007', '--email', 'ada@example.com'],
  ])('finds a user by %s', async (...identifiers) => {
    expect(await runJson(stores, [...show, ...identifiers])).toEqual({ code: 0, stderr: '', value: ada });
  });

  it('prints a user as text for people', async () => {
    expect((await runCommand(stores, [...show, '--id', '42'])).stdout).toBe(
      'company:  acme\nid:       42\nname:     Ada Lovelace\nbadges:    007, 008\nemail:    ada@example.com\nlanguage: -\ndevices:  arn:1\n          arn:2\n',
    );
    expect((await runCommand(stores, [...show, '--id', '43'])).stdout).toMatch(
      /name: +-\nbadges: +-\nemail: +-\nlanguage: -\ndevices: +-\n$/,
    );
  });

  it.each([
    ['--id', '44'],
    ['--uid', '007'],
    ['--email', 'bob@example.com'],
    ['--id', '43', '--uid', ' 007'],
  ])('reports that no user has %s %s', async (...identifiers) => {
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
    [['--email', 'ada'], 'must be a valid e-mail address'],
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
    expect(value).toEqual([profile, { companyId: 'acme', id: 43 }]);
    expect((await runJson(stores, ['users', 'list', '--company', 'globex'])).value).toEqual([]);
  });

  it.each([
    ['ADA@', [42]],
    [' 0', [42]],
    ['4', [42, 43]],
    ['43', [43]],
    ['x', []],
  ])('prints the users whose id, badge or e-mail address begins with "%s"', async (prefix, ids) => {
    const { value } = await runJson(stores, ['users', 'list', '--company', 'acme', '--prefix', prefix]);
    expect((value as { id: number }[]).map(({ id }) => id)).toEqual(ids);
  });

  it('prints a table for people', async () => {
    const { stdout } = await runCommand(stores, ['users', 'list', '--company', 'acme']);
    expect(stdout).toBe(
      'ID  NAME          BADGES     E-MAIL           LANGUAGE\n42  Ada Lovelace   007, 008  ada@example.com  -\n43  -             -          -                -\n',
    );
    expect((await runCommand(stores, ['users', 'list', '--company', 'globex'])).stdout).toBe('No users.\n');
  });
});

describe('users export and remove', () => {
  const named = ['--company', 'acme', '--user', '42'];
  const start = async () => {
    const database = makeMemoryDatabase();
    const users = makeInMemoryUsers([ada, bob], database);
    const period = { checkinOpensAt: NOW - 1, noShowAt: NOW + 1, openSince: NOW - 2 };
    const booking = { user: { companyId: 'acme', userId: 42 }, bookingId: 'b1', kind: 'position', ...period } as const;
    const own = makeStores({ users, devices: users, bookings: makeInMemoryBookings([booking], database) }, database);
    await own.log.recordCheckins([
      {
        kind: 'checkin',
        companyId: 'acme',
        receivedAt: NOW,
        requestId: 'r-1',
        clientId: 'ckc_1',
        identifiers: {},
        userId: 42,
        at: NOW,
        statusCode: 200,
        code: 'checked_in',
        checkinCount: 1,
        bookings: [{ bookingId: 'b1', result: 'checked_in' }],
      },
    ]);
    return own;
  };

  it('export prints everything that is stored about the user', async () => {
    expect((await runJson(await start(), ['users', 'export', ...named])).value).toEqual({
      exportedAt: '2026-11-21T08:00:00.000Z',
      companyId: 'acme',
      userId: 42,
      user: ada,
      bookings: [
        {
          bookingId: 'b1',
          kind: 'position',
          checkinOpensAt: '2026-11-21T07:59:59.999Z',
          noShowAt: '2026-11-21T08:00:00.001Z',
          openSince: '2026-11-21T07:59:59.998Z',
        },
      ],
      logEntries: [
        expect.objectContaining({ action: 'users.export', actor }),
        expect.objectContaining({ kind: 'checkin', requestId: 'r-1' }),
      ],
    });
  });

  it('remove deletes everything except the log entry of the removal', async () => {
    const own = await start();
    const { value } = await runJson(own, ['users', 'remove', ...named, '--yes']);
    expect(value).toEqual({ companyId: 'acme', userId: 42, removed: { bookings: 1, logEntries: 1 } });
    expect((await runJson(own, ['users', 'export', ...named])).value).toMatchObject({
      bookings: [],
      logEntries: [
        { action: 'users.export' },
        { kind: 'admin', action: 'users.remove', actor, target: { userId: 42 } },
      ],
    });
    expect((await runCommand(own, [...show, '--id', '42'])).code).toBe(1);
  });

  it('remove asks for confirmation on a terminal, and needs --yes without one', async () => {
    const own = await start();
    expect((await runCommand(own, ['users', 'remove', ...named])).code).toBe(2);
    expect((await runCommand(own, ['users', 'remove', ...named], { answers: ['n'] })).code).toBe(1);
    expect((await runCommand(own, [...show, '--id', '42'])).code).toBe(0);
  });

  it.each(['export', 'remove'])('%s reports an unknown user', async (verb) => {
    const ended = await runCommand(await start(), ['users', verb, '--company', 'acme', '--user', '44', '--yes']);
    expect([ended.code, ended.stderr]).toEqual([1, 'The company acme has no such user.\n']);
  });
});
