import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { User, UserStore } from '../../../../shared/domain/user.ts';
import { listUsers, searchUsers, type UserListQuery } from '../../../../shared/use-cases/users/find-users.ts';
import { makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const aUser = (id: number, identifiers: Partial<User> = {}): User => ({
  companyId: 'acme',
  id,
  devices: [],
  ...identifiers,
});

/** Returns the ids on all pages. */
const listAll = async (
  users: Pick<UserStore, 'listByCompany'>,
  query: Omit<UserListQuery, 'companyId'>,
): Promise<number[]> => {
  const ids: number[] = [];
  let next: string | undefined;
  do {
    const page = await listUsers(users, { companyId: 'acme', ...query, next });
    expect(page.items.length).toBeLessThanOrEqual(query.limit);
    ids.push(...page.items.map(({ id }) => id));
    ({ next } = page);
  } while (next !== undefined);
  return ids;
};

/** Records how many users each read asks for. */
const recordReads = (users: UserStore) => {
  const limits: number[] = [];
  const listByCompany: UserStore['listByCompany'] = async (companyId, page) => {
    limits.push(page.limit);
    return users.listByCompany(companyId, page);
  };
  return { users: { ...users, listByCompany }, limits };
};

describe('The list of users', () => {
  it('contains each user whose id, uid or e-mail address begins with the prefix, exactly once, for any page size', async () => {
    const firstCharacter = fc.constantFrom('a', 'b', '1');
    const user = fc.record({ id: fc.integer({ min: 1, max: 30 }), uid: firstCharacter, email: firstCharacter });
    const users = fc.uniqueArray(user, { selector: ({ id }) => id, maxLength: 12 });
    const prefix = fc.constantFrom(undefined, 'a', 'A', '1', 'a2');
    await fc.assert(
      fc.asyncProperty(users, prefix, fc.integer({ min: 1, max: 4 }), async (records, wantedPrefix, limit) => {
        const all = records.map(({ id, uid, email }) => aUser(id, { uid: `${uid}${id}`, email: `${email}${id}@x` }));
        const expected = all
          .filter(({ id, uid = '', email = '' }) => {
            const matchesUid = uid.startsWith(wantedPrefix ?? '');
            const matchesEmail = email.startsWith((wantedPrefix ?? '').toLowerCase());
            return matchesUid || matchesEmail || String(id).startsWith(wantedPrefix ?? '');
          })
          .map(({ id }) => id)
          .toSorted((one, other) => one - other);
        expect(await listAll(makeInMemoryUsers(all), { prefix: wantedPrefix, limit })).toEqual(expected);
      }),
    );
  });

  it('reads as many users as fit on the page, or a thousand at a time to find a prefix', async () => {
    const { users, limits } = recordReads(makeInMemoryUsers([1, 2, 3, 4, 5].map((id) => aUser(id))));
    expect(await listUsers(users, { companyId: 'acme', limit: 5 })).toMatchObject({ items: { length: 5 } });
    expect(limits).toEqual([5]);
    const page = await listUsers(users, { companyId: 'acme', limit: 2, prefix: '5' });
    expect(page.items.map(({ id }) => id)).toEqual([5]);
    expect(limits).toEqual([5, 1_000]);
  });

  it('makes at most 20 reads for one page, and the next page begins where the last read ended', async () => {
    /** Reads from a company with 21,000 users. One user in a thousand has a uid. */
    const listByCompany: UserStore['listByCompany'] = async (_, { after = 0, limit }) => {
      const ids = Array.from({ length: limit }, (__, index) => after + index + 1).filter((id) => id <= 21_000);
      const next = ids.at(-1) as number;
      const items = ids.map((id) => aUser(id, id % 1_000 === 0 ? { uid: 'desk' } : {}));
      return { items, ...(next < 21_000 && { next }) };
    };
    const { users, limits } = recordReads({ ...makeInMemoryUsers(), listByCompany });
    const first = await listUsers(users, { companyId: 'acme', limit: 30, prefix: 'desk' });
    expect([first.items.length, first.next, limits.length]).toEqual([20, '20000', 20]);
    const second = await listUsers(users, { companyId: 'acme', limit: 30, prefix: 'desk', next: first.next });
    expect(second).toEqual({ items: [aUser(21_000, { uid: 'desk' })] });
    await listUsers(users, { companyId: 'acme', limit: 3, prefix: 'desk' });
    expect(limits.length).toBe(24);
  });

  it.each(['', '-1', '1e3', '9007199254740992'])('rejects the cursor "%s"', async (next) => {
    const page = listUsers(makeInMemoryUsers(), { companyId: 'acme', limit: 1, next });
    await expect(page).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});

describe('A search for users', () => {
  const ada = aUser(1, { uid: 'E-1', email: 'ada@example.com', devices: ['arn:phone'] });
  const bob = aUser(2, { uid: 'E-2' });
  const users = makeInMemoryUsers([ada, bob, aUser(3, { uid: 'F-3' })]);
  const companyId = 'acme';

  it('by identifiers finds the one user who has all of them', async () => {
    expect(await searchUsers(users, { companyId, limit: 10, uid: 'E-1' })).toEqual({ items: [ada] });
    expect(await searchUsers(users, { companyId, limit: 10, id: 1, uid: 'E-2' })).toEqual({ items: [] });
    expect(await searchUsers(users, { companyId, limit: 10, email: 'eve@example.com' })).toEqual({ items: [] });
  });

  it('by prefix finds users with their devices, page by page', async () => {
    const first = await searchUsers(users, { companyId, limit: 1, prefix: 'E-' });
    expect(first).toEqual({ items: [ada], next: '1' });
    expect(await searchUsers(users, { companyId, limit: 1, prefix: 'E-', next: first.next })).toEqual({ items: [bob] });
  });

  it('by prefix and identifiers finds users who match both', async () => {
    expect(await searchUsers(users, { companyId, limit: 10, prefix: 'E-', id: 2 })).toEqual({ items: [bob] });
    expect(await searchUsers(users, { companyId, limit: 10, prefix: 'F-', id: 2 })).toEqual({ items: [] });
  });

  it('omits users who were removed after the index was read', async () => {
    const search = searchUsers({ ...users, findAll: async () => [bob] }, { companyId, limit: 10, prefix: 'E-' });
    expect(await search).toEqual({ items: [bob] });
  });

  it('needs a prefix or an identifier, and fails if the database fails', async () => {
    await expect(searchUsers(users, { companyId, limit: 10 })).rejects.toMatchObject({ code: 'identifier_required' });
    const findId = async () => Promise.reject(new Error('cut'));
    await expect(searchUsers({ ...users, findId }, { companyId, limit: 10, uid: 'E-1' })).rejects.toThrow('cut');
  });
});
