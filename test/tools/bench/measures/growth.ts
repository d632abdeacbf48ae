import { PutCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import { connectDatabase } from '../../../../shared/adapters/dynamodb/connect-database.ts';
import { callBudgets } from '../../../../shared/adapters/sdk/call-budget.ts';
import { createApiClient } from '../../../../shared/domain/api-client.ts';
import type { Booking } from '../../../../shared/domain/booking.ts';
import { localTableNames } from '../../../../shared/local-service.ts';
import { routes } from '../../../../shared/routes.ts';
import { listAttendance } from '../../../../shared/use-cases/attendance/list-attendance.ts';
import { listLog } from '../../../../shared/use-cases/log/list-log.ts';
import { startMeteredDatabaseProxy } from '../../../support/metered-database-proxy.ts';
import { createTestStores } from '../../../support/test-stores.ts';
import { atMost, count, type Measure, type Row } from '../harness/figures.ts';
import { bearer, sendAll } from '../harness/load.ts';
import { bookingsOfDay, DAY, inWorld, MOMENT, type World } from '../harness/world.ts';

const SIZES = [10, 100, 1_000];
const PAGE = 50;

/** An operation, and the data that grows. It is prepared and then measured. */
interface Growth {
  readonly what: string;
  readonly of: string;
  /** `flat`: the units do not change. `linear`: ten times as much data costs at most ten times as much. */
  readonly expected: 'flat' | 'linear';
  readonly prepare: (size: number) => Promise<() => Promise<unknown>>;
}

const makeGrowths = async (world: World, stores: World['stores']): Promise<Growth[]> => {
  const { client, service, addUsers } = world;
  const { companyId, clientId } = client;
  const { accessToken } = await world.logIn();
  const checkIn = (id: number) => {
    const body = JSON.stringify({ id, date: new Date(MOMENT).toISOString() });
    return sendAll(service, [{ ...routes.checkin, headers: bearer(accessToken), body, status: 200 }]);
  };
  const repeat = <Item>(size: number, make: (index: number) => Item): Item[] =>
    Array.from({ length: size }, (_, index) => make(index));
  const days = (id: number, size: number, direction: number): Booking[] =>
    repeat(size / 2, (day) => bookingsOfDay(companyId, id, (day + 4) * direction)).flat();
  const addUserWith = async (more: (id: number) => readonly Booking[]): Promise<number> => {
    const [id = 0] = await addUsers(1);
    await world.stores.createBookings(more(id));
    return id;
  };
  const database = connectDatabase(callBudgets.operator()).withSignal();
  const addFamilies = (owner: string, size: number) =>
    pMap(
      repeat(size, (index) => ({ clientId: owner, item: `family#${index}`, liveNumber: 0 })),
      (Item) => database.send(new PutCommand({ TableName: localTableNames.apiClients, Item })),
      { concurrency: 64 },
    );
  const addClient = async (company: string, families: number): Promise<string> => {
    const made = createApiClient({ companyId: company, name: 'Gate' }, Date.now()).client;
    await world.stores.clients.create(made);
    await addFamilies(made.clientId, families);
    return made.clientId;
  };
  const entry = (userId: number, index: number) => ({
    kind: 'checkin' as const,
    companyId,
    receivedAt: Date.now() - index * 1_000,
    at: MOMENT,
    requestId: `request-${userId}-${index}`,
    clientId,
    identifiers: { id: userId },
    userId,
    statusCode: 200 as const,
    code: 'checked_in' as const,
    checkinCount: 1,
    bookings: [],
  });
  return [
    {
      what: 'check-in',
      of: 'past and as many future bookings',
      expected: 'flat',
      prepare: async (size) => {
        const id = await addUserWith((user) => [...days(user, size, -1), ...days(user, size, 1)]);
        return () => checkIn(id);
      },
    },
    {
      what: 'check-in',
      of: 'bookings that end within 72 h',
      expected: 'linear',
      prepare: async (size) => {
        const id = await addUserWith((user) =>
          repeat(size, (index) => ({
            ...(bookingsOfDay(companyId, user)[0] as Booking),
            bookingId: `later-${index}`,
            checkinOpensAt: MOMENT + 1 + index,
            noShowAt: MOMENT + 2.9 * DAY,
          })),
        );
        return () => checkIn(id);
      },
    },
    {
      what: "bookings of a user's day",
      of: 'past bookings',
      expected: 'flat',
      prepare: async (size) => {
        const user = { companyId, userId: await addUserWith((id) => days(id, size, -1)) };
        return () => stores.bookings.findOverlapping(user, { from: MOMENT - DAY / 3, until: MOMENT + DAY / 2 });
      },
    },
    {
      what: 'all bookings of a user',
      of: 'bookings',
      expected: 'linear',
      prepare: async (size) => {
        const userId = await addUserWith((id) => days(id, size, -1));
        return () => stores.bookings.list({ companyId, userId });
      },
    },
    {
      what: `attendance, a page of ${PAGE}`,
      of: 'bookings of the day',
      expected: 'flat',
      prepare: async (size) => {
        const at = MOMENT + (1_000 + size) * DAY;
        const open = { checkinOpensAt: at, noShowAt: at + DAY / 24 };
        await world.stores.createBookings(
          repeat(PAGE * 2 + size, (index) => ({
            ...(bookingsOfDay(companyId, 1_000_000 + index)[0] as Booking),
            ...open,
            bookingId: `day-${size}`,
          })),
        );
        const day = new Date(at).toISOString().slice(0, 10);
        return () => listAttendance(stores, { companyId, day, timeZone: 'UTC', limit: PAGE }, MOMENT);
      },
    },
    {
      what: `log of a user, a page of ${PAGE}`,
      of: 'entries',
      expected: 'flat',
      prepare: async (size) => {
        const [userId = 0] = await addUsers(1);
        await world.stores.log.recordCheckins(repeat(PAGE * 2 + size, (index) => entry(userId, index)));
        return () => listLog(stores.log, { companyId, userId, limit: PAGE }, Date.now());
      },
    },
    {
      what: 'list of the API clients of a company',
      of: 'log-ins (token families)',
      expected: 'flat',
      prepare: async (size) => {
        await addClient(`clients-${size}`, size);
        return () => stores.clients.listByCompany(`clients-${size}`, { limit: PAGE });
      },
    },
  ];
};

export const measure: Measure = () =>
  inWorld(async (world, start) => {
    const wire = await startMeteredDatabaseProxy(world.environment['AWS_ENDPOINT_URL_DYNAMODB'] as string);
    const service = await start('service', { AWS_ENDPOINT_URL_DYNAMODB: wire.url });
    const stores = createTestStores(wire.url);
    const rows: Row[] = [];
    for (const { what, of, expected, prepare } of await makeGrowths({ ...world, service }, stores)) {
      const units: number[] = [];
      for (const size of SIZES) {
        const act = await prepare(size);
        wire.takeCalls();
        await act();
        // Requests with the same token read the public keys once.
        const calls = wire.takeCalls().filter(({ tables }) => !tables.includes('signingKeys'));
        units.push(calls.reduce((sum, call) => sum + call.units, 0));
      }
      const [least = 0] = units;
      if (least === 0) throw new Error(`${what} consumed no units`);
      const goal = atMost(expected === 'flat' ? least : least * 100);
      const all = SIZES.map((size, index) => `${size}: ${units[index]}`).join(', ');
      rows.push(count(`${what}, ${SIZES.at(-1)} ${of}: ${expected}`, 'units', units.at(-1) as number, goal, all));
    }
    stores.close();
    await wire.stop();
    return rows;
  });
