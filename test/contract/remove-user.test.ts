import { afterAll, describe, expect, it } from '@jest/globals';
import { makeLogStore } from '../../shared/adapters/dynamodb/log-store.ts';
import { makeToAuditWrites } from '../../shared/adapters/dynamodb/audit-log.ts';
import { makeTestBookingStore } from '../support/booking-store.ts';
import type { Database } from '../../shared/adapters/dynamodb/database.ts';
import { makeDeviceStore } from '../../shared/adapters/dynamodb/device-store.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import { defaultLogRetention } from '../../shared/settings.ts';
import { makeUserImporter } from '../../shared/use-cases/import/user-records.ts';
import type { UserStore } from '../../shared/domain/user.ts';
import { removeUser } from '../../shared/use-cases/users/remove-user.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabaseInMemory } from '../support/open-database.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const actor = { through: 'cli', id: 'olive' } as const;
const now = () => NOW;

const db = await openDatabaseInMemory();
afterAll(() => db.close());

const storesOn = (database: Database) => ({
  users: makeUserStore(database, db.tableNames.users, makeToAuditWrites(db.tableNames, 400)),
  devices: makeDeviceStore(database, db.tableNames.users),
  bookings: makeTestBookingStore(database, db.tableNames.bookings),
  log: makeLogStore(database, db.tableNames, defaultLogRetention, now),
});

/** Returns a database that fails at call number `fatal`, and performs that call only if `isPerformed`. */
const failingAt = (fatal: number, isPerformed: boolean) => {
  let calls = 0;
  const send = async (command: never): Promise<unknown> => {
    calls += 1;
    const isFatal = calls === fatal;
    const response = isFatal && !isPerformed ? undefined : await db.database.send(command);
    if (isFatal) throw new ServiceError('dependency_unavailable', 'cut');
    return response;
  };
  return { database: { send }, countCalls: () => calls };
};

/** Creates two users of one company with all data that a user can have. */
const start = async () => {
  const stores = storesOn(db.database);
  const companyId = freshCompanyId();
  const period = { kind: 'position', checkinOpensAt: NOW, noShowAt: NOW + 1 } as const;
  const request = { kind: 'checkin', companyId, receivedAt: NOW, clientId: 'gate', identifiers: {}, at: NOW } as const;
  const result = { statusCode: 200, code: 'checked_in', checkinCount: 0, bookings: [] } as const;
  for (const userId of [1, 2]) {
    const user = { companyId, userId };
    const identifiers = { uid: `U${userId}`, email: `u${userId}@example.com` };
    await stores.users.save({ companyId, id: userId, ...identifiers, language: 'es' });
    await stores.devices.add(user, `arn:device-${companyId}-${userId}`);
    for (const bookingId of ['desk', 'parking']) await stores.bookings.save({ user, bookingId, ...period });
    const requestIds = [`r-1-${userId}`, `r-2-${userId}`];
    await stores.log.recordCheckins(requestIds.map((requestId) => ({ ...request, ...result, requestId, userId })));
  }
  return { stores, companyId, user: { companyId, userId: 1 } };
};

type TestCompany = Awaited<ReturnType<typeof start>>;

const expectRemoved = async ({ stores, companyId, user }: TestCompany): Promise<void> => {
  const { users, bookings, log } = stores;
  expect(await users.find(user)).toBeUndefined();
  expect(await users.findId(companyId, ['uid', 'U1'])).toBeUndefined();
  expect(await users.findId(companyId, ['email', 'u1@example.com'])).toBeUndefined();
  expect(await bookings.list(user)).toEqual([]);
  const { items: entries } = await log.listByUser(user, {}, { limit: 100 });
  expect(entries.length).toBeGreaterThan(0);
  const removal = { kind: 'admin', companyId, receivedAt: NOW, actor, action: 'users.remove', target: { userId: 1 } };
  for (const entry of entries) expect(entry).toEqual(removal);
};

const remove = (testCompany: TestCompany, database = db.database) =>
  removeUser({ ...storesOn(database), actor, now }, testCompany.user);

describe('Removing a user', () => {
  it('deletes all data of the user except the audit entry of the removal, but no data of other users', async () => {
    const testCompany = await start();
    expect(await remove(testCompany)).toEqual({ isRemoved: true, bookings: 2, logEntries: 2 });
    await expectRemoved(testCompany);
    const other = { ...testCompany.user, userId: 2 };
    expect(await testCompany.stores.users.find(other)).toMatchObject({
      uid: 'U2',
      devices: [`arn:device-${testCompany.companyId}-2`],
    });
    expect(await testCompany.stores.users.findId(testCompany.companyId, ['uid', 'U2'])).toBe(2);
    expect(await testCompany.stores.bookings.list(other)).toHaveLength(2);
    expect((await testCompany.stores.log.listByUser(other, {}, { limit: 100 })).items).toHaveLength(2);
  });

  it('can be undone only by an import that began later', async () => {
    const testCompany = await start();
    const { stores, companyId, user } = testCompany;
    const row = { companyId, id: 1, uid: 'U1', language: 'en' };
    const importBegunAt = (begunAt: number, clock = NOW + 60_000) =>
      makeUserImporter({
        users: stores.users,
        removeUser: async () => 'deleted',
        audited: { by: { actor, now: () => clock } },
      }).apply([row], { begunAt });
    await remove(testCompany);
    expect(await importBegunAt(NOW - 1)).toEqual({ outcomes: [{ outcome: 'unchanged' }] });
    await expectRemoved(testCompany);
    expect(await importBegunAt(NOW)).toEqual({ outcomes: [{ outcome: 'written' }] });
    expect(await stores.users.find(user)).toMatchObject({ uid: 'U1' });
    await remove(testCompany);
    // If its time is later than the importer's clock, the removal came from a machine with a fast clock, and blocks no import.
    expect(await importBegunAt(NOW - 2, NOW - 1)).toEqual({ outcomes: [{ outcome: 'written' }] });
  });

  it('can be followed by a new user with the same id in the same import', async () => {
    const testCompany = await start();
    const { stores, companyId, user } = testCompany;
    const audited = { by: { actor, now: () => NOW + 1 } };
    const removeIt = async () => {
      await remove(testCompany);
      return 'deleted' as const;
    };
    const { apply } = makeUserImporter({ users: stores.users, removeUser: removeIt, audited });
    const rows = [
      { companyId, id: 1, deleted: true },
      { companyId, id: 1, uid: 'U9', language: 'en' },
    ];
    expect(await apply(rows, { begunAt: NOW - 1 })).toEqual({
      outcomes: [{ outcome: 'deleted' }, { outcome: 'written' }],
    });
    expect(await stores.users.find(user)).toMatchObject({ uid: 'U9' });
  });

  it('cannot be undone by an import that read the user before the removal was committed', async () => {
    const testCompany = await start();
    const { stores, companyId } = testCompany;
    const findAll: UserStore['findAll'] = async (refs) => {
      const found = await stores.users.findAll(refs);
      await remove(testCompany);
      return found;
    };
    const audited = { by: { actor, now: () => NOW + 1 } };
    const users = { ...stores.users, findAll };
    const { apply } = makeUserImporter({ users, removeUser: async () => 'deleted', audited });
    expect(await apply([{ companyId, id: 1, uid: 'U1', language: 'en' }], { begunAt: NOW + 1 })).toEqual({
      outcomes: [{ outcome: 'unchanged' }],
    });
    await expectRemoved(testCompany);
  });

  it.each([
    ['fails', false],
    ['succeeds without a response', true],
  ])('is completed by a retry if any call %s', async (_, isPerformed) => {
    const reliable = failingAt(Infinity, isPerformed);
    await remove(await start(), reliable.database);
    expect(reliable.countCalls()).toBeGreaterThan(10);
    for (let fatal = 1; fatal <= reliable.countCalls(); fatal += 1) {
      const testCompany = await start();
      await expect(remove(testCompany, failingAt(fatal, isPerformed).database)).rejects.toThrow('cut');
      await remove(testCompany);
      await expectRemoved(testCompany);
    }
  });
});
