import { expect, it } from '@jest/globals';
import { findUser } from '../../../../shared/use-cases/users/find-users.ts';
import { makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

it('No user is read if nobody has the uid', async () => {
  const find = async () => Promise.reject(new Error('read'));
  const found = findUser({ ...makeInMemoryUsers(), find }, 'acme', { uid: 'E-1' });
  await expect(found).rejects.toMatchObject({ code: 'user_not_found', details: { companyId: 'acme' } });
});
