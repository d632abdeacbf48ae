import type { TableId } from '../../shared/tables.ts';
import { units as pricedUnits } from '../support/cost-model.ts';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeCheckinLog } from '../../shared/adapters/dynamodb/checkin-log.ts';
import { makeClientAccessReader } from '../../shared/adapters/dynamodb/client-access-reader.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import type { CheckinLog } from '../../shared/domain/logs.ts';
import type { Booking } from '../../shared/domain/booking.ts';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { makeLogWriter } from '../../shared/use-cases/checkin/checkin-log.ts';
import { checkInBatch } from '../../shared/use-cases/checkin/perform-batch.ts';
import { checkInUser } from '../../shared/use-cases/checkin/perform-checkin.ts';
import { meterDatabase, type DatabaseMeter, type MeteredCall } from '../support/meter-database.ts';
import { get, post, type TestClient, type TokenSet } from '../support/running-service.ts';
import { useServiceInMemory } from '../support/use-service.ts';
import { openTestStores, type TestStores } from '../support/test-stores.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const at = Date.UTC(2026, 10, 21, 8);

let meter: DatabaseMeter;
const service = useServiceInMemory();
let stores: TestStores;
let client: TestClient;
let tokens: TokenSet;
let userId = 0;

beforeAll(async () => {
  meter = meterDatabase();
  ({ stores } = service);
  client = await service.aClient();
  tokens = await service.logIn(client);
  // The check-in function also reads the public keys at its first call. Makes that call here, so that no test counts the read.
  await post(`${service.url}/scheduling/checkin`, { id: 1 }, { Authorization: `Bearer ${tokens.accessToken}` });
});

const bookingOf = (bookingId: string, shift = 0): Booking => ({
  openSince: 0,
  user: { companyId: client.companyId, userId },
  bookingId,
  kind: 'position',
  checkinOpensAt: at - HOUR + shift,
  noShowAt: at + HOUR + shift,
});
const desks = (): Booking[] => [bookingOf('desk'), bookingOf('parking')];

/** Creates a user with an open desk, an open parking place, and a desk that opens later. */
beforeEach(async () => {
  userId += 1;
  await stores.users.save({ companyId: client.companyId, id: userId, uid: `E-${userId}` });
  await stores.createBookings([...desks(), bookingOf('later', 3 * HOUR)]);
});

const callsOf = async (
  act: () => Promise<{ readonly status: number }>,
  status: number,
): Promise<readonly MeteredCall[]> => {
  meter.takeCalls();
  expect((await act()).status).toBe(status);
  return meter.takeCalls();
};

const checkIn = (identifier: object, headers: Record<string, string> = {}) => {
  const body = { ...identifier, date: new Date(at).toISOString() };
  const authorization = { Authorization: `Bearer ${tokens.accessToken}` };
  return callsOf(() => post(`${service.url}/scheduling/checkin`, body, { ...authorization, ...headers }), 200);
};

const readOperations = new Set(['GetItem', 'BatchGetItem', 'Query']);

const readUnits = (calls: readonly MeteredCall[]): number =>
  calls.filter(({ operation }) => readOperations.has(operation)).reduce((sum, call) => sum + call.units, 0);

/** The calls of each wave. A wave is a set of parallel calls; the next wave begins when all of them have returned. */
type Waves = readonly (readonly string[])[];

const nameOf = ({ operation, tables }: MeteredCall): string => [operation, ...tables].join(' ');

const wavesOf = (calls: readonly MeteredCall[]): Waves => {
  const byWave = Map.groupBy(calls, ({ wave = Infinity }) => wave);
  const inOrder = [...byWave.keys()].toSorted((one, other) => one - other);
  return inOrder.map((wave) => (byWave.get(wave) ?? []).map(nameOf).toSorted());
};

const holdWaves = (waves: Waves): void => meter.holdWaves(waves.map(({ length }) => length));

const writesIn = (calls: readonly MeteredCall[]) => calls.filter(({ operation }) => !readOperations.has(operation));

/** Adds up the write units, without the units of indexes. */
const writeUnits = (calls: readonly MeteredCall[]): number =>
  writesIn(calls).reduce((sum, { units, indexUnits }) => sum + units - indexUnits, 0);

const CLIENT = 'GetItem apiClients';
const USER = 'GetItem users';
const OPEN_BOOKINGS = 'Query bookings';
const LOG_ENTRY = 'PutItem checkinLog';
const writeBookings = ['UpdateItem bookings', 'UpdateItem bookings'];

const readsById = [[CLIENT, USER, OPEN_BOOKINGS]];
const readsByUid = [
  [CLIENT, USER],
  [USER, OPEN_BOOKINGS],
];
const attemptWaves = [['PutItem checkinAttempts']];
const writeWaves = [[LOG_ENTRY, ...writeBookings]];
const OTHER_BOOKINGS = 'BatchGetItem bookings';
const detailsWaves = [[OTHER_BOOKINGS, LOG_ENTRY, ...writeBookings]];
const dryRunWaves = [[OTHER_BOOKINGS]];

/** `details` reads the later booking in parallel with the writes, so it adds no wave. A dry run reads all three bookings. */
const variants: [
  title: string,
  by: 'id' | 'uid',
  body: object,
  hasKey: boolean,
  waves: Waves,
  read: number,
  write: number,
][] = [
  ['by id', 'id', {}, false, [...readsById, ...writeWaves], 2.5, 3],
  ['by id with details', 'id', { details: true }, false, [...readsById, ...detailsWaves], 3.5, 3],
  ['by id, as a dry run', 'id', { dryRun: true }, false, [...readsById, ...dryRunWaves], 5.5, 0],
  ['by id with an Idempotency-Key', 'id', {}, true, [...readsById, ...attemptWaves, ...writeWaves], 2.5, 4],
  ['by uid', 'uid', {}, false, [...readsByUid, ...writeWaves], 3, 3],
];

const identify = (by: 'id' | 'uid', id = userId) => (by === 'id' ? { id } : { uid: `E-${id}` });

describe('A check-in makes the documented calls in waves, and uses the documented units', () => {
  it.each(variants)('%s', async (_, by, body, hasKey, waves, read, write) => {
    holdWaves(waves);
    const headers: Record<string, string> = hasKey ? { 'Idempotency-Key': `cost-${userId}` } : {};
    const calls = await checkIn({ ...identify(by), ...body }, headers);
    expect(wavesOf(calls)).toEqual(waves.map((wave) => [...wave].toSorted()));
    expect([readUnits(calls), writeUnits(calls)]).toEqual([read, write]);
  });
});

describe('Two sequential calls to the database', () => {
  it('are enough for a log-in', async () => {
    const waves = [[CLIENT], ['PutItem apiClients']];
    const { clientId, clientSecret } = client;
    holdWaves(waves);
    const calls = await callsOf(() => post(`${service.url}/auth`, { clientId, clientSecret }), 201);
    expect(wavesOf(calls)).toEqual(waves);
  });

  it('are enough for a refresh', async () => {
    const waves = [['BatchGetItem apiClients'], ['UpdateItem apiClients']];
    const { refreshToken } = await service.logIn(client);
    const refresh = (token: string) => get(`${service.url}/auth/refresh-token`, { Authorization: `Bearer ${token}` });
    // The refresh function also reads the public keys at its first call. Makes that call here, so that the read is not counted.
    const { body } = await refresh(refreshToken);
    holdWaves(waves);
    const calls = await callsOf(() => refresh((body as TokenSet).refreshToken), 200);
    expect(wavesOf(calls)).toEqual(waves);
  });
});

/** Connects the dependencies of the use cases to the metered database, without a deadline. */
const openDependencies = (checkinLogDays: number) => {
  const connection = connectDatabase(callBudgets.operator());
  const connected = connection.withSignal();
  const log = makeCheckinLog(connection, localTableNames.checkinLog, checkinLogDays);
  const logWrites: Promise<void>[] = [];
  /** Lets the test wait until all entries are written. On a busy machine, a request might end before its entry is written. */
  const checkinLog: CheckinLog = {
    ...log,
    recordCheckins(newEntries) {
      const writing = log.recordCheckins(newEntries);
      logWrites.push(writing);
      return writing;
    },
  };
  const onLogFailed = () => undefined;
  return {
    ...openTestStores(connected),
    clients: makeClientAccessReader(connected, localTableNames.apiClients),
    logWriter: makeLogWriter(checkinLog, onLogFailed),
    checkinLog,
    onLogFailed,
    close: async () => {
      await Promise.all(logWrites);
      connection.close();
    },
  };
};

const caller = () => ({
  clientId: client.clientId,
  companyId: client.companyId,
  scopes: ['checkin'] as const,
  revocationNumber: 0,
});

it('A check-in with a log retention of 0 days writes no entry', async () => {
  const { close, ...dependencies } = openDependencies(0);
  const waves = [...readsById, writeBookings];
  meter.takeCalls();
  holdWaves(waves);
  const requestId = `log-${userId}`;
  const request = {
    identifiers: { id: userId },
    at,
    isDated: true,
    notify: false,
    caller: caller(),
    requestId,
    receivedAt: at,
  };
  const { checkinCount } = await checkInUser(request, dependencies);
  await close();
  const calls = meter.takeCalls();
  expect(checkinCount).toBe(2);
  expect(wavesOf(calls)).toEqual(waves);
  expect([readUnits(calls), writeUnits(calls)]).toEqual([2.5, 2]);
});

describe('A batch', () => {
  const PEOPLE = 30;
  const people = Array.from({ length: PEOPLE }, (_, index) => 1_000 + index);
  let day = 0;

  beforeAll(async () => {
    const { companyId } = client;
    await Promise.all(people.map((id) => stores.users.save({ companyId, id, uid: `E-${id}` })));
  });

  /** Gives each person a desk and a parking place, ten days after the last ones, so that check-ins do not read those. */
  const bookPeople = async (): Promise<void> => {
    day += 10;
    const places = [`desk-${day}`, `parking-${day}`].map((bookingId) => bookingOf(bookingId, day * DAY));
    const bookings = people.flatMap((id) =>
      places.map((booking) => ({
        ...booking,
        user: { companyId: client.companyId, userId: id },
      })),
    );
    await stores.createBookings(bookings);
  };

  const send = async (by: 'id' | 'uid', swipers: readonly number[], requestId: string, waves?: Waves) => {
    const items = swipers.map((person, index) => ({
      identifiers: identify(by, person),
      at: at + day * DAY + index,
      isDated: true,
      notify: false,
      idempotencyKey: `${requestId}-${index}`,
    }));
    const { close, ...dependencies } = openDependencies(90);
    meter.takeCalls();
    if (waves) holdWaves(waves);
    const outcomes = await checkInBatch({ items, caller: caller(), requestId, receivedAt: at }, dependencies);
    await close();
    const counts = outcomes.map((one) => ('result' in one ? one.result.checkinCount : one.error));
    return { counts, calls: meter.takeCalls() };
  };

  it('with swipes of different people reads the data of all people at once, performs their check-ins in parallel, and writes the log with one call', async () => {
    await bookPeople();
    const fewPeople = people.slice(0, 5);
    const perPerson = (wave: readonly string[]) => fewPeople.flatMap(() => wave);
    const waves = [
      [CLIENT, 'BatchGetItem users'],
      perPerson([OPEN_BOOKINGS]),
      perPerson(attemptWaves[0] as string[]),
      perPerson(writeBookings),
      ['BatchWriteItem checkinLog'],
    ];
    const { counts, calls } = await send('id', fewPeople, 'people', waves);
    expect(counts).toEqual(fewPeople.map(() => 2));
    expect(wavesOf(calls)).toEqual(waves.map((wave) => [...wave].toSorted()));
  });

  it('makes one more call for each further swipe of a person', async () => {
    await bookPeople();
    const [attempt] = attemptWaves as [string[]];
    const read = [[CLIENT, 'BatchGetItem users'], [OPEN_BOOKINGS]];
    const waves = [...read, attempt, writeBookings, attempt, attempt, ['BatchWriteItem checkinLog']];
    const [person] = people as [number];
    const { counts, calls } = await send('id', [person, person, person], 'swipes', waves);
    expect(counts).toEqual([2, 0, 0]);
    expect(wavesOf(calls)).toEqual(waves.map((wave) => [...wave].toSorted()));
  });

  const swipers = Array.from({ length: 100 }, (_, index) => people[index % PEOPLE] as number);

  /**
   * Read units: 1 each for the client and every uid and user, and 0.5 for every query. Write units: 1 each for every
   * idempotency key, booking and log entry.
   */
  it.each<['id' | 'uid', number, number]>([
    ['id', 1 + PEOPLE * pricedUnits.batchItem.reads, 260],
    ['uid', 76, 260],
  ])('of 100 swipes of 30 people by %s uses the documented units', async (by, read, write) => {
    await bookPeople();
    const { counts, calls } = await send(by, swipers, `batch-${by}`);
    expect(counts).toEqual(counts.map((_, index) => (index < PEOPLE ? 2 : 0)));
    expect([readUnits(calls), writeUnits(calls)]).toEqual([read, write]);
    // A rejected write costs a unit too, but its response does not say so.
    const again = await send(by, swipers, `batch-${by}-again`);
    const rejected = again.calls.filter((call) => nameOf(call) === 'UpdateItem bookings').length;
    expect(again.counts).toEqual(swipers.map(() => 0));
    expect([readUnits(again.calls), writeUnits(again.calls) + rejected]).toEqual([read, write]);
  });
});

describe('A check-in costs', () => {
  it('exactly the units from which the documented prices are calculated', async () => {
    const calls = await checkIn({ uid: `E-${userId}` }, { 'Idempotency-Key': `priced-${userId}` });
    const writtenTo = (table: TableId) =>
      writesIn(calls.filter(({ tables: [id] }) => id === table)).reduce((sum, { units }) => sum + units, 0);
    expect(readUnits(calls)).toBe(pricedUnits.checkin.reads + pricedUnits.byUid.reads);
    // The test user has a desk and a parking place.
    expect(writtenTo('bookings')).toBe(pricedUnits.checkin.writes + pricedUnits.anotherBooking.writes);
    expect(writtenTo('checkinAttempts')).toBe(pricedUnits.idempotencyKey.writes);
    expect(writtenTo('checkinLog')).toBe(pricedUnits.logEntry.writes);
  });

  it('no more read units if the user has many past and future bookings', async () => {
    const days = Array.from({ length: 50 }, (_, index) => index + 1);
    await stores.createBookings(
      days.flatMap((day) => [bookingOf(`past-${day}`, -day * DAY), bookingOf(`future-${day}`, (day + 3) * DAY)]),
    );
    expect(readUnits(await checkIn({ id: userId }))).toBe(2.5);
  });
});
