import { describe, expect, it } from '@jest/globals';
import { UseCaseError } from '../../../../shared/domain/use-case-error.ts';
import type { User } from '../../../../shared/domain/user.ts';
import { makeAuditedUserImporter, makeRemoveUser } from '../../../../shared/use-cases/import/user-importers.ts';
import { makeInMemoryActivityLog, makeInMemoryBookings, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const NOW = 1_800_000_000_000;
const user = { companyId: 'acme', userId: 42 };
const ada: User = { companyId: 'acme', id: 42, devices: [] };
const booking = { user, bookingId: 'desk', kind: 'position', checkinOpensAt: NOW, noShowAt: NOW + 1 } as const;
const actor = { through: 'cli', id: 'olive' } as const;

const start = (users: readonly User[], bookings: readonly (typeof booking)[] = []) => {
  const context = {
    users: makeInMemoryUsers(users),
    bookings: makeInMemoryBookings(bookings),
    log: makeInMemoryActivityLog(undefined, () => NOW),
    actor,
    now: () => NOW,
  };
  return { context, remove: () => makeRemoveUser(context)(user) };
};

describe('A record that removes a user', () => {
  it.each<[string, readonly User[], readonly (typeof booking)[]]>([
    ['a user', [ada], []],
    ['bookings of somebody who is not a user', [], [booking]],
  ])('deletes %s, and changes nothing the second time', async (_, users, bookings) => {
    const { context, remove } = start(users, bookings);
    expect(await remove()).toBe('deleted');
    expect([await context.users.find(user), await context.bookings.list(user)]).toEqual([undefined, []]);
    expect(await remove()).toBe('unchanged');
  });

  it.each([
    ['an unexpected error', new Error('cut')],
    ['a use-case error other than user_not_found', new UseCaseError('booking_not_found')],
  ])('fails if the change of the user fails with %s', async (_, failure) => {
    const { context } = start([ada]);
    const change = async () => Promise.reject(failure);
    const removed = makeRemoveUser({ ...context, users: { ...context.users, change } })(user);
    await expect(removed).rejects.toBe(failure);
  });
});

it('Records can change and then remove the same user', async () => {
  const { context } = start([ada]);
  const { apply } = makeAuditedUserImporter({ ...context, importId: 'import-1' }, 'acme');
  expect(
    await apply([
      { id: 42, uid: 'E-1' },
      { id: 42, deleted: true },
    ]),
  ).toEqual([{ outcome: 'written' }, { outcome: 'deleted' }]);
});
