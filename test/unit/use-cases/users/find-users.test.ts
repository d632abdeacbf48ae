import { describe, expect, it } from '@jest/globals';
import type { User } from '../../../../shared/domain/user.ts';
import { findUser } from '../../../../shared/use-cases/users/find-users.ts';
import { makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const ada: User = { companyId: 'acme', id: 1, uid: 'E-1', email: 'ada@example.com', devices: ['arn:phone'] };
const users = makeInMemoryUsers([ada, { companyId: 'acme', id: 2, uid: 'E-2', devices: [] }]);

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
    await expect(findUser(users, 'acme', {})).rejects.toMatchObject({ code: 'identifier_required' });
    const findId = async () => Promise.reject(new Error('cut'));
    await expect(findUser({ ...users, findId }, 'acme', { uid: 'E-1' })).rejects.toThrow('cut');
  });
});
