import { expect, it } from '@jest/globals';
import { makeKnownUsers } from '../../../../shared/use-cases/import/known-users.ts';

const companyId = 'acme';

it('Users who were found stay known when the cache is cleared for other users', async () => {
  const findUsers = makeKnownUsers(
    { findAll: async (refs) => refs.map((ref) => ({ companyId: ref.companyId, id: ref.userId, devices: [] })) },
    () => 0,
    false,
  );
  const refs = Array.from({ length: 100_001 }, (_, index) => ({ companyId, userId: index + 1 }));
  const isUser = await findUsers(refs);
  await findUsers([{ companyId, userId: 200_000 }]);
  expect(refs.slice(0, 2).map(isUser)).toEqual([true, true]);
});

it('A user who was removed is unknown a minute later, however long the import takes', async () => {
  let [now, exists] = [0, true];
  const findAll = async () => (exists ? [{ companyId, id: 1, devices: [] }] : []);
  const findUsers = makeKnownUsers({ findAll }, () => now, false);
  const user = { companyId, userId: 1 };
  const isUserAt = async (time: number) => {
    now = time;
    return (await findUsers([user]))(user);
  };
  expect(await isUserAt(1)).toBe(true);
  exists = false;
  expect([await isUserAt(60_000), await isUserAt(60_001)]).toEqual([true, false]);
});
