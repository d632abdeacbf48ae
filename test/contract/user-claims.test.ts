import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { makeDeviceStore } from '../../shared/adapters/dynamodb/device-store.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { badgesOf, IdentifierTaken, toBadges, type UserStore } from '../../shared/domain/user.ts';
import { makeUserImporter } from '../../shared/use-cases/import/user-records.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabaseInMemory, type TestDatabase } from '../support/open-database.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await openDatabaseInMemory();
});
afterAll(() => db.close());

const users = () => makeUserStore(db.database, db.tableNames.users);

describe('Claims of uids and e-mail addresses', () => {
  it('go with the user: a removal leaves nothing but a tombstone', async () => {
    const companyId = freshCompanyId();
    const ref = { companyId, userId: 1 };
    await users().save({
      companyId,
      id: 1,
      name: 'Ana Ñandú',
      uid: 'E-1',
      uids: ['E-1', 'E-2'],
      email: 'one@acme.example',
      language: 'es',
    });
    await makeDeviceStore(db.database, db.tableNames.users).add(ref, 'arn:device');
    await users().change(ref, () => undefined);
    const { Items = [] } = await db.database.send(new ScanCommand({ TableName: db.tableNames.users }));
    const left = Items.filter(({ userKey }) => String(userKey).startsWith(`${companyId}#`));
    expect(left).toEqual([
      { userKey: `${companyId}#id#1`, revision: expect.any(String), removedAt: expect.any(Number) },
    ]);
  });

  it('are written again when a removed user is imported again', async () => {
    const companyId = freshCompanyId();
    const ana = { companyId, id: 1, uid: 'E-1' };
    const importer = makeUserImporter({ users: users(), removeUser: async () => 'deleted' });
    await users().save(ana);
    await users().change({ companyId, userId: 1 }, () => undefined);
    expect(await importer.apply([ana])).toEqual([{ outcome: 'written' }]);
    expect(await importer.apply([ana])).toEqual([{ outcome: 'unchanged' }]);
    expect(await users().findId(companyId, { uid: 'E-1' })).toBe(1);
  });

  it('are not refused to a save whose response was lost, and it counts as written', async () => {
    const companyId = freshCompanyId();
    let sent = 0;
    const send = async (command: never): Promise<unknown> => {
      const response = await db.database.send(command);
      const isLost = (command as object) instanceof TransactWriteCommand && (sent += 1) === 1;
      // The SDK sends the same request again.
      return isLost ? db.database.send(command) : response;
    };
    const store = makeUserStore({ send }, db.tableNames.users);
    expect(await store.save({ companyId, id: 1, uid: 'E-1' })).toBe('written');
    expect(sent).toBe(1);
  });

  /** A database whose calls are performed one by one, in an order that the scheduler chooses. */
  const scheduled = (scheduler: fc.Scheduler): UserStore =>
    makeUserStore(
      { send: scheduler.scheduleFunction((command: never) => db.database.send(command)) },
      db.tableNames.users,
    );

  const badges = ['E-1', 'E-2', 'E-3'];

  /** Gives a user other badges, none, or removes it. */
  const step = fc.record({
    userId: fc.integer({ min: 1, max: 3 }),
    uids: fc.shuffledSubarray(badges),
    isRemoved: fc.boolean(),
  });
  type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

  it('never give a badge to two users, for any order of the calls of saves, moves, swaps and removals', async () => {
    const settle = async (store: UserStore, companyId: string, { userId, uids, isRemoved }: Step) => {
      const profile = isRemoved ? undefined : { companyId, id: userId, ...toBadges(uids) };
      try {
        await store.change({ companyId, userId }, () => profile);
      } catch (error) {
        if (!(error instanceof IdentifierTaken)) throw error;
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(step, { maxLength: 3 }),
        fc.array(step, { minLength: 2, maxLength: 4 }),
        async (scheduler, before, steps) => {
          const companyId = freshCompanyId();
          for (const one of before) await settle(users(), companyId, one);
          const store = scheduled(scheduler);
          await scheduler.waitFor(Promise.all(steps.map((one) => settle(store, companyId, one))));
          const found = await users().findAll([1, 2, 3].map((userId) => ({ companyId, userId })));
          for (const uid of badges) {
            const holders = found.filter((user) => badgesOf(user).includes(uid)).map(({ id }) => id);
            const claimed = await users().findId(companyId, { uid });
            expect(holders).toEqual(claimed === undefined ? [] : [claimed]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('give a uid to exactly one of two new users, for any order of their calls', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const companyId = freshCompanyId();
        const store = scheduled(scheduler);
        const saves = [1, 2].map((id) => store.save({ companyId, id, uid: 'E-1' }));
        const saved = await scheduler.waitFor(Promise.allSettled(saves));
        const found = await users().findAll([1, 2].map((userId) => ({ companyId, userId })));
        expect(found.map(({ id }) => id)).toEqual([await users().findId(companyId, { uid: 'E-1' })]);
        expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      }),
      { numRuns: 80 },
    );
  });

  it('give a uid to one of many users that claim it at the same time', async () => {
    const companyId = freshCompanyId();
    const ids = [1, 2, 3, 4, 5, 6, 7, 8];
    const saved = await Promise.allSettled(ids.map((id) => users().save({ companyId, id, uid: 'E-1' })));
    const holder = await users().findId(companyId, { uid: 'E-1' });
    const found = await users().findAll(ids.map((userId) => ({ companyId, userId })));
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(found.map(({ id }) => id)).toEqual([holder]);
  });
});
