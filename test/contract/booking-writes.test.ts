import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { bookingKey } from '../../shared/adapters/dynamodb/booking-item.ts';
import { makeWriteBookings } from '../../shared/adapters/dynamodb/booking-writes.ts';
import { makeBookingStore } from '../../shared/adapters/dynamodb/booking-store.ts';
import type { Database } from '../../shared/adapters/dynamodb/database.ts';
import type { Booking } from '../../shared/domain/booking.ts';
import { makeBookingImporter } from '../../shared/use-cases/import/booking-importer.ts';
import { makeInMemoryUsers } from '../support/fakes/in-memory-users.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabaseInMemory, type TestDatabase } from '../support/open-database.ts';

const at = Date.UTC(2026, 10, 21, 8);
const record = { at, receivedAt: at, clientId: 'gate', requestId: 'r', checkinId: 'r', notify: false };

let db: TestDatabase;

beforeAll(async () => {
  db = await openDatabaseInMemory();
});
afterAll(() => db.close());

const openStore = () => makeBookingStore(db.database, db.tableNames.bookings);

const bookingsOf = (companyId: string, count: number): Booking[] =>
  Array.from({ length: count }, (_, index) => ({
    user: { companyId, userId: 1 },
    bookingId: `b-${String(index).padStart(3, '0')}`,
    kind: 'position',
    ...(index % 2 === 0 && { name: `Desk ${index}` }),
    checkinOpensAt: at,
    noShowAt: at + 60_000,
  }));

const toFields = ({ user, bookingId, kind, name }: Booking) => ({
  ...user,
  bookingId,
  kind,
  ...(name !== undefined && { name }),
  checkinOpensAt: '2026-11-21T08:00:00Z',
  noShowAt: '2026-11-21T08:01:00Z',
});

/** A database that counts the statements of each call. */
const countStatements = () => {
  const statements: number[] = [];
  const send = async (command: { readonly input: { readonly Statements?: readonly object[] } }): Promise<object> => {
    if (command.input.Statements) statements.push(command.input.Statements.length);
    return db.database.send(command as never);
  };
  return { database: { send } as Database, statements };
};

const toCreations = (bookings: readonly Booking[]) => bookings.map((after) => ({ before: undefined, after }));

describe('Bookings that are created together', () => {
  it('are created 25 per call, and never replace an existing one', async () => {
    const companyId = freshCompanyId();
    const bookings = bookingsOf(companyId, 60);
    const store = openStore();
    const [first] = bookings as [Booking];
    await store.save({ ...first, name: 'Other' });
    await store.checkIn(first.user, first.bookingId, record);
    const { database, statements } = countStatements();
    const created = await makeWriteBookings(database, db.tableNames.bookings, 0)(toCreations(bookings));
    expect(statements).toEqual([25, 25, 10]);
    expect(created).toEqual(bookings.map((_, index) => index > 0));
    expect(await store.list(first.user)).toEqual([{ ...first, name: 'Other', checkin: record }, ...bookings.slice(1)]);
  });

  it('are created together, or not at all if the engine cannot', async () => {
    const companyId = freshCompanyId();
    const bookings = bookingsOf(companyId, 30);
    const created = await makeWriteBookings(db.database, db.tableNames.bookings, 0)(toCreations(bookings));
    const found = await openStore().list({ companyId, userId: 1 });
    expect(new Set(created).size).toBe(1);
    expect(found).toEqual(created[0] ? bookings : []);
  });

  it('are tried once if the role lacks the permission, or the engine lacks PartiQL', async () => {
    let calls = 0;
    const send = async (): Promise<never> => {
      calls += 1;
      throw Object.assign(new Error('no'), { name: 'AccessDeniedException' });
    };
    const write = makeWriteBookings({ send }, 'Bookings', 0);
    expect(await write(toCreations(bookingsOf('acme', 60)))).toEqual(Array.from({ length: 60 }, () => false));
    await write(toCreations(bookingsOf('acme', 1)));
    expect(calls).toBe(1);
  });
});

describe('Bookings that are changed together', () => {
  const itemOf = async (booking: Booking) =>
    (await db.database.send(new GetCommand({ TableName: db.tableNames.bookings, Key: bookingKey(booking) }))).Item;

  const shift = (booking: Booking, milliseconds: number): Booking => ({
    ...booking,
    checkinOpensAt: booking.checkinOpensAt + milliseconds,
    noShowAt: booking.noShowAt + milliseconds,
  });

  it('are stored as single changes store them', async () => {
    const store = makeBookingStore(db.database, db.tableNames.bookings, 30);
    const change = async (companyId: string, isTogether: boolean) => {
      const created = bookingsOf(companyId, 30).map((booking) => ({ ...booking, openSince: at }));
      for (const booking of created) await store.change(booking, () => booking);
      const changes = created.map((before, index) => {
        const { name: _, ...unnamed } = before;
        const after = [unnamed, { ...shift(before, 24 * 3_600_000), openSince: at + 1 }, { ...before, name: 'New' }];
        return { before, after: after[index % 3] as Booking };
      });
      if (isTogether) {
        const isWritten = await makeWriteBookings(db.database, db.tableNames.bookings, 30)(changes);
        if (isWritten.includes(false)) throw new Error('a booking was not written');
      } else for (const { after } of changes) await store.change(after, () => after);
      return Promise.all(
        created.map(async (booking) => {
          const { companyUser: _, companyId: _company, companyDay, ...rest } = (await itemOf(booking)) ?? {};
          return { ...rest, day: String(companyDay).replace(companyId, '') };
        }),
      );
    };
    expect(await change(freshCompanyId(), true)).toEqual(await change(freshCompanyId(), false));
  });

  it('are left as they are if they were changed, checked in or deleted after they were read', async () => {
    const [same, named, renamed, moved, checkedIn, deleted] = bookingsOf(freshCompanyId(), 6) as [
      Booking,
      Booking,
      Booking,
      Booking,
      Booking,
      Booking,
    ];
    const store = openStore();
    for (const booking of [same, named, renamed, moved, checkedIn, deleted]) await store.save(booking);
    await store.save({ ...named, name: 'New' });
    await store.save({ ...renamed, name: 'Other' });
    await store.save(shift(moved, 1));
    await store.checkIn(checkedIn.user, checkedIn.bookingId, record);
    await store.change(deleted, () => undefined);

    const changes = [same, named, renamed, moved, checkedIn, deleted].map((before) => ({
      before,
      after: { ...before, kind: 'parking' as const },
    }));
    const write = makeWriteBookings(db.database, db.tableNames.bookings, 0);
    expect(await write(changes)).toEqual([true, false, false, false, false, false]);
    expect((await store.list(same.user)).map(({ kind }) => kind)).toEqual(['parking', ...Array(4).fill('position')]);
  });

  it('are left to a single change if they are checked in', async () => {
    const [before, other] = bookingsOf(freshCompanyId(), 2).map((booking) => ({ ...booking, checkin: record })) as [
      Booking,
      Booking,
    ];
    const { database, statements } = countStatements();
    const write = makeWriteBookings(database, db.tableNames.bookings, 0);
    expect(await write([before, other].map((one) => ({ before: one, after: shift(one, 1) })))).toEqual([false, false]);
    expect(statements).toEqual([]);
  });
});

describe('An import that creates bookings together', () => {
  it('reads a hundred, then none while all are new, with the same result as a normal import', async () => {
    const companyId = freshCompanyId();
    const bookings = bookingsOf(companyId, 240);
    const users = makeInMemoryUsers([{ companyId, id: 1, devices: [] }]);
    const { database, statements } = countStatements();
    const store = makeBookingStore(database, db.tableNames.bookings);
    const reads: number[] = [];
    const importer = makeBookingImporter({
      users,
      bookings: {
        change: (...parameters) => store.change(...parameters),
        findAll: (refs) => {
          reads.push(refs.length);
          return store.findAll(refs);
        },
      },
      writeBookings: makeWriteBookings(database, db.tableNames.bookings, 0),
      now: () => at,
    });
    const apply = async (some: readonly Booking[]) =>
      (await importer.apply(some.map(toFields))).map(({ outcome }) => outcome);

    const allNew = [await apply(bookings.slice(0, 120)), await apply(bookings.slice(120, 200))].flat();
    expect(new Set(allNew)).toEqual(new Set(['written']));
    expect(reads).toEqual([100]);
    expect(statements).toEqual([25, 25, 25, 25, 20, 25, 25, 25, 5]);

    const mixed = await apply([...bookings.slice(190), bookings[239] as Booking]);
    expect(mixed.filter((outcome) => outcome === 'unchanged')).toHaveLength(11);
    expect(mixed.filter((outcome) => outcome === 'written')).toHaveLength(40);
    reads.length = 0;
    expect(new Set(await apply(bookings))).toEqual(new Set(['unchanged']));
    expect(reads).toEqual([240]);
    expect(await openStore().list({ companyId, userId: 1 })).toEqual(
      bookings.map((booking) => ({ ...booking, openSince: at })),
    );
  });
});
