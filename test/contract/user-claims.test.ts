import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { makeCreateUsers } from '../../shared/adapters/dynamodb/user-inserts.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { IdentifierTaken, type CreateUsers, type UserStore } from '../../shared/domain/user.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabaseInMemory, type TestDatabase } from '../support/open-database.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await openDatabaseInMemory();
});
afterAll(() => db.close());

const users = () => makeUserStore(db.database, db.tableNames.users);

describe('Claims of uids and e-mail addresses', () => {
  const leaveUnfinishedClaim = (companyId: string, userId: number) =>
    db.database.send(
      new PutCommand({ TableName: db.tableNames.users, Item: { userKey: `${companyId}#uid#E-1`, userId } }),
    );

  it('replace a claim whose save was interrupted before its user was written', async () => {
    const companyId = freshCompanyId();
    await leaveUnfinishedClaim(companyId, 1);
    expect(await users().save({ companyId, id: 2, uid: 'E-1' })).toBe('written');
    expect(await users().findId(companyId, { uid: 'E-1' })).toBe(2);
  });

  it('complete an interrupted save when it is repeated', async () => {
    const companyId = freshCompanyId();
    await leaveUnfinishedClaim(companyId, 1);
    expect(await users().save({ companyId, id: 1, uid: 'E-1' })).toBe('written');
    expect(await users().findId(companyId, { uid: 'E-1' })).toBe(1);
  });

  /** A database whose calls are performed one by one, in an order that the scheduler chooses. */
  const scheduled = (scheduler: fc.Scheduler): UserStore & { readonly createUsers: CreateUsers } => {
    const database = { send: scheduler.scheduleFunction((command: never) => db.database.send(command)) };
    return {
      ...makeUserStore(database, db.tableNames.users),
      createUsers: makeCreateUsers(database, db.tableNames.users),
    };
  };

  type Step = {
    readonly userId: number;
    readonly uid: 'E-1' | 'E-2' | undefined;
    readonly isRemoved: boolean;
    /** Saves a user like an import: created together with others if possible, otherwise saved alone. */
    readonly isImported: boolean;
  };

  const step = fc.record({
    userId: fc.integer({ min: 1, max: 3 }),
    uid: fc.constantFrom('E-1', 'E-1', 'E-2', undefined),
    isRemoved: fc.boolean(),
    isImported: fc.boolean(),
  });

  it('never give a uid to two users, for any order of the calls of saves and removals', async () => {
    const settle = async (
      { createUsers, ...store }: UserStore & { readonly createUsers?: CreateUsers },
      companyId: string,
      { userId, uid, isRemoved, isImported }: Step,
    ) => {
      const profile = isRemoved ? undefined : { companyId, id: userId, ...(uid !== undefined && { uid }) };
      try {
        if (profile && isImported && (await createUsers?.([profile]))?.[0]) return;
        await store.change({ companyId, userId }, () => profile);
      } catch (error) {
        if (!(error instanceof IdentifierTaken)) throw error;
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(step, { maxLength: 3 }),
        fc.boolean(),
        fc.array(step, { minLength: 2, maxLength: 4 }),
        async (scheduler, before, isClaimLeftBehind, steps) => {
          const companyId = freshCompanyId();
          for (const one of before) await settle(users(), companyId, one);
          if (isClaimLeftBehind && (await users().findId(companyId, { uid: 'E-1' })) === undefined)
            await leaveUnfinishedClaim(companyId, 1);
          const store = scheduled(scheduler);
          await scheduler.waitFor(Promise.all(steps.map((one) => settle(store, companyId, one))));
          const found = await users().findAll([1, 2, 3].map((userId) => ({ companyId, userId })));
          for (const uid of ['E-1', 'E-2']) {
            const holders = found.filter((user) => user.uid === uid).map(({ id }) => id);
            const claimed = await users().findId(companyId, { uid });
            expect(holders).toEqual(holders.length > 0 ? [claimed] : []);
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

  it('allow a user with a left-over claim to be created together with others', async () => {
    const companyId = freshCompanyId();
    await leaveUnfinishedClaim(companyId, 1);
    const create = makeCreateUsers(db.database, db.tableNames.users);
    const all = [
      { companyId, id: 1, uid: 'E-1' },
      { companyId, id: 2, uid: 'E-2', email: 'two@acme.example' },
      { companyId, id: 3 },
    ];
    expect(await create(all)).toEqual([false, true, true]);
    expect(await create(all)).toEqual([false, false, false]);
    expect(await users().save(all[0] as (typeof all)[0])).toBe('written');
    expect(await users().findIds(companyId, [{ uid: 'E-1' }, { email: 'two@acme.example' }])).toEqual([1, 2]);
    const found = await users().findAll([1, 2, 3].map((userId) => ({ companyId, userId })));
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([1, 2, 3]));
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
