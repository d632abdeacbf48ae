import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../../lib/local/embedded-database.ts';
import { startFaultyDatabase, type Call, type Fault, type FaultyDatabase } from '../support/faulty-database.ts';
import { createTestClient, get, logIn, post, type Answer, type TestClient } from '../support/running-service.ts';
import { spawnLocal, type LocalProcess } from '../support/spawn-local.ts';
import { createTestStores, type TestStores } from '../support/test-stores.ts';

const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);
const date = new Date(at).toISOString();

let database: EmbeddedDatabase;
let wire: FaultyDatabase;
/** A process of its own: Jest's realms keep the SDK from recognising what the network did. */
let service: LocalProcess;
let stores: TestStores;
let client: TestClient;
let accessToken: string;
let refreshToken: string;
let nextUserId = 1;

beforeAll(async () => {
  database = await startEmbeddedDatabase({ port: 0 });
  wire = await startFaultyDatabase(database.url);
  service = await spawnLocal({ AWS_ENDPOINT_URL_DYNAMODB: wire.url, DEMO: '0' });
  stores = createTestStores(database.url);
  client = await createTestClient(stores);
  ({ accessToken, refreshToken } = await logIn(service.url, client));
});
afterEach(() => wire.inject(() => 'none'));
afterAll(async () => {
  service.process.kill();
  await service.ended;
  stores.close();
  await wire.stop();
  await database.stop();
});

const aBookedUser = async (bookings = 3): Promise<number> => {
  const userId = nextUserId++;
  await stores.users.save({ companyId: client.companyId, id: userId });
  for (let index = 0; index < bookings; index += 1) {
    await stores.bookings.save({
      user: { companyId: client.companyId, userId },
      bookingId: `booking-${index}`,
      kind: 'position',
      checkinOpensAt: at - HOUR,
      noShowAt: at + HOUR + index,
    });
  }
  return userId;
};

const checkin = (id: number, key?: string): Promise<Answer> =>
  post(
    `${service.url}/scheduling/checkin`,
    { id, date },
    {
      Authorization: `Bearer ${accessToken}`,
      ...(key !== undefined && { 'Idempotency-Key': key }),
    },
  );

const checkedIn = async (userId: number): Promise<number> => {
  const bookings = await stores.bookings.list({ companyId: client.companyId, userId });
  return bookings.filter((booking) => booking.checkin).length;
};

const timed = async (answer: Promise<Answer>): Promise<Answer & { readonly milliseconds: number }> => {
  const start = performance.now();
  return { ...(await answer), milliseconds: performance.now() - start };
};

/** Each prepares what it needs of the database while that is well, and then is a request to be made. */
const operations: [string, () => Promise<() => Promise<Answer>>][] = [
  [
    'POST /auth',
    async () => () => post(`${service.url}/auth`, { clientId: client.clientId, clientSecret: client.clientSecret }),
  ],
  [
    'GET /auth/refresh-token',
    async () => () => get(`${service.url}/auth/refresh-token`, { Authorization: `Bearer ${refreshToken}` }),
  ],
  [
    'POST /scheduling/checkin',
    async () => {
      const userId = await aBookedUser();
      return () => checkin(userId);
    },
  ],
];

const faults: Fault[] = ['throttle', 'fail', 'reset', 'hang', 'garble'];

describe.each(operations)('%s', (_, prepare) => {
  it.each(faults)(
    'answers 503 within 3 s, and when to come back, where every call to the database ends in: %s',
    async (fault) => {
      const call = await prepare();
      wire.inject(() => fault);
      const { status, headers, body, milliseconds } = await timed(call());
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('1');
      expect(body).toEqual({
        statusCode: 503,
        message: expect.stringContaining('Repeat'),
        requestId: headers.get('x-request-id'),
      });
      expect(milliseconds).toBeLessThan(3_000);
      wire.inject(() => 'none');
      expect((await call()).status).toBeLessThan(300);
    },
  );
});

describe('A check-in', () => {
  const updates = ({ operation, body }: Call): boolean => operation === 'UpdateItem' && body.includes('"Bookings"');

  it('costs less than a second more where one call is throttled', async () => {
    const userId = await aBookedUser();
    wire.inject(({ number }) => (number === 0 ? 'throttle' : 'none'));
    const { status, body, milliseconds } = await timed(checkin(userId));
    expect({ status, count: body.checkinCount }).toEqual({ status: 200, count: 3 });
    expect(milliseconds).toBeLessThan(1_000);
  });

  it.each(['lose', 'reset', 'throttle', 'fail'] as const)(
    'counts right, whichever of its calls to the database ends once in: %s',
    async (fault) => {
      for (let faulty = 0; faulty < 9; faulty += 1) {
        const userId = await aBookedUser();
        wire.inject(({ number }) => (number === faulty ? fault : 'none'));
        const { status, body } = await checkin(userId, `swipe-${userId}`);
        expect({ faulty, status, count: body.checkinCount }).toEqual({ faulty, status: 200, count: 3 });
        wire.inject(() => 'none');
        expect(await checkedIn(userId)).toBe(3);
      }
    },
  );

  it.each(['lose', 'fail'] as const)(
    'that was cut short is finished by a repeat with its key, with the count it would have had: %s',
    async (fault) => {
      const userId = await aBookedUser();
      const key = `cut-short-${userId}`;
      let updated = 0;
      wire.inject((call) => (updates(call) && (updated += 1) > 1 ? fault : 'none'));
      expect((await checkin(userId, key)).status).toBe(503);
      wire.inject(() => 'none');
      expect(await checkin(userId, key)).toMatchObject({ status: 200, body: { checkinCount: 3 } });
      expect(await checkedIn(userId)).toBe(3);
    },
  );
});
