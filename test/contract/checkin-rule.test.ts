import { afterAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { makeLogWriter } from '../../shared/use-cases/checkin/checkin-log.ts';
import { checkInUser } from '../../shared/use-cases/checkin/perform-checkin.ts';
import { makeCheckinLog } from '../../shared/adapters/dynamodb/checkin-log.ts';
import { makeApiClientRegistry } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { makeTestBookingStore } from '../support/booking-store.ts';
import { makeCheckinAttemptStore } from '../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { createApiClient } from '../../shared/domain/api-client.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabaseInMemory } from '../support/open-database.ts';

const MINUTE = 60_000;
const LONGEST_PERIOD = 72 * 60 * MINUTE;
const at = Date.UTC(2026, 10, 21, 8);

const db = await openDatabaseInMemory();
afterAll(() => db.close());

const openStores = () => ({
  clients: makeApiClientRegistry(db.database, db.tableNames, 400),
  users: makeUserStore(db.database, db.tableNames.users),
  bookings: makeTestBookingStore(db.database, db.tableNames.bookings),
  attempts: makeCheckinAttemptStore(db.database, db.tableNames.checkinAttempts),
  log: makeCheckinLog({ withSignal: () => db.database }, db.tableNames.checkinLog, 90),
});

const fail = (error: unknown): never => {
  throw error;
};

/** An offset from `at`. Most offsets are small, because defects are likely at the start and end of a period. */
const nearby = fc.oneof(
  fc.integer({ min: -2, max: 2 }),
  fc.integer({ min: -90, max: 90 }).map((minutes) => minutes * MINUTE),
  fc.integer({ min: -LONGEST_PERIOD - 2, max: LONGEST_PERIOD + 2 }),
);
const length = fc.oneof(
  fc.integer({ min: 1, max: 3 }),
  fc.integer({ min: 1, max: LONGEST_PERIOD }),
  fc.constant(LONGEST_PERIOD),
);
const checkinCase = fc.record({
  bookings: fc.array(fc.record({ userId: fc.integer({ min: 1, max: 3 }), opens: nearby, length }), { maxLength: 12 }),
  requests: fc.array(fc.record({ userId: fc.integer({ min: 1, max: 3 }), offset: nearby }), {
    minLength: 1,
    maxLength: 4,
  }),
});

it('A check-in finds the same bookings as a direct implementation of the rule', async () => {
  const stores = openStores();
  await fc.assert(
    fc.asyncProperty(checkinCase, async ({ bookings, requests }) => {
      const companyId = freshCompanyId();
      const { client } = createApiClient({ companyId, name: 'Gate' }, at);
      await stores.clients.create(client);
      await Promise.all([1, 2, 3].map((id) => stores.users.save({ companyId, id, uid: `E-${id}` })));
      const model = bookings.map(({ userId, opens, length: duration }, index) => ({
        user: { companyId, userId },
        bookingId: `booking-${index}`,
        checkinOpensAt: at + opens,
        noShowAt: at + opens + duration,
        checkedInAt: undefined as number | undefined,
      }));
      for (const { checkedInAt, ...booking } of model) await stores.bookings.save({ ...booking, kind: 'position' });

      for (const [index, { userId, offset }] of requests.entries()) {
        const requestedAt = at + offset;
        const expected = model.filter(
          (booking) =>
            booking.user.userId === userId &&
            booking.checkedInAt === undefined &&
            booking.checkinOpensAt <= requestedAt &&
            requestedAt < booking.noShowAt,
        );
        const { checkinCount } = await checkInUser(
          {
            identifiers: index % 2 === 0 ? { id: userId } : { uid: `E-${userId}` },
            at: requestedAt,
            isDated: true,
            notify: false,
            caller: { clientId: client.clientId, companyId, scopes: ['checkin'], revocationNumber: 0 },
            requestId: `request-${index}`,
            receivedAt: at,
          },
          { ...stores, logWriter: makeLogWriter(stores.log, fail) },
        );
        expect(checkinCount).toBe(expected.length);
        for (const booking of expected) booking.checkedInAt = requestedAt;
      }

      const stored = await Promise.all([1, 2, 3].map((userId) => stores.bookings.list({ companyId, userId })));
      const found = new Map(stored.flat().map(({ bookingId, checkin }) => [bookingId, checkin?.at]));
      for (const { bookingId, checkedInAt } of model) expect(found.get(bookingId)).toBe(checkedInAt);
    }),
    { numRuns: 60 },
  );
});
