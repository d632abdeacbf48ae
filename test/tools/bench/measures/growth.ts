import { writeFileSync } from 'node:fs';
import { localTableNames } from '../../../../shared/local-service.ts';
import type { CheckinEntry } from '../../../../shared/domain/activity-log.ts';
import { createApiClient } from '../../../../shared/domain/api-client.ts';
import type { Booking } from '../../../../shared/domain/booking.ts';
import { listAttendance } from '../../../../shared/use-cases/attendance/list-attendance.ts';
import { listLog } from '../../../../shared/use-cases/log/list-log.ts';
import { createTestStores, type TestStores } from '../../../support/test-stores.ts';
import { BOOKINGS_OF_A_DAY, bookingsOfDay } from '../harness/book.ts';
import { bulkLoad, toBookingItem, toUserItem } from '../harness/bulk-load.ts';
import { createNaiveTable, NAIVE_TABLE, naiveQueries, readUnitsOf } from '../harness/naive-queries.ts';
import { drawPlot, type Panel } from '../harness/plot.ts';
import { format, judgeCount, type Measure, type Row } from '../harness/row.ts';
import { HOUR, MOMENT, openServiceWorld, type ServiceWorld, type TokenSet } from '../harness/service-world.ts';

const SIZES = [10, 100, 1_000] as const;
const DAY = 24 * HOUR;
const PAGE = 50;

/** The cost of an operation while the data grows. */
interface Growth {
  readonly what: string;
  /** The items that grow: 10, 100 and 1,000. */
  readonly of: string;
  /** `flat`: the growing items are not part of the result. `linear`: each of them is. */
  readonly expected: 'flat' | 'linear';
  /** Units of the operation, by the number of growing items. */
  readonly units: (size: number) => Promise<number>;
}

interface Context {
  readonly world: ServiceWorld;
  readonly tokens: TokenSet;
  /** Through the proxy that counts calls. */
  readonly stores: TestStores;
  readonly companyId: string;
}

/** All units of the calls of an operation, including those of indexes. */
const countUnits = async ({ world: { wire } }: Context, act: () => Promise<unknown>): Promise<number> => {
  wire.takeCalls();
  await act();
  const units = wire.takeCalls().reduce((sum, call) => sum + call.units, 0);
  if (units === 0) throw new Error('the operation consumed no units, so nothing was measured');
  return units;
};

let lastUserId = 0;

/** Creates a user with these bookings and the two of the day. */
const addUser = async (companyId: string, more: (userId: number) => Iterable<Booking>): Promise<number> => {
  lastUserId += 1;
  const bookings = [...bookingsOfDay(companyId, lastUserId, 0), ...more(lastUserId)];
  await bulkLoad(localTableNames.users, [toUserItem(companyId, lastUserId)]);
  await bulkLoad(localTableNames.bookings, bookings.map(toBookingItem));
  return lastUserId;
};

/** @param direction -1: days of the past, 1: of the future */
const otherDays = (companyId: string, userId: number, size: number, direction: -1 | 1): Booking[] =>
  Array.from({ length: size / BOOKINGS_OF_A_DAY }, (_, day) =>
    bookingsOfDay(companyId, userId, (day + 4) * direction),
  ).flat();

const laterWithinThreeDays = (companyId: string, userId: number, size: number): Booking[] =>
  Array.from({ length: size }, (_, index) => ({
    user: { companyId, userId },
    bookingId: `later-${index}`,
    kind: 'position' as const,
    name: `Place ${index}`,
    checkinOpensAt: MOMENT + HOUR + index,
    noShowAt: MOMENT + 70 * HOUR,
  }));

const checkIn = async ({ world, tokens }: Context, userId: number, expected: number): Promise<void> => {
  const count = await world.checkIn(tokens, { id: userId });
  if (count !== expected) throw new Error(`${count} bookings were checked in, not ${expected}`);
};

const checkinGrowth = (context: Context, of: string, more: (userId: number, size: number) => Booking[]): Growth => ({
  what: 'check-in',
  of,
  expected: 'flat',
  async units(size) {
    const userId = await addUser(context.companyId, (id) => more(id, size));
    return countUnits(context, () => checkIn(context, userId, BOOKINGS_OF_A_DAY));
  },
});

const makeEntry = (companyId: string, userId: number, index: number): CheckinEntry => ({
  kind: 'checkin',
  companyId,
  receivedAt: Date.now() - index * 1_000,
  at: MOMENT,
  requestId: `request-${userId}-${index}`,
  clientId: 'gate',
  identifiers: { id: userId },
  userId,
  statusCode: 200,
  code: 'checked_in',
  checkinCount: 1,
  bookings: [],
});

const makeGrowths = (context: Context): readonly Growth[] => {
  const { companyId, stores } = context;
  const past = (userId: number, size: number) => otherDays(companyId, userId, size, -1);
  const bookingsOfADay = async (day: number, size: number): Promise<void> => {
    const dayStart = MOMENT + day * DAY;
    const items = Array.from({ length: size }, (_, index) => ({
      user: { companyId, userId: 1_000_000 + index },
      bookingId: `day-${day}`,
      kind: 'position' as const,
      name: `Place ${index}`,
      checkinOpensAt: dayStart,
      noShowAt: dayStart + HOUR,
    }));
    await bulkLoad(localTableNames.bookings, items.map(toBookingItem));
  };
  const attendanceOf = (day: number) =>
    listAttendance(
      stores,
      { companyId, day: new Date(MOMENT + day * DAY).toISOString().slice(0, 10), timeZone: 'UTC', limit: PAGE },
      MOMENT,
    );
  return [
    checkinGrowth(context, 'past bookings', past),
    checkinGrowth(context, 'future bookings', (userId, size) => otherDays(companyId, userId, size, 1)),
    {
      what: 'repeated swipe',
      of: 'past bookings',
      expected: 'flat',
      async units(size) {
        const userId = await addUser(companyId, (id) => past(id, size));
        await checkIn(context, userId, BOOKINGS_OF_A_DAY);
        return countUnits(context, () => checkIn(context, userId, 0));
      },
    },
    {
      what: "bookings of a user's day",
      of: 'past bookings',
      expected: 'flat',
      async units(size) {
        const userId = await addUser(companyId, (id) => past(id, size));
        const user = { companyId, userId };
        return countUnits(context, async () => {
          const range = { from: MOMENT - 8 * HOUR, until: MOMENT + 16 * HOUR };
          const periods = await stores.bookings.findOverlapping(user, range);
          const ids = periods.map(({ bookingId }) => bookingId);
          await stores.bookings.find(user, ids);
        });
      },
    },
    {
      what: 'attendance, a page of 50',
      of: 'bookings of other days',
      expected: 'flat',
      async units(size) {
        await bookingsOfADay(1_000 + size, PAGE * 2);
        await bookingsOfADay(1_001 + size, size);
        return countUnits(context, () => attendanceOf(1_000 + size));
      },
    },
    {
      what: 'log of a user, a page of 50',
      of: 'entries of the user',
      expected: 'flat',
      async units(size) {
        lastUserId += 1;
        const userId = lastUserId;
        const entries = Array.from({ length: Math.max(size, PAGE * 2) }, (_, index) =>
          makeEntry(companyId, userId, index),
        );
        await stores.log.recordCheckins(entries);
        return countUnits(context, () => listLog(stores.log, { companyId, userId, limit: PAGE }, Date.now()));
      },
    },
    {
      what: 'list of the API clients of a company, 2 of them',
      of: 'log-ins (token families)',
      expected: 'flat',
      async units(size) {
        const company = `clients-${size}`;
        await addClients(stores, company, 2, size);
        return countUnits(context, () => stores.clients.listByCompany(company, { limit: PAGE }));
      },
    },
    {
      what: 'delete an API client',
      of: 'log-ins (token families)',
      expected: 'flat',
      async units(size) {
        const [clientId = ''] = await addClients(stores, `deleted-${size}`, 1, size);
        return countUnits(context, () => stores.clients.delete({ clientId }));
      },
    },
    {
      what: 'check-in',
      of: 'bookings that end within 72 h',
      expected: 'linear',
      async units(size) {
        const userId = await addUser(companyId, (id) => laterWithinThreeDays(companyId, id, size));
        return countUnits(context, () => checkIn(context, userId, BOOKINGS_OF_A_DAY));
      },
    },
    {
      what: 'all bookings of a user',
      of: 'bookings of the user',
      expected: 'linear',
      async units(size) {
        const userId = await addUser(companyId, (id) => past(id, size));
        return countUnits(context, () => stores.bookings.list({ companyId, userId }));
      },
    },
  ];
};

/** @returns the ids of the clients, the first of which has the token families */
const addClients = async (
  { clients }: TestStores,
  companyId: string,
  count: number,
  families: number,
): Promise<string[]> => {
  const made = Array.from({ length: count }, () => createApiClient({ companyId, name: 'Gate' }, Date.now()).client);
  for (const client of made) await clients.create(client);
  const clientId = made[0]?.clientId;
  const items = Array.from({ length: families }, (_, index) => ({ clientId, item: `family#${index}`, liveNumber: 0 }));
  await bulkLoad(localTableNames.apiClients, items);
  return made.map((client) => client.clientId);
};

/** Ten times as many items may cost at most ten times the units. */
const toRow = ({ what, of, expected }: Growth, units: readonly number[]): Row => {
  const [least = 0, most = 0] = [units[0], units.at(-1)];
  const all = SIZES.map((size, index) => `${size}: ${format(units[index] ?? 0)}`).join(', ');
  const limit = expected === 'flat' ? least : least * ((SIZES.at(-1) ?? 0) / SIZES[0]);
  return judgeCount({
    what: `${what}, ${SIZES.at(-1)} ${of}: ${expected}`,
    unit: 'units',
    ours: most,
    peer: all,
    limit: { relation: '<=', value: limit },
  });
};

const naiveUnits = async ({ companyId, world }: Context, direction: -1 | 1): Promise<number[]> => {
  const query = direction < 0 ? naiveQueries.opened : naiveQueries.notOver;
  const units: number[] = [];
  for (const size of SIZES) {
    lastUserId += 1;
    const userId = lastUserId;
    const bookings = [...bookingsOfDay(companyId, userId, 0), ...otherDays(companyId, userId, size, direction)];
    await bulkLoad(NAIVE_TABLE, bookings.map(toBookingItem));
    units.push(await readUnitsOf({ companyId, userId }, query));
  }
  world.wire.takeCalls();
  return units;
};

const toPoints = (units: readonly number[]) => SIZES.map((size, index) => [size, units[index] ?? 0] as const);

/** The first two panels also show what a query bounded on one side only would read. */
const draw = async (context: Context, results: readonly (readonly [Growth, readonly number[]])[]): Promise<string> => {
  const naive = [await naiveUnits(context, -1), await naiveUnits(context, 1)];
  const panels = results.map(([{ what, of }, units], index): Panel => {
    const line = { label: 'the service', points: toPoints(units) };
    const other = naive[index];
    return {
      title: what,
      xLabel: of,
      yLabel: 'units',
      lines: other ? [{ label: 'a query bounded on one side', points: toPoints(other) }, line] : [line],
    };
  });
  return drawPlot(panels);
};

export const measure: Measure = {
  describes: 'units of each operation while the data grows, on DynamoDB Local; BENCH_PLOT=FILE draws them',
  seconds: 20,
  needsDynamoDbLocal: true,
  run: async () => {
    const world = await openServiceWorld({ engineKind: 'dynamodb-local' });
    const stores = createTestStores(world.wire.url);
    try {
      await createNaiveTable();
      const { companyId } = world.credentials;
      const context: Context = { world, stores, companyId, tokens: await world.logIn() };
      const results: (readonly [Growth, readonly number[]])[] = [];
      for (const growth of makeGrowths(context)) {
        const units: number[] = [];
        for (const size of SIZES) units.push(await growth.units(size));
        results.push([growth, units]);
      }
      // Draws the units into a file if BENCH_PLOT names one.
      const { BENCH_PLOT: plotFile } = process.env;
      if (plotFile !== undefined) writeFileSync(plotFile, await draw(context, results));
      return results.map(([growth, units]) => toRow(growth, units));
    } finally {
      stores.close();
      await world.stop();
    }
  },
};
