import { describe, expect, it } from '@jest/globals';
import type { Booking, BookingStore } from '../../../../shared/domain/booking.ts';
import type { User } from '../../../../shared/domain/user.ts';
import { removeUser } from '../../../../shared/use-cases/users/remove-user.ts';
import { makeActivityLogStore } from '../../../../shared/adapters/dynamodb/activity-log-store.ts';
import { localTableNames } from '../../../../shared/local-service.ts';
import { defaultLogRetention } from '../../../../shared/settings.ts';
import { aBooking } from '../../../support/bookings.ts';
import { makeMemoryDatabase } from '../../../support/memory-database/memory-database.ts';
import { countParallel } from '../../../support/count-parallel.ts';
import { makeInMemoryBookings, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const user = { companyId: 'acme', userId: 42 };
const ada: User = { companyId: 'acme', id: 42, devices: [] };
const actor = { through: 'cli', id: 'olive' } as const;

const start = ({ users = [], bookings = [] }: { users?: User[]; bookings?: Booking[] }) => {
  const database = makeMemoryDatabase();
  const log = makeActivityLogStore(database, localTableNames, defaultLogRetention, () => NOW);
  const context = {
    users: makeInMemoryUsers(users, database),
    bookings: makeInMemoryBookings(bookings, database),
    log,
    actor,
    now: () => NOW,
  };
  const listActions = async () =>
    (await log.listByUser(user, {}, { limit: 10 })).items.map((entry) => entry.kind === 'admin' && entry.action);
  return { context, listActions };
};

describe('The removal of a user', () => {
  it('deletes the bookings of a person who is not a user yet, with an entry in the log', async () => {
    const { context, listActions } = start({ bookings: [aBooking({ user })] });
    expect(await removeUser(context, user)).toMatchObject({ isRemoved: true, bookings: 1 });
    expect([await context.bookings.list(user), await listActions()]).toEqual([[], ['users.remove']]);
    await expect(removeUser(context, user)).rejects.toMatchObject({ code: 'user_not_found' });
  });

  it('does not count bookings that others deleted', async () => {
    const { context } = start({ users: [ada], bookings: [aBooking({ user })] });
    const list = async () => [aBooking({ user }), aBooking({ user, bookingId: 'already cancelled' })];
    const removed = await removeUser({ ...context, bookings: { ...context.bookings, list } }, user);
    expect(removed.bookings).toBe(1);
  });

  it('deletes at most 25 bookings at the same time', async () => {
    const all = Array.from({ length: 60 }, (_, index) => aBooking({ user, bookingId: `b${index}` }));
    const { context } = start({ users: [ada], bookings: all });
    const parallel = countParallel();
    const change: BookingStore['change'] = (...parameters) =>
      parallel.run(() => context.bookings.change(...parameters));
    const bookings = { ...context.bookings, change };
    expect((await removeUser({ ...context, bookings }, user)).bookings).toBe(60);
    expect(parallel.most()).toBe(25);
  });
});
