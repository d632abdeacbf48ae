import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { openBackup } from '../../lib/cli/connection/open-stores.ts';
import { makeActivityLogStore } from '../../shared/adapters/dynamodb/activity-log-store.ts';
import { openAdministrationStores } from '../../shared/adapters/dynamodb/administration-stores.ts';
import { makeClientAccessReader } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { makeCheckinAttemptStore } from '../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import { makeTokenFamilyStore } from '../../shared/adapters/dynamodb/token-family-store.ts';
import { createApiClient, type ApiClient } from '../../shared/domain/api-client.ts';
import { secretIdOf } from '../../shared/domain/client-secret.ts';
import type { RestoreStores } from '../../shared/domain/restore.ts';
import { DAY, HOUR } from '../../shared/domain/instant.ts';
import { MAX_DEVICES } from '../../shared/domain/user.ts';
import { startFamily } from '../../shared/domain/token-family.ts';
import { defaultLogRetention } from '../../shared/settings.ts';
import { allTableIds, keyNamesOf, type TableId } from '../../shared/tables.ts';
import { undoCheckin } from '../../shared/use-cases/bookings/change-booking.ts';
import {
  rotateClientSecret,
  endClientSecret,
  deleteClient,
  revokeClientTokens,
  updateApiClient,
} from '../../shared/use-cases/clients/change-client.ts';
import { makeBookingImporter } from '../../shared/use-cases/import/booking-records.ts';
import { restoreTable, type RestoreProgress } from '../../shared/use-cases/restore/restore-table.ts';
import { removeUser } from '../../shared/use-cases/users/remove-user.ts';
import { countParallel } from '../support/count-parallel.ts';
import { openDatabaseInMemory } from '../support/open-database.ts';
import { actor, makeStores, NOW, runCommand, runJson } from '../unit/cli/run-command.ts';

const rules = { refreshTokenSeconds: 3600, refreshGraceSeconds: 60 };
const contents = { keyId: 'k', scopes: ['checkin'] as const, revocationNumber: 0 };

const db = await openDatabaseInMemory();
const copyNames = await db.createCopies();
const folder = await mkdtemp(join(tmpdir(), 'restore-'));
afterAll(async () => {
  await rm(folder, { recursive: true });
  await db.close();
});

type Item = Record<string, unknown>;

const readAll = async (table: string): Promise<Item[]> =>
  (await db.database.send(new ScanCommand({ TableName: table, ConsistentRead: true }))).Items ?? [];

const keyOf = (id: TableId, item: Item): Item => Object.fromEntries(keyNamesOf(id).map((name) => [name, item[name]]));

const empty = async (id: TableId, table: string): Promise<void> => {
  for (const item of await readAll(table))
    await db.database.send(new DeleteCommand({ TableName: table, Key: keyOf(id, item) }));
};

/** Copies the table to one with another name, as point-in-time recovery does. */
const copyTable = async (id: TableId): Promise<string> => {
  await empty(id, copyNames[id]);
  for (const Item of await readAll(db.tableNames[id]))
    await db.database.send(new PutCommand({ TableName: copyNames[id], Item }));
  return copyNames[id];
};

const lose = (id: TableId): Promise<void> => empty(id, db.tableNames[id]);

beforeEach(async () => {
  for (const id of allTableIds) await lose(id);
});

const now = () => NOW;
/** The number of administrators' actions so far. Each action is later than the previous one, because the log sorts by time. */
let actions = 0;
const nextActionAt = () => NOW - HOUR / 2 + (actions += 1);
const retention = { ...defaultLogRetention, retentionDays: 0 };
const { bookings, users, devices, apiClients } = openAdministrationStores(db.database, db.tableNames, retention);
const log = makeActivityLogStore(db.database, db.tableNames, defaultLogRetention, now);
const families = makeTokenFamilyStore(db.database, db.tableNames.apiClients);
const context = { apiClients, bookings, users, log, actor, now: nextActionAt };

interface Options {
  readonly retentionDays?: number;
  /** Replaces methods of the stores. */
  readonly replaced?: Partial<RestoreStores>;
}

const stores = ({ retentionDays = 0, replaced }: Options = {}) => {
  const backup = openBackup(db.database, db.tableNames, { ...defaultLogRetention, retentionDays });
  return makeStores({
    users,
    bookings,
    log,
    openBackup: () => ({ ...backup, restore: { ...backup.restore, ...replaced } }),
  });
};

interface Restored {
  read: number;
  written: number;
  unchanged: number;
  refused: number;
  refusals: { reason: string; name: string; items: number }[];
  errors: unknown[];
}

const restoreWith = async (options: Options, table: string, from: string, ...more: string[]) => {
  const words = ['restore', '--table', table, '--from', from, '--yes', ...more];
  const { code, value } = await runJson(stores(options), words);
  return { code, ...(value as Restored) };
};
const restore = (table: string, from: string, ...more: string[]) => restoreWith({}, table, from, ...more);

const period = { checkinOpensAt: NOW - HOUR, noShowAt: NOW + HOUR };
const desk = (userId: number, bookingId = 'desk') => ({
  user: { companyId: 'acme', userId },
  bookingId,
  kind: 'position' as const,
  name: 'Desk 7',
  ...period,
  openSince: NOW - 2 * HOUR,
});
const checkin = (checkinId: string) => ({
  at: NOW,
  receivedAt: NOW,
  clientId: 'gate',
  requestId: checkinId,
  checkinId,
  notify: true,
});
const find = async (userId: number, bookingId = 'desk') =>
  (await bookings.find({ companyId: 'acme', userId }, [bookingId]))[0];

describe('restore --table bookings', () => {
  it('writes missing bookings, does not change existing ones, and can be repeated', async () => {
    for (const userId of [1, 2, 3]) await bookings.save(desk(userId));
    await bookings.checkIn({ companyId: 'acme', userId: 1 }, 'desk', checkin('c1'));
    const copy = await copyTable('bookings');
    const before = (await readAll(copy)).find(({ userId }) => userId === 2);
    await lose('bookings');
    await bookings.save({ ...desk(3), name: 'Desk 9' });

    const dry = await restore('bookings', copy, '--dry-run');
    expect(dry).toMatchObject({ code: 0, read: 3, written: 2, unchanged: 1, dryRun: true });
    const words = ['restore', '--table', 'bookings', '--from', copy, '--dry-run'];
    expect((await runCommand(stores(), words)).stdout).toMatch(/^Dry run, .*: 2 to be written, 1 unchanged/);
    expect(await readAll(db.tableNames.bookings)).toHaveLength(1);
    expect(await restore('bookings', copy)).toMatchObject({ code: 0, read: 3, written: 2, unchanged: 1, refusals: [] });
    expect(await find(1)).toEqual({ ...desk(1), checkin: { ...checkin('c1'), restored: true } });
    expect(await find(3)).toEqual({ ...desk(3), name: 'Desk 9' });
    expect((await readAll(db.tableNames.bookings)).filter(({ userId }) => userId === 2)).toEqual([before]);
    expect(await restore('bookings', copy)).toMatchObject({ code: 0, read: 3, written: 0, unchanged: 3 });
  });

  it('keeps attributes that another system wrote', async () => {
    const key = {
      companyUser: 'acme#1',
      bookingId: 'b',
      companyDay: 'acme#2026-11-21',
      openSince: period.checkinOpensAt,
    };
    const item = { ...key, companyId: 'acme', userId: 1, kind: 'parking', ...period };
    await empty('bookings', copyNames.bookings);
    await db.database.send(new PutCommand({ TableName: copyNames.bookings, Item: { ...item, costCentre: '4711' } }));
    await restore('bookings', copyNames.bookings);
    expect(await readAll(db.tableNames.bookings)).toEqual([{ ...item, costCentre: '4711' }]);
  });

  it('with --overwrite reverts an import’s changes, keeps later check-ins, and keeps undone check-ins undone', async () => {
    for (const userId of [1, 2, 3]) await bookings.save(desk(userId));
    await bookings.checkIn({ companyId: 'acme', userId: 1 }, 'desk', checkin('c1'));
    await bookings.checkIn({ companyId: 'acme', userId: 3 }, 'desk', checkin('c3'));
    const copy = await copyTable('bookings');
    await bookings.checkIn({ companyId: 'acme', userId: 2 }, 'desk', checkin('c2'));
    await undoCheckin(context, desk(3), 'wrong person');
    const moved = {
      checkinOpensAt: new Date(NOW + 5 * HOUR).toISOString(),
      noShowAt: new Date(NOW + 6 * HOUR).toISOString(),
    };
    const importer = makeBookingImporter(context, { allowUnknownUsers: true });
    const record = (userId: number) => ({ companyId: 'acme', userId, bookingId: 'desk', ...moved });
    // User 2's new check-in period still includes the time of the check-in.
    const opensEarlier = new Date(NOW - 2 * HOUR).toISOString();
    await importer.apply([record(1), { ...record(2), checkinOpensAt: opensEarlier }, record(3)]);
    expect((await find(1))?.checkin).toBeUndefined();

    const dry = await restore('bookings', copy, '--overwrite', '--dry-run');
    expect(dry).toMatchObject({ code: 0, written: 3, unchanged: 0 });
    expect((await find(1))?.checkin).toBeUndefined();
    expect(await restore('bookings', copy, '--overwrite')).toMatchObject({ code: 0, written: 3 });
    expect(await find(1)).toEqual({
      ...desk(1),
      checkin: { ...checkin('c1'), restored: true },
      openSince: NOW,
    });
    expect(await find(2)).toEqual({ ...desk(2), checkin: checkin('c2') });
    expect(await find(3)).toMatchObject({ ...desk(3), undone: ['c3'], openSince: NOW });
    expect((await find(3))?.checkin).toBeUndefined();
    for (const mode of [[], ['--dry-run']])
      expect(await restore('bookings', copy, '--overwrite', ...mode)).toMatchObject({
        code: 0,
        written: 0,
        unchanged: 3,
      });
  });

  it('with --overwrite keeps other undone check-ins, and does not restore a booking that has just been cancelled', async () => {
    const moved = { ...desk(1), name: 'Desk 9', checkinOpensAt: NOW + 5 * HOUR, noShowAt: NOW + 6 * HOUR };
    await bookings.save(desk(1));
    await bookings.checkIn(refOf(1), 'desk', checkin('c1'));
    const copy = await copyTable('bookings');
    await bookings.change(desk(1), () => ({ ...moved, undone: ['c0', 'c1'] }));
    const live = { ...moved, undone: ['c0', 'c1'] };
    expect(await restore('bookings', copy, '--overwrite')).toMatchObject({ written: 1 });
    const restored = { ...desk(1), undone: ['c0'], checkin: { ...checkin('c1'), restored: true }, openSince: NOW };
    expect(await find(1)).toEqual(restored);
    await bookings.save({ ...desk(1), name: 'Desk 9' });
    await bookings.change(desk(1), (before) => before && { ...before, checkin: checkin('c2') });
    expect(await restore('bookings', copy, '--overwrite')).toMatchObject({ written: 1 });
    expect(await find(1)).toMatchObject({ name: 'Desk 7', checkin: checkin('c2') });
    await lose('bookings');
    expect(await restore('bookings', copy, '--overwrite')).toMatchObject({ written: 1 });
    await lose('bookings');
    const findStored = async () => [{ kind: 'booking' as const, booking: live, item: {} }];
    const options = { replaced: { findStored } };
    expect(await restoreWith(options, 'bookings', copy, '--overwrite')).toMatchObject({ written: 0, unchanged: 1 });
    expect(await find(1)).toBeUndefined();
  });

  it.each([
    [0, NOW - 1_000 * DAY, 'written'],
    [30, NOW - 30 * DAY, 'expired'],
    [30, NOW - 30 * DAY + 1_000, 'written'],
  ])('with a retention of %d days and the no-show time %d: %s', async (retentionDays, noShowAt, outcome) => {
    await bookings.save({ ...desk(1), checkinOpensAt: noShowAt - 1, noShowAt });
    const copy = await copyTable('bookings');
    await lose('bookings');
    expect(await restoreWith({ retentionDays }, 'bookings', copy)).toMatchObject({ [outcome]: 1 });
    expect(await readAll(db.tableNames.bookings)).toHaveLength(outcome === 'written' ? 1 : 0);
  });

  it.each([
    [['--from', 'x', '--table', 'members'], 2, 'Allowed choices are clients, users, bookings, attempts, log'],
    [['--from', 'x', '--table', 'log', '--overwrite'], 2, 'never change'],
    [['--from', 'missing.ndjson', '--table', 'bookings'], 1, 'There is no file'],
    [['--from', 'No-such-table', '--table', 'bookings'], 1, 'A table is missing'],
  ])('rejects the options %j', async (words, code, message) => {
    const ended = await runCommand(stores(), ['restore', ...words]);
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });

  it('rejects the table in use as the source of its own restore, and requires a confirmation before it overwrites', async () => {
    const fromItself = await runCommand(stores(), ['restore', '--table', 'users', '--from', db.tableNames.users]);
    expect(fromItself).toMatchObject({ code: 2, stderr: expect.stringContaining('is the table that is in use') });
    const unconfirmed = await runCommand(stores(), [
      'restore',
      '--table',
      'users',
      '--from',
      copyNames.users,
      '--overwrite',
    ]);
    expect(unconfirmed).toMatchObject({ code: 2, stderr: expect.stringContaining('Use --yes') });
  });
});

const ada = { companyId: 'acme', id: 1, uid: 'ada', email: 'ada@example.com', language: 'es' as const };
const bob = { companyId: 'acme', id: 2, uid: 'bob' };
const endpoint = 'arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/app/5e3e9847-3183-3f18-a7e8-671c3a57d4b3';
const refOf = (id: number) => ({ companyId: 'acme', userId: id });
const findUser = async (id: number) => users.find(refOf(id));

describe('restore --table users', () => {
  it('restores users with their devices, uids and e-mail addresses', async () => {
    await users.save(ada);
    await devices.add(refOf(1), endpoint);
    await users.save(bob);
    const copy = await copyTable('users');
    await lose('users');
    expect(await restore('users', copy, '--dry-run')).toMatchObject({ code: 0, read: 2, written: 2 });
    expect(await restore('users', copy)).toMatchObject({ code: 0, read: 2, written: 2 });
    expect(await findUser(1)).toEqual({ ...ada, devices: [endpoint] });
    expect(await users.findIds('acme', [{ uid: 'ada' }, { email: ada.email }, { uid: 'bob' }])).toEqual([1, 1, 2]);
    await expect(users.save({ companyId: 'acme', id: 3, uid: 'ada' })).rejects.toThrow('the uid belongs to user 1');
    expect(await restore('users', copy)).toMatchObject({ code: 0, written: 0, unchanged: 2 });
  });

  const other = 'arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/app/0e3e9847-3183-3f18-a7e8-671c3a57d4b3';
  const otherDevices = Array.from({ length: MAX_DEVICES }, (_, index) => other + index);
  it.each<[string, Partial<typeof ada>, string[], number]>([
    ['nothing', {}, [endpoint], 0],
    ['the uid', { uid: 'eve' }, [endpoint], 1],
    ['an added device', {}, [endpoint, other], 1],
    ['a removed device', {}, [], 1],
    ['another device', {}, [other], 1],
    ['only other devices, and no room for more', {}, otherDevices, 1],
  ])('with --overwrite reverts changes of users: %s', async (_, changes, endpoints, written) => {
    await users.save(ada);
    await devices.add(refOf(1), endpoint);
    const copy = await copyTable('users');
    await users.save({ ...ada, ...changes });
    await devices.remove(refOf(1), endpoint);
    for (const one of endpoints) await devices.add(refOf(1), one);
    const changed = await findUser(1);
    expect(await restore('users', copy)).toMatchObject({ code: 0, written: 0, unchanged: 1 });
    expect(await restore('users', copy, '--overwrite', '--dry-run')).toMatchObject({ code: 0, written });
    expect(await findUser(1)).toEqual(changed);
    expect(await restore('users', copy, '--overwrite')).toMatchObject({ code: 0, written, unchanged: 1 - written });
    expect(await findUser(1)).toEqual({ ...ada, devices: [endpoint] });
    expect(await restore('users', copy, '--overwrite')).toMatchObject({ code: 0, written: 0 });
  });

  it('says after an interruption that the command can be repeated, and mistakes no failure for a conflict', async () => {
    await users.save(ada);
    const copy = await copyTable('users');
    await lose('users');
    const replaced = { createUser: () => Promise.reject(new Error('cut')) };
    const { stderr } = await runCommand(stores({ replaced }), ['restore', '--table', 'users', '--from', copy]);
    expect(stderr).toContain('The restore stopped. Run the command again');
  });

  it('restores tombstones without counting them', async () => {
    await users.save(ada);
    await removeUser(context, refOf(1));
    const copy = await copyTable('users');
    await lose('users');
    expect(await restore('users', copy, '--dry-run')).toMatchObject({ read: 0, written: 0 });
    expect(await users.isRemoved(refOf(1))).toBe(false);
    expect(await restore('users', copy)).toMatchObject({ read: 0, written: 0 });
    expect(await users.isRemoved(refOf(1))).toBe(true);
  });

  it('restores a user whose look-up items still exist', async () => {
    await users.save(ada);
    const copy = await copyTable('users');
    const item = (await readAll(copy)).find(({ id }) => id === 1) ?? {};
    await db.database.send(new DeleteCommand({ TableName: db.tableNames.users, Key: keyOf('users', item) }));
    for (const mode of [['--dry-run'], []])
      expect(await restore('users', copy, ...mode)).toMatchObject({ code: 0, written: 1, refusals: [] });
    expect(await findUser(1)).toEqual({ ...ada, devices: [] });
  });

  it('rejects a user whose uid now belongs to another user, even in a dry run', async () => {
    await users.save(ada);
    const copy = await copyTable('users');
    await lose('users');
    await users.save({ companyId: 'acme', id: 9, uid: 'ada' });
    const refusals = [{ reason: 'identifier_taken', name: 'acme/1', items: 1 }];
    expect(await restore('users', copy, '--dry-run')).toMatchObject({ code: 1, written: 0, refusals });
    expect(await restore('users', copy)).toMatchObject({ code: 1, written: 0, refusals });
    expect(await findUser(1)).toBeUndefined();
    expect(await users.findId('acme', { uid: 'ada' })).toBe(9);
  });

  it.each(['the users table', 'the log'] as const)(
    'restores a removed user, with bookings and log entries, only if the operator names the user (removal recorded in %s)',
    async (recordedIn) => {
      await users.save(ada);
      await users.save(bob);
      for (const userId of [1, 2]) await bookings.save(desk(userId));
      const entry = {
        kind: 'checkin' as const,
        companyId: 'acme',
        receivedAt: NOW,
        requestId: 'r',
        clientId: 'gate',
        identifiers: {},
        userId: 1,
        at: NOW,
        statusCode: 200 as const,
        code: 'checked_in',
        checkinCount: 1,
        bookings: [],
      };
      await log.recordCheckins([entry, { ...entry, userId: 2 }]);
      const copies = {
        users: await copyTable('users'),
        bookings: await copyTable('bookings'),
        log: await copyTable('checkinLog'),
      };
      await removeUser(context, refOf(1));
      if (recordedIn === 'the log') await lose('users');
      else await lose('checkinLog');
      await lose('bookings');

      const refusals = [{ reason: 'removed_user', name: 'acme/1', items: 1 }];
      for (const table of ['users', 'bookings', 'log'] as const)
        expect(await restore(table, copies[table])).toMatchObject({ code: 1, refused: 1, refusals });
      expect(await findUser(1)).toBeUndefined();
      expect(await find(1)).toBeUndefined();
      expect(await find(2)).toEqual(desk(2));
      expect(await users.findId('acme', { uid: 'ada' })).toBeUndefined();

      const named = ['--revive-users', 'acme/1'];
      expect(await restore('users', copies.users, ...named)).toMatchObject({ code: 0, written: 1 });
      expect(await restore('bookings', copies.bookings)).toMatchObject({ code: 0, written: 1 });
      expect(await findUser(1)).toEqual({ ...ada, devices: [] });
      expect(await users.findId('acme', { uid: 'ada' })).toBe(1);
    },
  );
});

describe('restore --table clients', () => {
  const aClient = async (name: string): Promise<ApiClient> => {
    const { client } = createApiClient({ companyId: 'acme', name }, NOW - HOUR);
    await apiClients.create(client);
    return client;
  };
  const secretId = ({ secrets }: ApiClient) => secretIdOf(secrets[0] as never);
  const findClient = (clientId: string) => apiClients.find(clientId);
  const findAccess = (clientId: string) => makeClientAccessReader(db.database, db.tableNames.apiClients).find(clientId);

  it('restores lost clients and token families', async () => {
    const gate = await aClient('Gate');
    const family = startFamily(gate.clientId, contents, rules, NOW);
    await families.start(family);
    const old = startFamily(gate.clientId, contents, rules, NOW - 2 * HOUR);
    await families.start(old);
    const copy = await copyTable('apiClients');
    await lose('apiClients');
    // A dry run counts families as if their clients existed.
    expect(await restore('clients', copy, '--dry-run')).toMatchObject({ code: 0, written: 2 });
    expect(await readAll(db.tableNames.apiClients)).toEqual([]);
    expect(await restore('clients', copy)).toMatchObject({ code: 0, read: 3, written: 2, expired: 1, refusals: [] });
    expect(await findClient(gate.clientId)).toEqual({ ...gate, revision: gate.revision + 1 });
    expect(await findAccess(gate.clientId)).toMatchObject({ companyId: 'acme', scopes: gate.scopes });
    expect(await families.find(gate.clientId, family.familyId)).toEqual(family);
    expect(await restore('clients', copy)).toMatchObject({ code: 0, written: 0, unchanged: 2 });
  });

  it('with --overwrite reverts the name of a client, unless somebody changes the client meanwhile', async () => {
    const gate = await aClient('Gate');
    const copy = await copyTable('apiClients');
    await updateApiClient(context, { clientId: gate.clientId }, { name: 'Door' });
    expect(await restore('clients', copy)).toMatchObject({ code: 0, unchanged: 1 });
    expect(await restore('clients', copy, '--dry-run')).toMatchObject({ code: 0, written: 0, unchanged: 1 });
    expect(await restore('clients', copy, '--overwrite', '--dry-run')).toMatchObject({ code: 0, written: 1 });
    const replaced = { apiClients: { ...apiClients, replace: async () => undefined } };
    expect(await restoreWith({ replaced }, 'clients', copy, '--overwrite')).toMatchObject({
      code: 1,
      refusals: [{ reason: 'changed_meanwhile', name: gate.clientId }],
    });
    expect(await findClient(gate.clientId)).toMatchObject({ name: 'Door' });
    expect(await restore('clients', copy, '--overwrite')).toMatchObject({ code: 0, written: 1 });
    expect(await findClient(gate.clientId)).toMatchObject({ name: 'Gate' });
    expect(await restore('clients', copy, '--overwrite')).toMatchObject({ code: 0, written: 0, unchanged: 1 });
  });

  it('never changes an existing token family, and says if it stays revoked', async () => {
    const gate = await aClient('Gate');
    const family = startFamily(gate.clientId, contents, rules, NOW);
    await families.start(family);
    const copy = await copyTable('apiClients');
    expect(await restore('clients', copy, '--overwrite')).toMatchObject({ code: 0, written: 0, unchanged: 2 });
    await families.revoke(gate.clientId, family.familyId);
    expect(await restore('clients', copy)).toMatchObject({ code: 0, written: 0, unchanged: 2 });
    expect(await restore('clients', copy, '--overwrite')).toMatchObject({
      code: 1,
      refusals: [{ reason: 'revoked_family', name: family.familyId, items: 1 }],
    });
    const revoked = await copyTable('apiClients');
    expect(await restore('clients', revoked, '--overwrite')).toMatchObject({ code: 0, unchanged: 2 });
    expect(await families.find(gate.clientId, family.familyId)).toMatchObject({ revoked: true });
  });

  it('restores a token family alone if its client exists', async () => {
    const gate = await aClient('Gate');
    await families.start(startFamily(gate.clientId, contents, rules, NOW));
    const copy = await copyTable('apiClients');
    await lose('apiClients');
    await apiClients.create(gate);
    const key = { clientId: gate.clientId, item: 'client' };
    await db.database.send(new DeleteCommand({ TableName: copy, Key: key }));
    expect(await restore('clients', copy)).toMatchObject({ code: 0, read: 1, written: 1 });
  });

  it.each(['auditLog', 'apiClients'] as const)(
    'does not restore deleted clients or their token families, even if the table %s was lost',
    async (lost) => {
      const gate = await aClient('Gate');
      await families.start(startFamily(gate.clientId, contents, rules, NOW));
      const copy = await copyTable('apiClients');
      await deleteClient(context, gate);
      await lose(lost);
      const refusals = [{ reason: 'deleted_client', name: gate.clientId, items: lost === 'auditLog' ? 1 : 2 }];
      for (const mode of [['--dry-run'], []])
        expect(await restore('clients', copy, ...mode)).toMatchObject({ code: 1, written: 0, refusals });
      expect(await findClient(gate.clientId)).toBeUndefined();
      expect(await findAccess(gate.clientId)).toBeUndefined();
    },
  );

  it.each(['the table', 'the log'] as const)(
    'keeps disabled clients disabled, ended secrets ended, and revoked tokens revoked, as long as %s records these changes',
    async (recordedIn) => {
      const gate = await aClient('Gate');
      const door = await aClient('Door');
      const copy = await copyTable('apiClients');
      await updateApiClient(context, { clientId: gate.clientId }, { enabled: false, name: 'Gate 2' });
      await revokeClientTokens(context, { clientId: gate.clientId });
      const { client: rotated } = await rotateClientSecret(
        context,
        { clientId: door.clientId },
        { graceMilliseconds: HOUR },
      );
      await endClientSecret(context, { clientId: door.clientId }, secretId(door));
      if (recordedIn === 'the log') await lose('apiClients');

      const refusals = [
        { reason: 'disabled_client', name: gate.clientId, items: 1 },
        { reason: 'ended_secret', name: secretId(door), items: 1 },
      ];
      const ended = await restore('clients', copy, '--overwrite');
      expect(ended.code).toBe(1);
      expect(ended.refusals.toSorted((one, other) => (one.reason < other.reason ? -1 : 1))).toEqual(refusals);
      expect(await findClient(gate.clientId)).toMatchObject({ enabled: false, revocationNumber: 2, name: 'Gate' });
      expect(await findAccess(gate.clientId)).toBeUndefined();
      const { secrets = [] } = (await findClient(door.clientId)) ?? {};
      expect(secrets.filter(({ endsAt }) => endsAt === undefined).map(({ digest }) => digest)).toEqual(
        recordedIn === 'the log' ? [] : [rotated.secrets[1]?.digest],
      );
    },
  );
});

describe('restore --table attempts', () => {
  it('restores only the check-in attempts whose Idempotency-Keys have not expired', async () => {
    const attempts = makeCheckinAttemptStore(db.database, db.tableNames.checkinAttempts);
    const key = { clientId: 'gate', idempotencyKey: 'swipe', user: refOf(1) };
    const attempt = { checkinId: 'c1', at: NOW, receivedAt: NOW, notify: true, open: ['desk'] };
    await attempts.begin(key, attempt);
    await attempts.begin({ ...key, idempotencyKey: 'old' }, { ...attempt, receivedAt: NOW - 73 * HOUR });
    const copy = await copyTable('checkinAttempts');
    await lose('checkinAttempts');
    expect(await restore('attempts', copy)).toMatchObject({ code: 0, read: 2, written: 1, expired: 1 });
    expect(await attempts.begin(key, { ...attempt, checkinId: 'c2' })).toEqual(attempt);
  });
});

describe('A restore', () => {
  it('is recorded in the log of the deployment unless it is a dry run, and reports its progress after each page', async () => {
    await empty('users', copyNames.users);
    await restore('users', copyNames.users, '--dry-run');
    await restore('users', copyNames.users, '--overwrite', '--revive-users', 'acme/1,acme/2');
    expect((await log.listByCompany('', { kind: 'admin' }, { limit: 10 })).items).toMatchObject([
      {
        kind: 'admin',
        companyId: '',
        receivedAt: NOW,
        actor,
        action: 'backup.restore',
        target: { table: 'users', from: copyNames.users },
        after: { overwrite: true, revivedUsers: ['acme/1', 'acme/2'] },
      },
    ]);
  });

  it('counts all pages, reports its progress after each, and writes at most 25 items at a time', async () => {
    const parallel = countParallel();
    const { restore: all } = openBackup(db.database, db.tableNames, { ...defaultLogRetention, retentionDays: 0 });
    const item = (number: number) => ({ attempt: `a-${number}`, checkinId: 'c', expiresAtSeconds: NOW });
    const copy = {
      async *read() {
        yield { items: [...Array(40).keys()].map(item), unreadable: [], share: 0.5 };
        yield { items: [item(0), {}], unreadable: [{ line: 7, reason: 'is not a line of a backup' }], share: 1 };
      },
    };
    const progress: RestoreProgress[] = [];
    const create: RestoreStores['create'] = (...args) => parallel.run(() => all.create(...args));
    const summary = await restoreTable(
      { ...context, stores: { ...all, create } },
      {
        table: 'attempts',
        copy,
        from: 'copy',
        rules: { overwrite: false, dryRun: false, reviveUsers: new Set() },
      },
      (step) => progress.push(step),
    );
    expect(summary).toMatchObject({ read: 43, written: 40, unchanged: 1, failed: 2 });
    expect(summary.errors[0]).toEqual({ line: 7, reason: 'is not a line of a backup' });
    expect(progress).toEqual([
      { summary: expect.objectContaining({ read: 40, written: 40, failed: 0 }), share: 0.5 },
      { summary, share: 1 },
    ]);
    expect(parallel.most()).toBe(25);
  });

  it('writes every item once even if two restores run at the same time', async () => {
    for (let id = 1; id <= 10; id += 1) await bookings.save(desk(id));
    for (let id = 1; id <= 10; id += 1) await users.save({ companyId: 'acme', id, uid: `badge-${id}` });
    for (let number = 0; number < 5; number += 1) {
      const { client } = createApiClient({ companyId: 'acme', name: `Gate ${number}` }, NOW - HOUR);
      await apiClients.create(client);
      await families.start(startFamily(client.clientId, contents, rules, NOW));
    }
    const copies = {
      users: await copyTable('users'),
      bookings: await copyTable('bookings'),
      clients: await copyTable('apiClients'),
    };
    for (const id of ['users', 'bookings', 'apiClients'] as const) await lose(id);
    for (const table of ['users', 'bookings', 'clients'] as const) {
      const [one, other] = await Promise.all([restore(table, copies[table]), restore(table, copies[table])]);
      expect({ codes: [one.code, other.code], refusals: [...one.refusals, ...other.refusals] }).toEqual({
        codes: [0, 0],
        refusals: [],
      });
      expect(one.written + other.written).toBe(10);
      expect(one.written + one.unchanged).toBe(10);
    }
    expect(await users.findIds('acme', [{ uid: 'badge-7' }])).toEqual([7]);
  });

  const keys = { companyUser: 'acme#9', bookingId: 'b', companyDay: 'acme#2026-11-21' };
  const booking = { ...keys, companyId: 'acme', userId: 9, kind: 'parking', ...period, openSince: 1 };
  it.each([
    ['users', 'users', { userKey: 'acme#9', companyId: 'acme', id: 9, devices: 'none' }],
    ['users', 'users', { userKey: 'globex#id#9', companyId: 'acme', id: 9 }],
    ['bookings', 'bookings', { ...booking, checkinOpensAt: Number.MAX_SAFE_INTEGER - 1, noShowAt: 9e15 }],
    ['bookings', 'bookings', { ...booking, kind: 'soon' }],
    ['bookings', 'bookings', { ...booking, companyUser: 'globex#9' }],
    ['bookings', 'bookings', { ...booking, checkin: { at: 'now' } }],
    ['clients', 'apiClients', { clientId: 'ckc_1', item: 'client', secrets: [] }],
    ['clients', 'apiClients', { clientId: 'ckc_1', item: 'family#1', generations: [null] }],
    ['log', 'checkinLog', { companyUser: 'acme#9', entry: 'x', kind: 'other', companyId: 'acme' }],
    ['attempts', 'checkinAttempts', { attempt: 'x', checkinId: 7, expiresAtSeconds: 'soon' }],
    ['details', 'auditDetails', { companyUser: '%E0%A4%A#9', entry: 'x', receivedAt: NOW }],
  ] as const)('reports a malformed item of %s, and restores the others', async (table, id, item) => {
    await empty(id, copyNames[id]);
    await db.database.send(new PutCommand({ TableName: copyNames[id], Item: item }));
    if (table === 'bookings')
      await db.database.send(new PutCommand({ TableName: copyNames[id], Item: { ...booking, bookingId: 'good' } }));
    const restored = await restore(table, copyNames[id]);
    expect(restored).toMatchObject({ code: 1, failed: 1, written: table === 'bookings' ? 1 : 0 });
    expect(JSON.stringify(restored.errors)).not.toContain('soon');
    const [good] = await readAll(db.tableNames[id]);
    expect(good?.['bookingId']).toBe(table === 'bookings' ? 'good' : undefined);
  });
});

describe('backup export', () => {
  it('writes files that restore can read', async () => {
    const gate = createApiClient({ companyId: 'acme', name: 'Gate' }, NOW).client;
    await apiClients.create(gate);
    await users.save(ada);
    await devices.add(refOf(1), endpoint);
    await bookings.save(desk(1));
    await bookings.checkIn(refOf(1), 'desk', checkin('c1'));
    const file = (table: string) => join(folder, `${table}.ndjson`);
    const tableItems = { clients: 1, users: 1, bookings: 1 };
    for (const [table, written] of Object.entries(tableItems)) {
      const { code, value } = await runJson(stores(), ['backup', 'export', '--table', table, file(table)]);
      expect({ code, value }).toEqual({ code: 0, value: { table, file: file(table), written } });
      expect((await stat(file(table))).mode & 0o777).toBe(0o600);
    }
    for (const id of ['apiClients', 'users', 'bookings'] as const) await lose(id);
    for (const table of ['clients', 'users', 'bookings'])
      expect(await restore(table, file(table))).toMatchObject({ code: 0, read: 1, written: 1 });
    expect(await findUser(1)).toEqual({ ...ada, devices: [endpoint] });
    expect(await users.findId('acme', { email: ada.email })).toBe(1);
    expect(await apiClients.find(gate.clientId)).toMatchObject({ name: 'Gate', secrets: gate.secrets });
    expect((await find(1))?.checkin).toEqual({ ...checkin('c1'), restored: true });
  });

  it('removes its progress from the terminal before it prints the result', async () => {
    const screen: string[] = [];
    const words = ['backup', 'export', '--table', 'users', join(folder, 'shown.ndjson')];
    await runCommand(stores(), words, { answers: [], screen });
    const [, progress, result] = screen.join('').split('\r\u001B[K');
    expect([progress, result]).toEqual([expect.stringContaining('all written'), expect.stringContaining('written to')]);
  });

  it('never overwrites a file', async () => {
    const file = join(folder, 'mine.ndjson');
    await writeFile(file, 'mine');
    const { code, stderr } = await runCommand(stores(), ['backup', 'export', '--table', 'users', file]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('exists already') });
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  it('writes independent lines, so that a restore from a damaged file writes the good lines and reports the rest', async () => {
    const file = join(folder, 'broken.ndjson');
    await users.save(ada);
    await runJson(stores(), ['backup', 'export', '--table', 'users', file]);
    await writeFile(file, `{\n${await readFile(file, 'utf8')}{"companyId":"acme"}\n`);
    await lose('users');
    const restored = await restore('users', file);
    expect(restored).toMatchObject({ code: 1, read: 3, written: 1, failed: 2 });
    expect(restored.errors).toEqual([
      { line: 1, reason: 'is not a line of a backup' },
      { line: 3, reason: 'has no field Item' },
    ]);
  });
});
