import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Booking, BookingStore } from '../../../../shared/domain/booking.ts';
import type { UserStore } from '../../../../shared/domain/user.ts';
import { makeBookingImporter, type BookingImportStores } from '../../../../shared/use-cases/import/booking-records.ts';
import { makeInMemoryBookings } from '../../../support/stores-in-memory.ts';

const companyId = 'acme';
const NOW = 0;
const period = { checkinOpensAt: '2026-11-21T08:00:00Z', noShowAt: '2026-11-21T09:00:00Z' };

const record = (bookingId: string, changes: object = {}) => ({
  bookingId,
  userId: 1,
  kind: 'position',
  ...period,
  ...changes,
});

const aBooking = (bookingId: string, userId = 1): Booking => ({
  user: { companyId, userId },
  bookingId,
  kind: 'position',
  checkinOpensAt: Date.parse(period.checkinOpensAt),
  noShowAt: Date.parse(period.noShowAt),
  openSince: NOW,
});

/** Opens an importer for a company with users 1 to 9. `usersRead` lists the ids of the users that it looks up. */
const open = (existing: readonly Booking[] = [], changes: Partial<BookingImportStores> = {}) => {
  const store = makeInMemoryBookings(existing);
  const usersRead: number[] = [];
  const findAll: UserStore['findAll'] = async (refs) => {
    usersRead.push(...refs.map(({ userId }) => userId));
    return refs.filter(({ userId }) => userId < 10).map(({ userId }) => ({ companyId, id: userId, devices: [] }));
  };
  const stores = { users: { findAll }, bookings: store, now: () => NOW, ...changes };
  const { apply } = makeBookingImporter(stores, { companyId });
  const applyAll = async (records: readonly unknown[]) => (await apply(records)).outcomes.map((one) => one?.outcome);
  return { apply, applyAll, usersRead, store };
};

describe('Bookings', () => {
  it('with errors are rejected one by one, and the others are written', async () => {
    const { applyAll } = open();
    const outcomes = await applyAll([
      record('good'),
      record('kindless', { kind: null }),
      record('twice'),
      record('twice', { kind: 'parking' }),
      record('deleted', { deleted: true }),
      record('unknown', { userId: 10 }),
    ]);
    expect(outcomes).toEqual(['written', 'refused', 'written', 'written', 'unchanged', 'refused']);
  });

  it('in one batch of records have the same results as if each record were applied separately', async () => {
    const userId = fc.constantFrom(1, 10);
    const id = fc.constantFrom('a', 'b', 'c');
    const change = fc.constantFrom({}, { name: 'Desk' }, { name: null }, { deleted: true }, { kind: 'parking' });
    const changes = fc.array(fc.record({ id, userId, change }), { maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(id, userId), { maxLength: 2 }), changes, async (existing, all) => {
        const found = existing.map(([bookingId, owner]) => aBooking(bookingId, owner));
        const [together, single] = [open(found), open(found)];
        const records = all.map((one) => record(one.id, { userId: one.userId, ...one.change }));
        const expected: unknown[] = [];
        for (const one of records) expected.push(...(await single.applyAll([one])));
        expect(await together.applyAll(records)).toEqual(expected);
        for (const owner of [1, 10]) {
          const user = { companyId, userId: owner };
          expect(await together.store.list(user)).toEqual(await single.store.list(user));
        }
      }),
    );
  });

  it('are written with the actor of the import, and with the time at which the import began', async () => {
    const actor = { through: 'sync', id: 'hr' } as const;
    const { apply, store } = open([aBooking('old')], { by: { actor, now: () => NOW } });
    await apply([record('old', { name: 'Desk 7' }), record('new')], NOW - 5);
    const written = await store.list({ companyId, userId: 1 });
    expect(written.map(({ changedBy }) => changedBy)).toEqual([1, 2].map(() => ({ ...actor, at: NOW - 5 })));
  });

  it('that an earlier record has changed are read again, and others are not', async () => {
    const store = makeInMemoryBookings([aBooking('a'), aBooking('b')]);
    const known: unknown[] = [];
    const change: BookingStore['change'] = (ref, decide, before) => {
      known.push([ref.bookingId, before?.booking?.bookingId]);
      return store.change(ref, decide, before);
    };
    const { applyAll } = open([], { bookings: { ...store, change } });
    await applyAll([record('a', { name: 'Desk' }), record('b'), record('a', { name: 'Door' })]);
    expect(known).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['a', undefined],
    ]);
  });
});

describe('The users of bookings', () => {
  it('are read once, and only for bookings that do not exist yet', async () => {
    const { applyAll, usersRead } = open([aBooking('old', 9)]);
    const records = [record('old', { userId: 9 }), record('a'), record('b', { userId: 2 }), record('c')];
    await applyAll([...records, record('d', { userId: 3, deleted: true })]);
    expect(usersRead).toEqual([1, 2]);
  });
});
