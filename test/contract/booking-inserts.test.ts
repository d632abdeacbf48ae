import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeCreateBookings } from '../../shared/adapters/dynamodb/booking-inserts.ts';
import { makeBookingStore } from '../../shared/adapters/dynamodb/booking-store.ts';
import type { Database } from '../../shared/adapters/dynamodb/database.ts';
import type { Booking } from '../../shared/domain/booking.ts';
import { makeBookingImporter } from '../../shared/use-cases/import/booking-importer.ts';
import { makeInMemoryUsers } from '../support/fakes/in-memory-users.ts';
import { emulatePartiQl } from '../support/emulate-partiql.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openFastDatabase, type TestDatabase } from '../support/open-database.ts';

const at = Date.UTC(2026, 10, 21, 8);
const record = { at, receivedAt: at, clientId: 'gate', requestId: 'r', checkinId: 'r', notify: false };

let db: TestDatabase;

beforeAll(async () => {
  db = await openFastDatabase();
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

/** A database with PartiQL that counts the statements of each call. */
const withPartiQl = () => {
  const statements: number[] = [];
  const emulated = emulatePartiQl(db.database);
  const send = async (command: { readonly input: { readonly Statements?: readonly object[] } }): Promise<object> => {
    if (command.input.Statements) statements.push(command.input.Statements.length);
    return emulated.send(command as never);
  };
  return { database: { send } as Database, statements };
};

describe('Bookings that are created together', () => {
  it('are created 25 per call, and never replace an existing one', async () => {
    const companyId = freshCompanyId();
    const bookings = bookingsOf(companyId, 60);
    const store = openStore();
    const [first] = bookings as [Booking];
    await store.save({ ...first, name: 'Other' });
    await store.checkIn(first.user, first.bookingId, record);
    const { database, statements } = withPartiQl();
    const created = await makeCreateBookings(database, db.tableNames.bookings, 0)(bookings);
    expect(statements).toEqual([25, 25, 10]);
    expect(created).toEqual(bookings.map((_, index) => index > 0));
    expect(await store.list(first.user)).toEqual([{ ...first, name: 'Other', checkin: record }, ...bookings.slice(1)]);
  });

  it('are created together, or not at all if the engine cannot', async () => {
    const companyId = freshCompanyId();
    const bookings = bookingsOf(companyId, 30);
    const created = await makeCreateBookings(db.database, db.tableNames.bookings, 0)(bookings);
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
    const create = makeCreateBookings({ send }, 'Bookings', 0);
    expect(await create(bookingsOf('acme', 60))).toEqual(Array.from({ length: 60 }, () => false));
    await create(bookingsOf('acme', 1));
    expect(calls).toBe(1);
  });
});

describe('An import that creates bookings together', () => {
  it('reads a hundred, then none while all are new, with the same result as a normal import', async () => {
    const companyId = freshCompanyId();
    const bookings = bookingsOf(companyId, 240);
    const users = makeInMemoryUsers([{ companyId, id: 1, devices: [] }]);
    const { database, statements } = withPartiQl();
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
      createBookings: makeCreateBookings(database, db.tableNames.bookings, 0),
      now: () => at,
    });
    const apply = async (some: readonly Booking[]) =>
      (await importer.apply(some.map(toFields))).map(({ outcome }) => outcome);

    const allNew = [await apply(bookings.slice(0, 120)), await apply(bookings.slice(120, 200))].flat();
    expect(new Set(allNew)).toEqual(new Set(['written']));
    expect(reads.filter((count) => count > 0)).toEqual([100]);
    expect(statements).toEqual([25, 25, 25, 25, 20, 25, 25, 25, 5]);

    const mixed = await apply([...bookings.slice(190), bookings[239] as Booking]);
    expect(mixed.filter((outcome) => outcome === 'unchanged')).toHaveLength(11);
    expect(mixed.filter((outcome) => outcome === 'written')).toHaveLength(40);
    reads.length = 0;
    expect(new Set(await apply(bookings))).toEqual(new Set(['unchanged']));
    expect(reads.filter((count) => count > 0)).toEqual([100, 140]);
    expect(await openStore().list({ companyId, userId: 1 })).toEqual(
      bookings.map((booking) => ({ ...booking, openSince: at })),
    );
  });
});
