import { describe, expect, it } from '@jest/globals';
import type { User } from '../../../../shared/domain/user.ts';
import { findUser } from '../../../../shared/use-cases/users/find-users.ts';
import { belongToDifferentPeople } from '../../../../shared/use-cases/users/look-up-user.ts';
import { makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const ada: User = { companyId: 'acme', id: 1, uid: 'E-1', email: 'ada@example.com', devices: ['arn:phone'] };
const store = makeInMemoryUsers([ada, { companyId: 'acme', id: 2, uid: 'E-2', devices: [] }]);
const find: typeof store.find = async (ref) => {
  if (!Number.isInteger(ref.userId)) throw new Error('no id');
  return store.find(ref);
};
const users = { ...store, find };

describe('A search for one user', () => {
  it.each([{ id: 1 }, { uid: 'E-1' }, { email: 'ada@example.com' }, { id: 1, uid: 'E-1', email: 'ada@example.com' }])(
    'finds the one who has all of %j',
    async (identifiers) => {
      expect(await findUser(users, 'acme', identifiers)).toMatchObject(ada);
    },
  );

  it.each([{ id: 1, uid: 'E-2' }, { email: 'eve@example.com' }, { id: 3 }])(
    'finds nobody who has all of %j',
    async (identifiers) => {
      await expect(findUser(users, 'acme', identifiers)).rejects.toMatchObject({ code: 'user_not_found' });
    },
  );

  it('needs an identifier, and fails if the database fails', async () => {
    await expect(findUser(users, 'acme', { uid: 'nobody’s' })).rejects.toMatchObject({ code: 'user_not_found' });
    await expect(findUser(users, 'acme', {})).rejects.toMatchObject({ code: 'identifier_required' });
    const findId = async () => Promise.reject(new Error('cut'));
    await expect(findUser({ ...users, findId }, 'acme', { uid: 'E-1' })).rejects.toThrow('cut');
  });
});

describe('Whether identifiers belong to different people:', () => {
  it.each([
    [{ id: 1, uid: 'E-2' }, true],
    [{ uid: 'E-2', email: 'ada@example.com' }, true],
    [{ uid: 'E-1', email: 'ada@example.com' }, false],
    [{ id: 1, uid: 'nobody’s' }, false],
    [{ id: 9, uid: 'E-1' }, false],
    [{ uid: 'nobody’s', email: 'nobody@example.com' }, false],
  ])('%j: %j', async (identifiers, isDifferent) => {
    expect(await belongToDifferentPeople(users, 'acme', identifiers)).toBe(isDifferent);
  });

  it.each([{ id: 1 }, { uid: 'E-1' }])('a single one, %j, is not looked up', async (identifiers) => {
    const never = () => Promise.reject(new Error('looked up'));
    expect(await belongToDifferentPeople({ find: never, findId: never }, 'acme', identifiers)).toBe(false);
  });
});
