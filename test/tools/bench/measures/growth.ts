import pMap from 'p-map';
import { connectDatabase } from '../../../../shared/adapters/dynamodb/connect-database.ts';
import { makeUserTexts } from '../../../../shared/adapters/dynamodb/user-texts.ts';
import { callBudgets } from '../../../../shared/adapters/sdk/call-budget.ts';
import type { Booking } from '../../../../shared/domain/booking.ts';
import type { UserTexts } from '../../../../shared/domain/search-text.ts';
import { listAttendance } from '../../../../shared/use-cases/attendance/list-attendance.ts';
import { localTableNames } from '../../../../shared/local-service.ts';
import { listLog } from '../../../../shared/use-cases/log/list-log.ts';
import { searchByText } from '../../../../shared/use-cases/users/search-by-text.ts';
import { meterDatabase } from '../../../support/meter-database.ts';
import { post, runServiceInMemory, type RunningService } from '../../../support/running-service.ts';
import { count, type Measure, type Row } from '../harness/figures.ts';
import { bearer } from '../harness/load.ts';
import { bookingsOfDay, CHECKIN_AT, DAY } from '../harness/world.ts';

const SIZES = [10, 100, 1_000];
const PAGE = 50;

/** An operation and the data that grows. The data is prepared, and then the operation is measured. */
interface Growth {
  readonly what: string;
  readonly data: string;
  /** `flat`: the units do not change. `linear`: ten times as much data costs at most ten times as much. */
  readonly expected: 'flat' | 'linear';
  readonly prepare: (size: number) => Promise<() => Promise<unknown>>;
}

const makeGrowths = async (
  { url, stores, aClient, logIn }: RunningService,
  userTexts: UserTexts,
): Promise<Growth[]> => {
  const client = await aClient('acme');
  const { companyId, clientId } = client;
  const { accessToken } = await logIn(client);
  let lastUserId = 0;
  const repeat = <Item>(size: number, make: (index: number) => Item): Item[] =>
    Array.from({ length: size }, (_, index) => make(index));
  const desk = (userId: number): Booking => bookingsOfDay(companyId, userId)[0] as Booking;
  const addUserWith = async (makeBookings: (id: number) => readonly Booking[]): Promise<number> => {
    const id = (lastUserId += 1);
    await stores.users.save({ companyId, id });
    await stores.createBookings([...bookingsOfDay(companyId, id), ...makeBookings(id)]);
    return id;
  };
  const otherDays = (id: number, size: number): Booking[] =>
    repeat(size / 2, (day) => [-day - 4, day + 4].flatMap((offset) => bookingsOfDay(companyId, id, offset))).flat();
  /** Creates more bookings than fit on a page, on one day, and returns a function that lists the day. */
  const fillDay = async (size: number, day: number, person?: string) => {
    const at = CHECKIN_AT + (1_000 + day) * DAY;
    const open = { checkinOpensAt: at, noShowAt: at + DAY / 24, bookingId: `day-${day}` };
    await stores.createBookings(repeat(PAGE * 2 + size, (index) => ({ ...desk(1_000_000 + index), ...open })));
    const query = { companyId, day: new Date(at).toISOString().slice(0, 10), timeZone: 'UTC', limit: PAGE };
    return () =>
      listAttendance({ ...stores, userTexts }, { ...query, ...(person !== undefined && { person }) }, CHECKIN_AT);
  };
  /** Adds people named `name`, from this id. */
  const addNamed = (name: string, firstId: number, count: number) =>
    pMap(
      repeat(count, (index) => ({ companyId, id: firstId + index, name })),
      (user) => stores.users.save(user),
      { concurrency: 16 },
    );
  const checkIn = (id: number) => () =>
    post(`${url}/scheduling/checkin`, { id, date: new Date(CHECKIN_AT).toISOString() }, bearer(accessToken));
  return [
    {
      what: 'check-in',
      data: 'past and future bookings',
      expected: 'flat',
      prepare: async (size) => checkIn(await addUserWith((id) => otherDays(id, size))),
    },
    {
      what: 'check-in',
      data: 'bookings within 72 h',
      expected: 'linear',
      prepare: async (size) => {
        const later = { checkinOpensAt: CHECKIN_AT + 1, noShowAt: CHECKIN_AT + 2.9 * DAY };
        const make = (id: number) => repeat(size, (index) => ({ ...desk(id), ...later, bookingId: `later-${index}` }));
        return checkIn(await addUserWith(make));
      },
    },
    {
      what: 'list a user’s bookings',
      data: 'past and future bookings',
      expected: 'linear',
      prepare: async (size) => {
        const userId = await addUserWith((id) => otherDays(id, size));
        return () => stores.bookings.list({ companyId, userId });
      },
    },
    {
      what: 'attendance',
      data: 'bookings of the day',
      expected: 'flat',
      prepare: (size) => fillDay(size, size),
    },
    {
      what: 'attendance filtered by name',
      data: 'bookings of the day',
      expected: 'linear',
      prepare: async (size) => {
        await addNamed('José Ñandú', 1_000_000, 1);
        return fillDay(size, 10_000 + size, 'jose nandu');
      },
    },
    {
      what: 'search by name',
      data: 'people with the name',
      expected: 'flat',
      prepare: async (size) => {
        await addNamed(`Mariana N${size}x`, 2_000_000 + 10 * size, PAGE * 2 + size);
        return () => searchByText({ ...stores, userTexts }, { companyId, query: `mariana n${size}x`, limit: PAGE });
      },
    },
    {
      what: 'a user’s log',
      data: 'entries',
      expected: 'flat',
      prepare: async (size) => {
        const userId = await addUserWith(() => []);
        const entry = { companyId, clientId, identifiers: {}, userId, at: CHECKIN_AT, checkinCount: 0, bookings: [] };
        const make = (index: number) => ({
          ...entry,
          kind: 'checkin' as const,
          statusCode: 200 as const,
          code: 'nothing_open' as const,
          receivedAt: Date.now() - index * 1_000,
          requestId: `request-${userId}-${index}`,
        });
        await stores.log.recordCheckins(repeat(PAGE * 2 + size, make));
        return () => listLog(stores.log, { companyId, userId, limit: PAGE });
      },
    },
  ];
};

export const measure: Measure = async () => {
  const service = await runServiceInMemory();
  const { takeCalls, stop } = meterDatabase();
  const connection = connectDatabase(callBudgets.operator());
  const userTexts = makeUserTexts(connection.withSignal(), localTableNames.users);
  const rows: Row[] = [];
  for (const { what, data, expected, prepare } of await makeGrowths(service, userTexts)) {
    const units: number[] = [];
    for (const size of SIZES) {
      const act = await prepare(size);
      takeCalls();
      await act();
      // Excludes the read of the public keys: only the first request with a token needs it.
      const calls = takeCalls().filter(({ tables }) => !tables.includes('signingKeys'));
      units.push(calls.reduce((sum, call) => sum + call.units, 0));
    }
    const [smallest = 0] = units;
    if (smallest === 0) throw new Error(`${what} consumed no units`);
    const goal = expected === 'flat' ? smallest : smallest * 100;
    rows.push(count(`${what}, ${data}: ${expected}`, 'units', units.at(-1) as number, goal, units.join(', ')));
  }
  stop();
  connection.close();
  await service.stop();
  return rows;
};
