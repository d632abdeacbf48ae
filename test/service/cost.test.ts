import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../../lib/local/embedded-database.ts';
import { longestChain, startMeteredWire, type MeteredCall, type MeteredWire } from '../support/metered-wire.ts';
import { createTestClient, get, logIn, post, type TestClient, type TokenSet } from '../support/running-service.ts';
import { spawnLocal, type LocalProcess } from '../support/spawn-local.ts';
import { createTestStores, type TestStores } from '../support/test-stores.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const at = Date.UTC(2026, 10, 21, 8);
/** Long enough for calls that are made side by side to be under way at the same time, on however busy a machine. */
const CALL_MILLISECONDS = 100;

let database: EmbeddedDatabase;
let wire: MeteredWire;
let service: LocalProcess;
let stores: TestStores;
let client: TestClient;
let tokens: TokenSet;
let userId = 0;

beforeAll(async () => {
  database = await startEmbeddedDatabase({ port: 0 });
  wire = await startMeteredWire(database.url, CALL_MILLISECONDS);
  service = await spawnLocal({ AWS_ENDPOINT_URL_DYNAMODB: wire.url, DEMO: '0' });
  stores = createTestStores(database.url);
  client = await createTestClient(stores);
  tokens = await logIn(service.url, client);
});
afterAll(async () => {
  service.process.kill();
  await service.ended;
  stores.close();
  await wire.stop();
  await database.stop();
});

const book = (bookingId: string, shift = 0) =>
  stores.bookings.save({
    user: { companyId: client.companyId, userId },
    bookingId,
    kind: 'position',
    checkinOpensAt: at - HOUR + shift,
    noShowAt: at + HOUR + shift,
  });

/** Somebody with a desk and a parking place open, whom the service has not seen. */
beforeEach(async () => {
  userId += 1;
  await stores.users.save({
    companyId: client.companyId,
    id: userId,
    uid: `E-${userId}`,
    email: `e${userId}@a.example`,
  });
  await Promise.all([book('desk'), book('parking')]);
});

const callsOf = async (
  act: () => Promise<{ readonly status: number }>,
  status: number,
): Promise<readonly MeteredCall[]> => {
  wire.takeCalls();
  expect((await act()).status).toBe(status);
  return wire.takeCalls();
};

const checkIn = (identifier: object, headers: Record<string, string> = {}) => {
  const body = { ...identifier, date: new Date(at).toISOString() };
  const authorization = { Authorization: `Bearer ${tokens.accessToken}` };
  return callsOf(() => post(`${service.url}/scheduling/checkin`, body, { ...authorization, ...headers }), 200);
};

const reads = new Set(['GetItem', 'BatchGetItem', 'Query']);

const readUnits = (calls: readonly MeteredCall[]): number =>
  calls.filter(({ operation }) => reads.has(operation)).reduce((sum, call) => sum + call.units, 0);

describe('One after the other, a request makes no more calls to the database than it needs:', () => {
  it('a check-in by id two', async () => {
    expect(longestChain(await checkIn({ id: userId }))).toBe(2);
  });

  it.each(['uid', 'email'])('a check-in by %s three', async (field) => {
    const identifier = field === 'uid' ? { uid: `E-${userId}` } : { email: `e${userId}@a.example` };
    expect(longestChain(await checkIn(identifier))).toBe(3);
  });

  it('a check-in with an Idempotency-Key one more', async () => {
    expect(longestChain(await checkIn({ id: userId }, { 'Idempotency-Key': `swipe-${userId}` }))).toBe(3);
  });

  it('a log-in and a refresh two', async () => {
    const { clientId, clientSecret } = client;
    const loggingIn = await callsOf(() => post(`${service.url}/auth`, { clientId, clientSecret }), 201);
    expect(longestChain(loggingIn)).toBe(2);
    const { refreshToken } = await logIn(service.url, client);
    const headers = { Authorization: `Bearer ${refreshToken}` };
    const refreshing = await callsOf(() => get(`${service.url}/auth/refresh-token`, headers), 200);
    expect(longestChain(refreshing)).toBe(2);
  });
});

describe('A check-in costs', () => {
  it('two read units: one for the client as it is now, a half each for the user and the query', async () => {
    expect(readUnits(await checkIn({ id: userId }))).toBe(2);
  });

  it('no more for somebody with a long past and a long future', async () => {
    const days = Array.from({ length: 100 }, (_, index) => index + 1);
    for (const day of days)
      await Promise.all([book(`past-${day}`, -day * DAY), book(`future-${day}`, (day + 3) * DAY)]);
    expect(readUnits(await checkIn({ id: userId }))).toBe(2);
  });

  it('one write unit a booking, and none for an index', async () => {
    const writes = (await checkIn({ id: userId })).filter(({ operation }) => operation === 'UpdateItem');
    expect(writes.map(({ units, indexUnits, writtenIndexes }) => [units, indexUnits, writtenIndexes])).toEqual([
      [1, 0, []],
      [1, 0, []],
    ]);
  });
});
