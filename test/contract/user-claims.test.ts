import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { IdentifierTaken, type UserStore } from '../../shared/domain/user.ts';
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
  const scheduled = (scheduler: fc.Scheduler): UserStore =>
    makeUserStore(
      { send: scheduler.scheduleFunction((command: never) => db.database.send(command)) },
      db.tableNames.users,
    );

  type Step = {
    readonly userId: number;
    readonly uid: 'E-1' | 'E-2' | undefined;
    readonly isRemoved: boolean;
  };

  const step = fc.record({
    userId: fc.integer({ min: 1, max: 3 }),
    uid: fc.constantFrom('E-1', 'E-1', 'E-2', undefined),
    isRemoved: fc.boolean(),
  });

  it('never give a uid to two users, for any order of the calls of saves and removals', async () => {
    const settle = async (store: UserStore, companyId: string, { userId, uid, isRemoved }: Step) => {
      const profile = isRemoved ? undefined : { companyId, id: userId, ...(uid !== undefined && { uid }) };
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
