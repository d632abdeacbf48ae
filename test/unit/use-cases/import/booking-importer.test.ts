import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Booking, BookingStore } from '../../../../shared/domain/booking.ts';
import type { UserRef, UserStore } from '../../../../shared/domain/user.ts';
import { ApplyStopped } from '../../../../shared/use-cases/import/apply-records.ts';
import { makeBookingImporter, type BookingImportStores } from '../../../../shared/use-cases/import/booking-importer.ts';
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

/** Opens an importer with users 1 to 9, and records which bookings and users it reads and changes. */
const open = (existing: readonly Booking[] = [], changes: Partial<BookingImportStores> = {}) => {
  const store = makeInMemoryBookings(existing);
  const reads: number[] = [];
  const usersRead: number[] = [];
  const changed: string[] = [];
  const findAll: BookingStore['findAll'] = async (refs) => {
    reads.push(refs.length);
    return store.findAll(refs);
  };
  // Like the table, this does not read a known booking again if it does not change.
  const change: BookingStore['change'] = async (ref, decide, known) => {
    changed.push(ref.bookingId);
    const before = known?.booking;
    if (known && isDeepStrictEqual(before, decide(before))) return { outcome: 'unchanged', before, after: before };
    return store.change(ref, decide);
  };
  const findUsers: UserStore['findAll'] = async (refs) => {
    usersRead.push(...refs.map(({ userId }) => userId));
    return refs.filter(({ userId }) => userId < 10).map(({ userId }) => ({ companyId, id: userId, devices: [] }));
  };
  const stores = {
    users: { findAll: findUsers },
    bookings: { ...store, findAll, change },
    now: () => NOW,
    ...changes,
  };
  const { apply } = makeBookingImporter(stores, { companyId });
  const applyAll = async (records: readonly unknown[]) => (await apply(records)).map(({ outcome }) => outcome);
  return { applyAll, reads, usersRead, changed, store };
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

  it('have the same results as if their records were applied one by one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
        fc.array(
          fc.record({
            id: fc.constantFrom('a', 'b', 'c'),
            change: fc.constantFrom({}, { name: 'Desk' }, { name: null }, { deleted: true }, { kind: 'parking' }),
          }),
          { maxLength: 9 },
        ),
        async (existing, changes) => {
          const found = existing.map((id) => aBooking(id));
          const [together, single] = [open(found), open(found)];
          const all = changes.map(({ id, change }) => record(id, change));
          const outcomes = await together.applyAll(all);
          const expected: unknown[] = [];
          for (const one of all) expected.push(...(await single.applyAll([one])));
          expect(outcomes).toEqual(expected);
          const user = { companyId, userId: 1 };
          expect(await together.store.list(user)).toEqual(await single.store.list(user));
        },
      ),
    );
  });
});

describe('New bookings', () => {
  it('are created in transactions of a hundred, each booking by its first record', async () => {
    const store = makeInMemoryBookings();
    const sizes: number[] = [];
    const changed: string[] = [];
    const { applyAll } = open([], {
      bookings: {
        ...store,
        createAll: async (bookings, by) => {
          sizes.push(bookings.length);
          return store.createAll(bookings, by);
        },
        change: async (ref, ...rest) => {
          changed.push(ref.bookingId);
          return store.change(ref, ...rest);
        },
      },
    });
    const records = Array.from({ length: 201 }, (_, index) => record(`b-${index}`));
    expect(await applyAll([...records, record('b-7', { name: 'Desk' })])).toEqual(
      Array.from({ length: 202 }, () => 'written'),
    );
    expect(sizes).toEqual([100, 100]);
    // A single booking costs less as a write of its own.
    expect(changed.toSorted()).toEqual(['b-200', 'b-7']);
    expect(await store.find({ companyId, userId: 1 }, ['b-7'])).toMatchObject([{ name: 'Desk' }]);
  });

  it('are written with the actor of the import, and with the time at which the import began', async () => {
    const store = makeInMemoryBookings([{ ...aBooking('old'), name: 'Desk 7' }]);
    const authors: unknown[] = [];
    const bookings: BookingStore = {
      ...store,
      createAll: async (all, by) => authors.push(by?.actor, by?.now()) > 0 && store.createAll(all),
      change: async (ref, decide, before, options) => {
        authors.push(options?.by?.actor, options?.by?.now());
        return store.change(ref, decide, before);
      },
    };
    const actor = { through: 'sync', id: 'hr' } as const;
    const users = { findAll: async () => [{ companyId, id: 1, devices: [] }] };
    const stores = { users, bookings, now: () => NOW, by: { actor, now: () => NOW } };
    await makeBookingImporter(stores, { companyId }).apply([record('old'), record('a'), record('b')], NOW - 5);
    expect(authors).toEqual([actor, NOW - 5, actor, NOW - 5]);
  });

  it('are created one by one if another writer creates one of them first', async () => {
    const store = makeInMemoryBookings();
    const createAll: BookingStore['createAll'] = async (bookings, by) => {
      await store.change(aBooking('b'), () => ({ ...aBooking('b'), kind: 'parking' }));
      return store.createAll(bookings, by);
    };
    const { applyAll } = open([], { bookings: { ...store, createAll } });
    expect(await applyAll([record('a'), record('b'), record('c')])).toEqual(['written', 'written', 'written']);
    expect(await store.list({ companyId, userId: 1 })).toEqual(['a', 'b', 'c'].map((id) => aBooking(id)));
  });

  it('of a failed transaction stop the import, and those of other transactions still count', async () => {
    const store = makeInMemoryBookings();
    let transactions = 0;
    const createAll: BookingStore['createAll'] = async (bookings, by) => {
      transactions += 1;
      if (transactions === 1) throw new Error('cut');
      return store.createAll(bookings, by);
    };
    const { applyAll } = open([], { bookings: { ...store, createAll } });
    const records = Array.from({ length: 150 }, (_, index) => record(`b-${index}`));
    const stopped = (await applyAll(records).catch((error: unknown) => error)) as ApplyStopped;
    expect(stopped.cause).toEqual(new Error('cut'));
    const isWritten = stopped.outcomes.map((outcome) => outcome?.outcome === 'written');
    expect(isWritten).toEqual(records.map((_, index) => index >= 100));
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

describe('A booking that is deleted after it was read', () => {
  interface Race {
    readonly userId?: number;
    readonly kind?: null;
    /** The bookings that are found by the read. */
    readonly found?: readonly Booking[];
    /** The bookings that still exist at the change. */
    readonly remaining?: readonly Booking[];
  }

  const startRace = async (race: Race, failure?: Error) => {
    const { userId = 1, found = [aBooking('a', userId)], remaining = [], ...fields } = race;
    const store = makeInMemoryBookings(remaining);
    const userReads: UserRef[] = [];
    let changes = 0;
    const { apply } = makeBookingImporter(
      {
        users: {
          findAll: async (refs) => {
            userReads.push(...refs);
            return refs.filter((ref) => ref.userId < 10).map((ref) => ({ companyId, id: ref.userId, devices: [] }));
          },
        },
        bookings: {
          findAll: async () => [...found],
          createAll: async () => false,
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
    const outcomes = await apply([record('a', { userId, name: 'Desk', ...fields })]).catch((error: unknown) => error);
    return { outcomes, changes, userReads: userReads.length };
  };
  const unknownUser = { outcome: 'refused', code: 'user_not_found', reason: 'the company has no user 10' };

  it('is created again if its user exists', async () => {
    expect(await startRace({})).toEqual({ outcomes: [{ outcome: 'written' }], changes: 2, userReads: 1 });
    expect(await startRace({ userId: 10 })).toEqual({ outcomes: [unknownUser], changes: 2, userReads: 1 });
  });

  it('is the only booking that is applied twice', async () => {
    expect(await startRace({ userId: 10, found: [] })).toEqual({ outcomes: [unknownUser], changes: 1, userReads: 1 });
    for (const found of [[], [aBooking('a')]]) {
      const invalid = await startRace({ found, remaining: found, kind: null });
      expect(invalid).toMatchObject({ outcomes: [{ code: 'invalid' }], changes: 1 });
    }
    const failed = await startRace({}, new Error('cut'));
    expect(failed).toMatchObject({ outcomes: { cause: new Error('cut') }, changes: 1 });
  });
});
