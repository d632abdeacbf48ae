import { describe, expect, it } from '@jest/globals';
import type { StoredItem } from '../../../../shared/domain/table-copy.ts';
import { type User, type UserRef } from '../../../../shared/domain/user.ts';
import { makeRestoreUsers, type UserRestoreStores } from '../../../../shared/use-cases/restore/restore-users.ts';
import { makeInMemoryUsers } from '../../../support/stores-in-memory.ts';
import { makeRules } from './rules.ts';

const ada: User = { companyId: 'acme', id: 1, uid: 'ada', email: 'ada@example.com', devices: ['arn:1', 'arn:2'] };
const ref = { companyId: 'acme', userId: 1 };

const copyOf = (user: User) => ({ kind: 'user', user, item: { id: user.id } }) as const;

interface Setup {
  readonly existing?: readonly User[];
  readonly removed?: readonly UserRef[];
  readonly stores?: Partial<UserRestoreStores>;
  readonly rules?: Parameters<typeof makeRules>[0];
}

const open = ({ existing = [], removed = [], stores = {}, rules }: Setup) => {
  const users = makeInMemoryUsers(existing);
  const written: StoredItem[] = [];
  const restore = makeRestoreUsers(
    {
      users,
      devices: users,
      createUser: async (_, item) => written.push(item) > 0,
      findRemoved: async (refs) => refs.filter(({ userId }) => removed.some((one) => one.userId === userId)),
      ...stores,
    },
    makeRules(rules),
  );
  const restoreUser = async (user = ada) => (await restore([copyOf(user)]))[0];
  return { restoreUser, written, find: () => users.find(ref) };
};

const written = { outcome: 'written' };
const unchanged = { outcome: 'unchanged' };
const refused = (reason: string) => ({ outcome: 'refused', refusals: [{ reason, name: 'acme/1' }] });

describe('A copy of a user', () => {
  it('is written if there is no such user, but not in a dry run', async () => {
    const missing = open({});
    expect([await missing.restoreUser(), missing.written]).toEqual([written, [{ id: 1 }]]);
    const dry = open({ rules: { dryRun: true } });
    expect([await dry.restoreUser(), dry.written]).toEqual([written, []]);
  });

  it('counts as written in a dry run if its badge is still reserved for the same id', async () => {
    const users = { ...makeInMemoryUsers(), findIds: async () => [ada.id] };
    expect(await open({ stores: { users }, rules: { dryRun: true } }).restoreUser()).toEqual(written);
  });

  it('counts as unchanged if another restore wrote it first', async () => {
    expect(await open({ stores: { createUser: async () => false } }).restoreUser()).toEqual(unchanged);
  });

  it.each<[string, Partial<User>, object]>([
    ['overwrite is off', { uid: 'eve' }, unchanged],
    ['both are equal', {}, unchanged],
    ['another uid', { uid: 'eve' }, written],
    ['an additional device', { devices: ['arn:1', 'arn:2', 'arn:3'] }, written],
    ['a missing device', { devices: ['arn:2'] }, written],
    ['another device', { devices: ['arn:1', 'arn:3'] }, written],
  ])(
    'overwrites an existing user only if it differs from that user and overwrite is on: %s',
    async (situation, changes, outcome) => {
      const existing = [{ ...ada, ...changes }];
      const overwrite = situation !== 'overwrite is off';
      const dry = open({ existing, rules: { overwrite, dryRun: true } });
      expect([await dry.restoreUser(), await dry.find()]).toEqual([outcome, existing[0]]);
      const { restoreUser, find } = open({ existing, rules: { overwrite } });
      expect(await restoreUser()).toEqual(outcome);
      const user = await find();
      expect({ ...user, devices: user?.devices.toSorted() }).toEqual(overwrite ? ada : existing[0]);
      expect(await restoreUser()).toEqual(unchanged);
    },
  );

  it('is rejected if the user was removed, unless the operator names the user or the user exists again', async () => {
    const removed = [ref];
    const notRevived = open({ removed });
    expect([await notRevived.restoreUser(), notRevived.written]).toEqual([refused('removed_user'), []]);
    expect(await open({ removed, rules: { reviveUsers: new Set(['acme/1']) } }).restoreUser()).toEqual(written);
    expect(await open({ removed, existing: [ada] }).restoreUser()).toEqual(unchanged);
  });
});

describe('A failure of the database', () => {
  it('is not mistaken for a conflict with the uid or e-mail address of another user', async () => {
    const createUser = async () => Promise.reject(new Error('cut'));
    await expect(open({ stores: { createUser } }).restoreUser()).rejects.toThrow('cut');
  });
});
