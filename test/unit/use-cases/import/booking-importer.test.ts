import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Booking, BookingRef, BookingStore } from '../../../../shared/domain/booking.ts';
import type { UserRef, UserStore } from '../../../../shared/domain/user.ts';
import { makeBookingImporter, type BookingImportStores } from '../../../../shared/use-cases/import/booking-importer.ts';
import { makeInMemoryBookings } from '../../../support/fakes/in-memory-bookings.ts';

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
const manyRecords = (count: number, prefix = 'b') =>
  Array.from({ length: count }, (_, index) => record(`${prefix}${index}`));

const aBooking = (bookingId: string, userId = 1): Booking => ({
  user: { companyId, userId },
  bookingId,
  kind: 'position',
  checkinOpensAt: Date.parse(period.checkinOpensAt),
  noShowAt: Date.parse(period.noShowAt),
  openSince: NOW,
});

/** Users with ids up to 9; records what is read and created. */
const open = (existing: readonly Booking[] = [], changes: Partial<BookingImportStores> = {}) => {
  const store = makeInMemoryBookings(existing);
  const reads: number[] = [];
  const usersRead: number[] = [];
  const created: string[][] = [];
  const findAll: BookingStore['findAll'] = async (refs) => {
    reads.push(refs.length);
    return store.findAll(refs);
  };
  const findUsers: UserStore['findAll'] = async (refs) => {
    usersRead.push(...refs.map(({ userId }) => userId));
    return refs.filter(({ userId }) => userId < 10).map(({ userId }) => ({ companyId, id: userId, devices: [] }));
  };
  const stores = {
    users: { findAll: findUsers },
    bookings: { ...store, findAll },
    now: () => NOW,
    createBookings: async (bookings: readonly Booking[]) => {
      created.push(bookings.map(({ bookingId }) => bookingId));
      const found = await store.findAll(bookings);
      const isThere = ({ bookingId }: BookingRef) => found.some((one) => one.bookingId === bookingId);
      for (const booking of bookings) if (!isThere(booking)) await store.change(booking, () => booking);
      return bookings.map((booking) => !isThere(booking));
    },
    ...changes,
  };
  const { apply } = makeBookingImporter(stores, { companyId });
  const applyAll = async (records: readonly unknown[]) => (await apply(records)).map(({ outcome }) => outcome);
  return { applyAll, reads, usersRead, created, store };
};

describe('New bookings', () => {
  it('are created together: in the first batch after reading a hundred, in the next ones without reading', async () => {
    const { applyAll, reads, created } = open();
    expect(new Set(await applyAll(manyRecords(250)))).toEqual(new Set(['written']));
    expect([reads, created.map(({ length }) => length)]).toEqual([[100, 0], [250]]);
    await applyAll(manyRecords(150, 'c'));
    expect([reads, created.map(({ length }) => length)]).toEqual([
      [100, 0, 0, 0],
      [250, 150],
    ]);
  });

  it('are read again before they are created after a batch in which none was created', async () => {
    const { applyAll, reads } = open();
    expect(await applyAll([record('a', { userId: 10 })])).toEqual(['refused']);
    await applyAll(manyRecords(200));
    expect(reads).toEqual([1, 0, 100, 0]);
  });

  it('are created without those that exist, if one of the first hundred does', async () => {
    const { applyAll, reads, created } = open([aBooking('b7'), aBooking('b120')]);
    const outcomes = await applyAll(manyRecords(150));
    expect(outcomes.filter((outcome) => outcome === 'unchanged')).toHaveLength(2);
    expect(reads).toEqual([100, 50]);
    expect(created).toEqual([
      manyRecords(150).flatMap(({ bookingId }) => (/^b(7|120)$/.test(bookingId) ? [] : bookingId)),
    ]);
  });

  it('are looked at first again after a batch in which some existed', async () => {
    const { applyAll, reads } = open([aBooking('b7')]);
    await applyAll(manyRecords(10));
    await applyAll(manyRecords(200, 'c'));
    expect(reads).toEqual([10, 0, 100, 0]);
  });

  it('are read if they could not be created because they exist', async () => {
    const { applyAll, reads } = open([aBooking('b120')]);
    const outcomes = await applyAll(manyRecords(150));
    expect(outcomes.filter((outcome) => outcome === 'unchanged')).toHaveLength(1);
    expect(reads).toEqual([100, 1]);
  });

  it('are read, and created one by one, if the store cannot create them together', async () => {
    const { applyAll, reads, store } = open([], { createBookings: undefined as never });
    expect(new Set(await applyAll(manyRecords(150)))).toEqual(new Set(['written']));
    expect([reads, (await store.list({ companyId, userId: 1 })).length]).toEqual([[100, 50], 150]);
  });

  it('are not created together if a record is invalid, repeated, a deletion, or of an unknown user', async () => {
    const { applyAll, created } = open();
    const outcomes = await applyAll([
      record('good'),
      record('kindless', { kind: null }),
      record('twice'),
      record('twice', { kind: 'parking' }),
      record('deleted', { deleted: true }),
      record('unknown', { userId: 10 }),
    ]);
    expect(outcomes).toEqual(['written', 'refused', 'written', 'written', 'unchanged', 'refused']);
    expect(created).toEqual([['good']]);
  });
});

describe('The users of bookings', () => {
  it('are read once, and only for bookings that do not exist', async () => {
    const { applyAll, usersRead } = open([aBooking('old', 9)]);
    await applyAll([record('old', { userId: 9 }), record('a'), record('b', { userId: 2 }), record('c')]);
    expect(usersRead).toEqual([1, 2]);
    expect(await applyAll([record('d'), record('e', { userId: 10 })])).toEqual(['written', 'refused']);
    expect(usersRead).toEqual([1, 2, 10]);
  });
});

describe('Records of one booking', () => {
  it('are applied in their order, even if the first takes longer', async () => {
    const store = makeInMemoryBookings();
    let changes = 0;
    const change: BookingStore['change'] = async (...given) => {
      changes += 1;
      if (changes === 1) await turn();
      return store.change(...given);
    };
    const { applyAll } = open([], { bookings: { ...store, change } });
    await applyAll([record('a', { name: 'first' }), record('a', { name: 'second' })]);
    expect(await store.list({ companyId, userId: 1 })).toMatchObject([{ name: 'second' }]);
  });
});

describe('A booking that is deleted after it was read', () => {
  interface Race {
    readonly userId?: number;
    readonly kind?: null;
    /** The bookings that are found by the read. */
    readonly found?: readonly Booking[];
    /** Those of them that are left when they are changed. */
    readonly left?: readonly Booking[];
  }

  const startRace = async (race: Race, failure?: Error) => {
    const { userId = 1, found = [aBooking('a', userId)], left = [], ...fields } = race;
    const store = makeInMemoryBookings(left);
    const asked: UserRef[] = [];
    let changes = 0;
    const { apply } = makeBookingImporter(
      {
        users: {
          findAll: async (refs) => {
            asked.push(...refs);
            return refs.filter((ref) => ref.userId < 10).map((ref) => ({ companyId, id: ref.userId, devices: [] }));
          },
        },
        bookings: {
          findAll: async () => [...found],
          change: async (ref, decide) => {
            changes += 1;
            if (failure) throw failure;
            return store.change(ref, decide);
          },
        },
        now: () => NOW,
      },
      { companyId },
    );
    const outcomes = await apply([record('a', { userId, ...fields })]).catch((error: unknown) => error);
    return { outcomes, changes, asked: asked.length };
  };
  const unknownUser = { outcome: 'refused', code: 'user_not_found', reason: 'the company has no user 10' };

  it('is created again if its user exists', async () => {
    expect(await startRace({})).toEqual({ outcomes: [{ outcome: 'written' }], changes: 2, asked: 1 });
    expect(await startRace({ userId: 10 })).toEqual({ outcomes: [unknownUser], changes: 2, asked: 1 });
  });

  it('is the only one that is applied twice', async () => {
    expect(await startRace({ userId: 10, found: [] })).toEqual({ outcomes: [unknownUser], changes: 1, asked: 1 });
    for (const found of [[], [aBooking('a')]]) {
      const invalid = await startRace({ found, left: found, kind: null });
      expect(invalid).toMatchObject({ outcomes: [{ code: 'invalid' }], changes: 1 });
    }
    const failed = await startRace({}, new Error('cut'));
    expect(failed).toMatchObject({ outcomes: { cause: new Error('cut') }, changes: 1 });
  });
});
