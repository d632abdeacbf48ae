import { startEmbeddedDatabase } from '../../lib/local/backend.ts';
import { startFaultyProxy, type SentRequest } from './faulty-proxy.ts';
import { takeErrors } from './run/service-log.ts';
import { createTestClient, post, type runService, type HttpResponse, type TokenSet } from './running-service.ts';
import { createTestStores } from './test-stores.ts';

const at = Date.UTC(2026, 10, 21, 8);

/**
 * Starts a service whose connections to the database a test can break, and logs a client in.
 * @param start `runService` or, for tests of real deadlines, `runServiceWithRealDeadlines`
 */
export const startBreakableService = async (start: typeof runService) => {
  const database = await startEmbeddedDatabase({ port: 0 });
  const faultyDatabase = await startFaultyProxy(database.url);
  const local = await start({ AWS_ENDPOINT_URL_DYNAMODB: faultyDatabase.url });
  const stores = createTestStores(database.url);
  const client = await createTestClient(stores);
  // An SDK client reads its endpoint at its first call. The stores have already made a call, but the functions have not.
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = faultyDatabase.url;
  const { body } = await retryUntilAvailable(() => post(`${local.url}/auth`, client));
  const tokens = body as TokenSet;
  // Errors of log-ins that exceeded their deadline.
  takeErrors();
  let lastUserId = 0;

  return {
    url: local.url,
    faultyDatabase,
    client,
    tokens,
    /** Creates a user with open bookings. Faults do not affect this. */
    async aBookedUser(count = 3) {
      lastUserId += 1;
      const userId = lastUserId;
      await stores.users.save({ companyId: client.companyId, id: userId });
      for (let index = 0; index < count; index += 1)
        await stores.book({ companyId: client.companyId, userId }, { bookingId: `booking-${index}`, at });
      return userId;
    },
    checkin(userId: number, idempotencyKey?: string) {
      const headers: Record<string, string> = { Authorization: `Bearer ${tokens.accessToken}` };
      if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
      return post(`${local.url}/scheduling/checkin`, { id: userId, date: new Date(at).toISOString() }, headers);
    },
    /** The number of a user's bookings that are checked in. Faults do not affect this. */
    async countCheckedIn(userId: number) {
      const bookings = await stores.bookings.list({ companyId: client.companyId, userId });
      return bookings.filter((booking) => booking.checkin).length;
    },
    async stop() {
      stores.close();
      await local.stop();
      await faultyDatabase.stop();
      await database.stop();
    },
  };
};

/** Whether a call checks in a booking. */
export const isBookingUpdate = ({ headers, body }: SentRequest): boolean =>
  headers['x-amz-target'] === 'DynamoDB_20120810.UpdateItem' && body.includes('"Bookings"');

const MAX_TRIES = 10;

/**
 * Sends up to ten requests, and returns the first response that took less than `milliseconds`. A busy machine can delay some
 * requests, but hardly all ten.
 */
export const within = async (milliseconds: number, call: () => Promise<HttpResponse>): Promise<HttpResponse> => {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const start = performance.now();
    const response = await call();
    if (performance.now() - start < milliseconds) return response;
  }
  throw new Error(`none of ${MAX_TRIES} requests took less than ${milliseconds} ms`);
};

/** Repeats a request until the service is available, because on a busy machine a request can exceed its deadline. */
export const retryUntilAvailable = async (call: () => Promise<HttpResponse>): Promise<HttpResponse> => {
  for (let tries = 1; ; tries += 1) {
    const response = await call();
    if (response.status !== 503 || tries === MAX_TRIES) return response;
  }
};
