import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { makeLogStore } from '../../shared/adapters/dynamodb/log-store.ts';
import { openAdministrationStores } from '../../shared/adapters/dynamodb/administration-stores.ts';
import { makeClientAccessReader } from '../../shared/adapters/dynamodb/client-access-reader.ts';
import { makeCheckinAttemptStore } from '../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import { makeRecoveryStore } from '../../shared/adapters/dynamodb/recovery-store.ts';
import { makeTokenFamilyStore } from '../../shared/adapters/dynamodb/token-family-store.ts';
import { createApiClient } from '../../shared/domain/api-client.ts';
import { DAY, HOUR } from '../../shared/domain/instant.ts';
import { serviceTables, tableIds, type RecoveryStore, type ServiceTable } from '../../shared/domain/recovery.ts';
import { startFamily } from '../../shared/domain/token-family.ts';
import { defaultLifetimes, defaultLogRetention } from '../../shared/settings.ts';
import { allTableIds, keyNamesOf, type TableId } from '../../shared/tables.ts';
import * as clients from '../../shared/use-cases/clients/change-client.ts';
import { addMember, removeMember } from '../../shared/use-cases/members/change-members.ts';
import { recoverTable } from '../../shared/use-cases/recovery/recover-table.ts';
import { addDevice } from '../../shared/use-cases/users/update-user.ts';
import { removeUser } from '../../shared/use-cases/users/remove-user.ts';
import { aBooking, aCheckin } from '../support/bookings.ts';
import { aCheckinEntry, anAuditEntry } from '../support/log-entries.ts';
import { openDatabaseInMemory } from '../support/open-database.ts';
import { actor, makeStores, NOW, runCommand, runJson } from '../unit/cli/run-command.ts';

const db = await openDatabaseInMemory();
const copies = await db.createCopies();
afterAll(() => db.close());

type Item = Record<string, unknown>;

const readAll = async (table: string): Promise<Item[]> =>
  (await db.database.send(new ScanCommand({ TableName: table, ConsistentRead: true }))).Items ?? [];
const stored = (table: ServiceTable): Promise<Item[]> => readAll(db.tableNames[tableIds[table]]);

const empty = async (id: TableId, table = db.tableNames[id]): Promise<void> => {
  for (const item of await readAll(table)) {
    const Key = Object.fromEntries(keyNamesOf(id).map((name) => [name, item[name]]));
    await db.database.send(new DeleteCommand({ TableName: table, Key }));
  }
};

/** Copies the table to one with another name, as point-in-time recovery does. @returns that name */
const copyTable = async (table: ServiceTable): Promise<string> => {
  const id = tableIds[table];
  await empty(id, copies[id]);
  for (const Item of await stored(table)) await db.database.send(new PutCommand({ TableName: copies[id], Item }));
  return copies[id];
};
const copyAndLose = async (table: ServiceTable): Promise<string> => {
  const copy = await copyTable(table);
  await empty(tableIds[table]);
  return copy;
};

beforeEach(async () => {
  for (const id of allTableIds) await empty(id);
});

/** Each action is later than the one before, because the log sorts by time. */
let actions = 0;
const now = () => NOW - HOUR / 2 + (actions += 1);
const retention = { ...defaultLogRetention, retentionDays: 0 };
const stores = openAdministrationStores(db.database, db.tableNames, retention);
const log = makeLogStore(db.database, db.tableNames, defaultLogRetention, () => NOW);
const context = { ...stores, log, actor, now };
const { bookings, users, apiClients, members } = stores;

const recoveryFor = (retentionDays: number) => makeRecoveryStore(db.database, db.tableNames, retentionDays);
const cli = (recovery: RecoveryStore = recoveryFor(0)) => makeStores({ ...stores, log, recovery });

interface Recovered {
  readonly code: number;
  readonly value: unknown;
}
const commandFor = (table: string, from: string, ...more: string[]): string[] => [
  'tables',
  'recover',
  '--table',
  table,
  '--from',
  from,
  ...more,
];
const recover = (...parameters: Parameters<typeof commandFor>): Promise<Recovered> =>
  runJson(cli(), commandFor(...parameters));

const acme = (userId: number) => ({ companyId: 'acme', userId });
const ada = { companyId: 'acme', id: 1, uid: 'ada', email: 'ada@example.com', name: 'Ada Lovelace' };
const endpoint = 'arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/app/5e3e9847-3183-3f18-a7e8-671c3a57d4b3';
const topic = 'arn:aws:sns:eu-central-1:123456789012:Pushes';
const register = (userId: number, device = endpoint) => addDevice({ ...context, topic } as never, acme(userId), device);
const remove = (userId: number) => removeUser({ ...context, requestId: 'r' }, acme(userId));

const desk = (userId: number, noShowAt = NOW + HOUR) =>
  aBooking({ user: acme(userId), name: 'Desk 7', checkinOpensAt: noShowAt - 2 * HOUR, noShowAt });
const checkin = aCheckin('c1', NOW, { notify: true });
const findDesk = async (userId: number) => (await bookings.find(acme(userId), ['desk']))[0];

describe('Users', () => {
  it('come back with what is made from them, but not over a newer profile or a tombstone', async () => {
    await users.save(ada);
    await register(1);
    await users.save({ companyId: 'acme', id: 2, uid: 'bob' });
    await users.save({ companyId: 'acme', id: 3, uid: 'eve' });
    const copy = await copyAndLose('users');
    await users.save({ companyId: 'acme', id: 2, uid: 'bob', name: 'Bob' });
    await users.save({ companyId: 'acme', id: 3 });
    await remove(3);

    const { value } = await recover('users', copy);
    expect(value).toMatchObject({ copied: 1, unchanged: 1, removed: 1, taken: 0 });
    expect(await users.find(acme(1))).toMatchObject({ ...ada, devices: [endpoint] });
    const owners = await users.findIds('acme', [
      ['uid', 'ada'],
      ['email', ada.email],
      ['uid', 'eve'],
    ]);
    expect(owners).toEqual([1, 1, undefined]);
    expect(await users.find(acme(2))).toMatchObject({ name: 'Bob' });
    expect(await users.find(acme(3))).toBeUndefined();
    const { entries } = await stores.searchIndex.read('acme', 'texts', { prefix: 'lovelace', limit: 9 });
    expect(entries.map(({ userId }) => userId)).toEqual([1]);
    expect((await recover('users', copy)).value).toMatchObject({ copied: 0, unchanged: 2, removed: 1 });
  });

  it('whom an import created are still listed after the audit log was recovered', async () => {
    const ref = { companyId: 'acme', importId: 'import-1' };
    await log.recordNewUsers(ref, [1, 2], NOW);
    const from = await copyAndLose('audit');
    expect((await recover('audit', from)).value).toMatchObject({ copied: 1 });
    expect(await log.listNewUsers(ref)).toMatchObject({ userIds: [1, 2] });
  });

  it('get their own left-over claims again, and not a device that somebody else registered since', async () => {
    await users.save(ada);
    await users.save({ companyId: 'acme', id: 2 });
    await register(1);
    const copy = await copyTable('users');
    const TableName = db.tableNames.users;
    await db.database.send(new DeleteCommand({ TableName, Key: { userKey: 'acme#id#1' } }));
    expect((await recover('users', copy)).value).toMatchObject({ copied: 1, unchanged: 1 });
    expect(await users.find(acme(1))).toMatchObject({ ...ada, devices: [endpoint] });

    await db.database.send(new DeleteCommand({ TableName, Key: { userKey: 'acme#id#1' } }));
    await register(2);
    await recover('users', copy);
    expect(await users.find(acme(1))).toMatchObject({ ...ada, devices: [] });
  });

  it('stay away, and are listed, if another user has their badge now', async () => {
    await users.save(ada);
    const copy = await copyAndLose('users');
    await users.save({ companyId: 'acme', id: 9, uid: 'ada' });
    const { code, value } = await recover('users', copy);
    expect([code, value]).toMatchObject([1, { copied: 0, taken: 1, takenUsers: [acme(1)] }]);
  });

  it('who were removed before the copy was made come back as tombstones', async () => {
    await users.save(ada);
    await remove(1);
    expect((await recover('users', await copyAndLose('users'))).value).toMatchObject({ copied: 1 });
    expect((await users.findStates('acme', [1])).get(1)).toMatchObject({ removedAt: expect.any(Number) });
  });
});

describe('Bookings', () => {
  it('come back without a push or an event, and newer ones stay', async () => {
    for (const userId of [1, 2, 3]) await bookings.save(desk(userId));
    await bookings.checkIn(acme(1), 'desk', checkin);
    const copy = await copyAndLose('bookings');
    await bookings.save({ ...desk(2), name: 'Desk 9' });
    // Only the table of the members has to be empty.
    await addMember(context, 'acme', { issuer: 'https://issuer.example', subject: 'ana', role: 'owner' });
    expect((await recover('bookings', copy)).value).toMatchObject({ read: 3, copied: 2, unchanged: 1 });
    expect(await findDesk(1)).toEqual({ ...desk(1), checkin: { ...checkin, restored: true } });
    expect(await findDesk(2)).toMatchObject({ name: 'Desk 9' });
  });

  it.each([
    [0, NOW - 1_000 * DAY, 'copied'],
    [30, NOW - 30 * DAY, 'expired'],
    [30, NOW - 30 * DAY + 1_000, 'copied'],
  ])('have the expiry of the current retention: %d days, no-show at %d: %s', async (days, noShowAt, outcome) => {
    await bookings.save(desk(1, noShowAt));
    const from = await copyAndLose('bookings');
    const { summary } = await recoverTable(
      { ...context, recovery: recoveryFor(days), now: () => NOW },
      { table: 'bookings', from, dryRun: false },
      () => undefined,
    );
    expect(summary).toMatchObject({ [outcome]: 1 });
  });
});

describe('What is about a removed person', () => {
  const entry = (userId: number) => aCheckinEntry({ receivedAt: NOW - 1, userId, code: 'nothing_open' });

  it('never comes back: bookings, check-in entries, details and Idempotency-Keys; its audit entries do', async () => {
    const attempts = makeCheckinAttemptStore(db.database, db.tableNames.checkinAttempts);
    for (const userId of [1, 2]) {
      await users.save({ companyId: 'acme', id: userId });
      await bookings.save(desk(userId));
      await log.recordCheckins([entry(userId)]);
      await register(userId, endpoint + userId);
      await attempts.begin({ clientId: 'gate', idempotencyKey: 'k', user: acme(userId) }, {
        receivedAt: NOW,
        checkinId: 'c',
        at: NOW,
      } as never);
    }
    const tables = ['bookings', 'log', 'details', 'attempts', 'audit'] as const;
    const names = new Map<ServiceTable, string>();
    for (const table of tables) names.set(table, await copyAndLose(table));
    await remove(1);
    await empty('auditDetails');
    for (const table of tables) {
      const { code, value } = await recover(table, names.get(table) as string);
      const expected = table === 'audit' ? { copied: 2, removed: 0 } : { copied: 1, removed: 1 };
      expect([table, code, value]).toMatchObject([table, 0, expected]);
    }
    expect(await Promise.all([findDesk(1), findDesk(2)])).toMatchObject([undefined, { name: 'Desk 7' }]);
    const { items } = await log.listByUser(acme(2), {}, { limit: 9 });
    expect(items.map((one) => (one.kind === 'admin' ? one.action : one.code))).toEqual(['nothing_open', 'devices.add']);
    for (const one of items) expect(one).not.toHaveProperty('restored');
  });

  it('does not come back either if somebody else has the id now', async () => {
    const attempts = makeCheckinAttemptStore(db.database, db.tableNames.checkinAttempts);
    await users.save({ companyId: 'acme', id: 1 });
    await bookings.save({ ...desk(1), openSince: NOW - 2 * DAY });
    await log.recordCheckins([{ ...entry(1), receivedAt: NOW - 2 * DAY }]);
    await register(1);
    await attempts.begin({ clientId: 'gate', idempotencyKey: 'k', user: acme(1) }, {
      receivedAt: NOW - DAY,
      checkinId: 'c',
      at: NOW,
    } as never);
    const tables = ['bookings', 'log', 'details', 'attempts'] as const;
    const names = new Map<ServiceTable, string>([['users', await copyTable('users')]]);
    for (const table of tables) names.set(table, await copyAndLose(table));
    await remove(1);
    await empty('auditDetails');
    const bob = { companyId: 'acme', id: 1, name: 'Bob' };
    await users.change(acme(1), () => bob, undefined, { by: context });
    for (const [table, from] of names) {
      const { value } = await recover(table, from);
      expect([table, value]).toMatchObject([table, { copied: 0, removed: 1 }]);
    }
  });

  it('does not come back either if the tombstone was lost with the table of users', async () => {
    const create = (name: string) =>
      users.change(acme(1), () => ({ companyId: 'acme', id: 1, name }), undefined, { by: context });
    await create('Ada');
    await bookings.save({ ...desk(1), openSince: NOW - DAY });
    const from = { users: await copyTable('users'), bookings: await copyTable('bookings') };
    await remove(1);
    await empty('users');
    for (const table of ['users', 'bookings'] as const)
      expect((await recover(table, from[table])).value).toMatchObject({ copied: 0, removed: 1 });
    // Somebody else who got the id later does come back.
    await create('Bob');
    expect((await recover('users', await copyAndLose('users'))).value).toMatchObject({ copied: 1, removed: 0 });
    expect(await users.find(acme(1))).toMatchObject({ name: 'Bob' });
  });

  it('does not come back after its time either', async () => {
    const old = makeLogStore(db.database, db.tableNames, { checkinLogDays: 1, adminLogDays: 1 });
    await old.recordCheckins([{ ...entry(1), receivedAt: NOW - 2 * DAY }]);
    expect((await recover('log', await copyAndLose('log'))).value).toMatchObject({ copied: 0, expired: 1 });
  });
});

describe('API clients', () => {
  const access = makeClientAccessReader(db.database, db.tableNames.apiClients);
  const create = async () => (await clients.createClient(context, { companyId: 'acme', name: 'Gate' })).client;

  it('come back as they were, with their access item and without their tokens', async () => {
    const { clientId } = await create();
    await clients.rotateClientSecret(context, { clientId }, { graceMilliseconds: HOUR });
    const families = makeTokenFamilyStore(db.database, db.tableNames.apiClients);
    const tokens = { keyId: 'k', scopes: ['checkin'] as const, revocationNumber: 0 };
    await families.start(startFamily(clientId, tokens, defaultLifetimes, NOW));
    const before = await apiClients.find(clientId);
    const { value } = await recover('clients', await copyAndLose('clients'));
    expect(value).toMatchObject({ read: 3, copied: 1, derived: 2, disabledClients: [] });
    expect(await apiClients.find(clientId)).toEqual(before);
    expect(await access.find(clientId)).toMatchObject({ companyId: 'acme' });
    expect(await stored('clients')).toHaveLength(2);
  });

  it('that were never changed come back enabled', async () => {
    const { clientId } = await create();
    const { value } = await recover('clients', await copyAndLose('clients'));
    expect(value).toMatchObject({ copied: 1, disabledClients: [] });
    expect(await apiClients.find(clientId)).toMatchObject({ enabled: true });
  });

  it.each<[string, (clientId: string) => Promise<unknown>]>([
    ['renamed', (clientId) => clients.updateApiClient(context, { clientId }, { name: 'Gate 2' })],
    ['without a scope', (clientId) => clients.updateApiClient(context, { clientId }, { scopes: ['sync'] })],
    ['limited', (clientId) => clients.updateApiClient(context, { clientId }, { allowedIps: ['192.0.2.0/24'] })],
    ['disabled', (clientId) => clients.updateApiClient(context, { clientId }, { enabled: false })],
    ['rotated', (clientId) => clients.rotateClientSecret(context, { clientId }, { graceMilliseconds: 0 })],
    ['without tokens', (clientId) => clients.revokeClientTokens(context, { clientId })],
    ['deleted', (clientId) => clients.deleteClient(context, { clientId })],
  ])('come back disabled, with an entry, and are listed, if they were %s since', async (_, change) => {
    const { clientId, revocationNumber } = await create();
    const copy = await copyTable('clients');
    await change(clientId);
    await empty('apiClients');
    const dry = await recover('clients', copy, '--dry-run');
    expect(dry.value).toMatchObject({ copied: 1, disabledClients: [clientId] });
    expect(await stored('clients')).toEqual([]);
    const { value } = await recover('clients', copy);
    expect(value).toMatchObject({ copied: 1, disabledClients: [clientId] });
    const client = await apiClients.find(clientId);
    expect([client?.enabled, client?.revocationNumber]).toEqual([false, revocationNumber + 1]);
    expect(await access.find(clientId)).toBeUndefined();
    const { items } = await log.listByCompany('acme', { kind: 'admin' }, { limit: 1 });
    expect(items).toMatchObject([{ action: 'clients.disable', target: { clientId } }]);
  });

  it('that came back disabled are listed although an error then ends the command', async () => {
    const ids = [(await create()).clientId, (await create()).clientId];
    const copy = await copyTable('clients');
    for (const clientId of ids) await clients.updateApiClient(context, { clientId }, { name: 'Gate 2' });
    await empty('apiClients');
    const created: string[] = [];
    const createOnce: typeof apiClients.create = async (client, entries) => {
      if (created.push(client.clientId) > 1) throw new Error('cut');
      return apiClients.create(client, entries);
    };
    const session = makeStores({
      ...stores,
      apiClients: { ...apiClients, create: createOnce },
      log,
      recovery: recoveryFor(0),
    });
    const disabled = (list: string[]) => ({ copied: 1, disabledClients: list });
    const ended = await runJson(session, commandFor('clients', copy));
    expect(ended).toMatchObject({
      code: 1,
      value: disabled(created.slice(0, 1)),
      stderr: expect.stringContaining('cut'),
    });
    // The next run does not list it again.
    expect((await recover('clients', copy)).value).toMatchObject(disabled(created.slice(1)));
  });

  it('that were deleted stay so, and those that exist are not changed', async () => {
    const [gone, kept] = [await create(), await create()];
    const copy = await copyTable('clients');
    await clients.deleteClient(context, { clientId: gone.clientId });
    await clients.updateApiClient(context, { clientId: kept.clientId }, { name: 'Kept' });
    expect((await recover('clients', copy)).value).toMatchObject({ copied: 0, unchanged: 2 });
    expect(await apiClients.find(gone.clientId)).toBeUndefined();
    expect(await apiClients.find(kept.clientId)).toMatchObject({ name: 'Kept', enabled: true });
  });
});

describe('Members', () => {
  const identity = (subject: string) => ({ issuer: 'https://issuer.example', subject });
  const add = (subject: string) => addMember(context, 'acme', { ...identity(subject), role: 'owner' });

  it('come back as a whole into an empty table, also after an interruption', async () => {
    await add('ana');
    await add('bea');
    const before = await stored('members');
    const copy = await copyAndLose('members');
    const [first] = before as [Item];
    await db.database.send(new PutCommand({ TableName: db.tableNames.members, Item: first }));
    expect((await recover('members', copy)).value).toMatchObject({ copied: before.length - 1, unchanged: 1 });
    expect(await stored('members')).toEqual(before);
  });

  it('do not come back if somebody was removed, or added, since', async () => {
    await add('ana');
    await add('bea');
    const copy = await copyTable('members');
    await removeMember(context, 'acme', identity('bea'));
    const after = await stored('members');
    const ended = await runCommand(cli(), commandFor('members', copy));
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('only as a whole') });
    expect(await stored('members')).toEqual(after);
    expect(await members.findCompany(identity('bea'))).toBeUndefined();
  });
});

describe('tables recover', () => {
  it.each(serviceTables)('works for the table %s, even if the copy is empty', async (table) => {
    const { code, value } = await recover(table, await copyAndLose(table));
    expect([code, value]).toMatchObject([0, { table, read: 0, copied: 0 }]);
  });

  it('never copies public keys', async () => {
    await db.database.send(
      new PutCommand({ TableName: db.tableNames.signingKeys, Item: { kid: 'k', publicKey: 'p' } }),
    );
    expect((await recover('keys', await copyAndLose('keys'))).value).toMatchObject({ copied: 0, derived: 1 });
  });

  it('shows with --dry-run what would happen, and writes nothing, not even an entry', async () => {
    for (const userId of [1, 2]) await bookings.save(desk(userId));
    const from = await copyAndLose('bookings');
    const { stdout } = await runCommand(cli(), commandFor('bookings', from, '--dry-run'));
    expect(stdout).toMatch(/^2 read: 2 to be copied, 0 in the table already/);
    expect([await stored('bookings'), await stored('audit')]).toEqual([[], []]);
  });

  it('leaves one entry in the audit log before the first copy, and can be run again after an interruption', async () => {
    for (const userId of [1, 2, 3]) await bookings.save(desk(userId));
    const from = await copyAndLose('bookings');
    const recovery = recoveryFor(0);
    let left = 1;
    const create: RecoveryStore['create'] = async (...write) => {
      left -= 1;
      if (left < 0) throw new Error('cut');
      return recovery.create(...write);
    };
    expect((await runCommand(cli({ ...recovery, create }), commandFor('bookings', from))).code).toBe(1);
    const entry = { action: 'tables.recover', companyId: '', target: { table: 'bookings', from } };
    expect(await stored('audit')).toMatchObject([entry]);
    expect((await recover('bookings', from)).value).toMatchObject({ copied: 2, unchanged: 1 });
  });

  it('leaves a user alone whom others create meanwhile, and stops if one cannot be written', async () => {
    await users.save(ada);
    const from = await copyAndLose('users');
    const recovery = recoveryFor(0);
    const run = (createUser: RecoveryStore['createUser']) =>
      runJson(cli({ ...recovery, createUser }), commandFor('users', from));
    expect(await run(async () => false)).toMatchObject({ code: 0, value: { copied: 0, unchanged: 1 } });
    expect(await run(() => Promise.reject(new Error('cut')))).toMatchObject({ code: 1, value: { copied: 0 } });
  });

  it.each<[ServiceTable, TableId, Item, Item]>([
    ['users', 'users', { email: 42 }, { userKey: 'acme#id#7' }],
    ['users', 'users', { uids: 'ada' }, { userKey: 'acme#id#7' }],
    ['users', 'users', { id: 8 }, { userKey: 'acme#id#7' }],
    ['users', 'users', { id: undefined }, { userKey: 'acme#id#7' }],
    ['bookings', 'bookings', { noShowAt: undefined }, { companyUser: 'acme#7', bookingId: 'desk' }],
    ['clients', 'apiClients', { secrets: undefined }, { clientId: 'gate', item: 'client' }],
  ])('lists an item of %s that the service cannot read, and copies the others', async (table, id, fault, key) => {
    await users.save({ ...ada, id: 7 });
    await bookings.save(desk(7, NOW + HOUR));
    const { client } = createApiClient({ companyId: 'acme', name: 'Gate' }, NOW);
    await apiClients.create({ ...client, clientId: 'gate' });
    const good = (await stored(table)).find((item) =>
      Object.entries(key).every(([name, value]) => item[name] === value),
    );
    await db.database.send(new PutCommand({ TableName: db.tableNames[id], Item: { ...good, ...fault } }));
    await users.save({ companyId: 'acme', id: 9 });
    await bookings.save(desk(9, NOW + HOUR));
    await apiClients.create({ ...client, clientId: 'other' });

    const from = await copyAndLose(table);
    expect(await recover(table, from)).toMatchObject({
      code: 1,
      value: { copied: 1, malformed: 1, malformedItems: [key] },
    });
    const { stdout, stderr } = await runCommand(cli(), commandFor(table, from));
    expect(stdout).toContain(`The item ${JSON.stringify(key)} was not copied`);
    expect(stderr).toContain('One item was not copied');
  });

  it('names the table to copy from if it does not exist', async () => {
    for (const table of ['bookings', 'members'] as const) {
      const { code, stderr } = await runCommand(cli(), commandFor(table, 'Bookings-restorred'));
      expect(code).toBe(1);
      expect(stderr).toContain('There is no table Bookings-restorred in this account and region.');
    }
  });

  it('rejects a table of another kind, and the table itself', async () => {
    await bookings.save(desk(1));
    await log.recordAuditEntry(anAuditEntry());
    for (const [table, from] of [
      ['users', await copyTable('bookings')],
      ['log', await copyTable('audit')],
      ['details', await copyTable('audit')],
    ] as const) {
      const ended = await runCommand(cli(), commandFor(table, from));
      expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(`is not a copy of the table ${table}`) });
    }
    const own = await runCommand(cli(), commandFor('users', db.tableNames.users));
    expect(own).toMatchObject({ code: 2, stderr: expect.stringContaining('is the table that is in use') });
  });
});
