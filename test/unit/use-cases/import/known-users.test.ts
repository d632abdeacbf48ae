import { expect, it } from '@jest/globals';
import { makeKnownUsers } from '../../../../shared/use-cases/import/known-users.ts';

const companyId = 'acme';

it('The users that were found stay known when the cache is cleared for others', async () => {
  const findUsers = makeKnownUsers(
    { findAll: async (refs) => refs.map((ref) => ({ companyId: ref.companyId, id: ref.userId, devices: [] })) },
    false,
  );
  const refs = Array.from({ length: 100_001 }, (_, index) => ({ companyId, userId: index + 1 }));
  const isUser = await findUsers(refs);
  await findUsers([{ companyId, userId: 200_000 }]);
  expect(refs.slice(0, 2).map(isUser)).toEqual([true, true]);
});
