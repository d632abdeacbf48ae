import { describe, expect, it } from '@jest/globals';
import { makeLogStore } from '../../../../shared/adapters/dynamodb/log-store.ts';
import { makeRemovalNotes } from '../../../../shared/adapters/dynamodb/audit-log.ts';
import type { Booking, BookingStore } from '../../../../shared/domain/booking.ts';
import type { RemovalNote } from '../../../../shared/domain/user.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import { localTableNames } from '../../../../shared/local-service.ts';
import { defaultLogRetention } from '../../../../shared/settings.ts';
import { removeUser, sweepRemovedUsers } from '../../../../shared/use-cases/users/remove-user.ts';
import { aBooking } from '../../../support/bookings.ts';
import { countParallel } from '../../../support/count-parallel.ts';
import { aCheckinEntry } from '../../../support/log-entries.ts';
import { makeMemoryDatabase } from '../../../support/memory-database/memory-database.ts';
import { makeInMemoryBookings, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const MINUTE = 60_000;
const user = { companyId: 'acme', userId: 42 };
const ada = { companyId: 'acme', id: 42 };
const actor = { through: 'console', id: 'ana' } as const;

const open = (existing: readonly Booking[] = [], hasUser = true) => {
  const database = makeMemoryDatabase();
  const clock = { now: NOW };
  const context = {
    users: makeInMemoryUsers(hasUser ? [{ ...ada, devices: [] }] : [], database),
    bookings: makeInMemoryBookings(existing, database),
    log: makeLogStore(database, localTableNames, defaultLogRetention, () => clock.now),
    actor,
    now: () => clock.now,
  };
  return { context, clock, removals: makeRemovalNotes(database, localTableNames.auditDetails) };
};

describe('The removal of a user', () => {
  it('deletes the bookings of a person who is not a user yet, with an entry in the log', async () => {
    const { context } = open([aBooking({ user })], false);
    expect(await removeUser(context, user)).toMatchObject({ isRemoved: true, bookings: 1 });
    const { items: entries } = await context.log.listByUser(user, {}, { limit: 10 });
    expect([await context.bookings.list(user), entries]).toMatchObject([[], [{ action: 'users.remove' }]]);
    const details = { companyId: 'acme' };
    await expect(removeUser(context, user)).rejects.toMatchObject({ code: 'user_not_found', details });
  });

  it('completes an earlier one of which only a log entry is left', async () => {
    const { context } = open();
    expect(await removeUser(context, user)).toEqual({ isRemoved: true, bookings: 0, logEntries: 0 });
    await context.log.recordCheckins([aCheckinEntry({ userId: 42 })]);
    expect(await removeUser(context, user)).toEqual({ isRemoved: true, bookings: 0, logEntries: 1 });
    expect(await removeUser(context, user)).toEqual({ isRemoved: false, bookings: 0, logEntries: 0 });
  });

  it('does not count bookings that others deleted', async () => {
    const { context } = open([aBooking({ user })]);
    const list = async () => [aBooking({ user }), aBooking({ user, bookingId: 'already cancelled' })];
    // Is not read: the user exists.
    const users = { ...context.users, findStates: () => Promise.reject(new Error('read')) };
    const removed = await removeUser({ ...context, users, bookings: { ...context.bookings, list } }, user);
    expect(removed.bookings).toBe(1);
  });

  it('deletes at most 25 bookings at the same time', async () => {
    const { context } = open(Array.from({ length: 60 }, (_, index) => aBooking({ user, bookingId: `b${index}` })));
    const parallel = countParallel();
    const change: BookingStore['change'] = (...parameters) =>
      parallel.run(() => context.bookings.change(...parameters));
    const bookings = { ...context.bookings, change };
    expect((await removeUser({ ...context, bookings }, user)).bookings).toBe(60);
    expect(parallel.most()).toBe(25);
  });
});

/** Removes a user at NOW. `writeAt` then writes data of this user. */
const start = async () => {
  const { context, clock, removals } = open();
  const { bookings, log } = context;
  await removeUser(context, user);
  return {
    ...context,
    removals,
    /** Writes a log entry and a booking, both with the given time. */
    writeAt: async (time: number): Promise<void> => {
      await log.recordCheckins([aCheckinEntry({ receivedAt: time, userId: 42 })]);
      const by = { actor, now: () => time };
      const booking = aBooking({ user, bookingId: `b-${time}`, openSince: time });
      await bookings.change(booking, () => booking, undefined, { by });
    },
    countRemaining: async (): Promise<number[]> => {
      const { items: entries } = await log.listByUser(user, {}, { limit: 10 });
      return [(await bookings.list(user)).length, entries.filter(({ kind }) => kind === 'checkin').length];
    },
    sweepAt: (time: number) => {
      clock.now = time;
      return sweepRemovedUsers({ ...context, removals });
    },
  };
};

describe('Housekeeping after a removal', () => {
  it('deletes the data that requests in flight wrote, and forgets the removal once no such request can still run', async () => {
    const { writeAt, sweepAt, countRemaining, removals } = await start();
    await writeAt(NOW - 1);
    expect(await sweepAt(NOW + MINUTE)).toEqual({ users: 1, bookings: 1, logEntries: 1 });
    expect([await countRemaining(), await removals.list()]).toEqual([
      [0, 0],
      [expect.objectContaining({ user, removedAt: NOW })],
    ]);
    await sweepAt(NOW + 5 * MINUTE);
    expect(await removals.list()).toHaveLength(1);
    await writeAt(NOW + 1);
    expect(await sweepAt(NOW + 10 * MINUTE)).toEqual({ users: 1, bookings: 1, logEntries: 1 });
    expect([await countRemaining(), await removals.list()]).toEqual([[0, 0], []]);
    expect(await sweepAt(NOW + 11 * MINUTE)).toEqual({ users: 0, bookings: 0, logEntries: 0 });
  });

  it('deletes the old data, but no data of a new user with the same id', async () => {
    const { users, writeAt, sweepAt, countRemaining } = await start();
    await writeAt(NOW - 1);
    const by = { actor, now: () => NOW + MINUTE };
    await users.change(user, () => ada, undefined, { by });
    // The first request was received a millisecond before the new user was created, the second one at the time of the creation.
    await writeAt(NOW + MINUTE - 1);
    await writeAt(NOW + MINUTE);
    expect(await sweepAt(NOW + 10 * MINUTE)).toEqual({ users: 1, bookings: 2, logEntries: 2 });
    expect(await countRemaining()).toEqual([1, 1]);
    expect(await users.find(user)).toEqual({ ...ada, devices: [], changedBy: { ...actor, at: NOW + MINUTE } });
  });

  it('is done for the other people too if it fails for one', async () => {
    const { writeAt, countRemaining, ...context } = await start();
    await writeAt(NOW - 1);
    const other = { companyId: 'acme', userId: 43 };
    const outage = new ServiceError('dependency_unavailable', 'away');
    const list: BookingStore['list'] = async (ref) =>
      ref.userId === 43 ? Promise.reject(outage) : context.bookings.list(ref);
    const removals = {
      ...context.removals,
      list: async () => [{ user: other, removedAt: NOW } as RemovalNote, ...(await context.removals.list())],
    };
    const bookings = { ...context.bookings, list };
    await expect(sweepRemovedUsers({ ...context, bookings, removals })).rejects.toBe(outage);
    expect(await countRemaining()).toEqual([0, 0]);
  });

  it('deletes no data of a user created long after the removal, not even bookings imported before that creation', async () => {
    const { users, writeAt, sweepAt, countRemaining } = await start();
    await writeAt(NOW + 6 * MINUTE);
    await users.change(user, () => ada, undefined, { by: { actor, now: () => NOW + 20 * MINUTE } });
    expect(await sweepAt(NOW + 30 * MINUTE)).toEqual({ users: 0, bookings: 0, logEntries: 0 });
    expect(await countRemaining()).toEqual([1, 1]);
  });
});
