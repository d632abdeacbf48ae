import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeCheckinLog } from '../../shared/adapters/dynamodb/checkin-log.ts';
import { makeBookingStore } from '../../shared/adapters/dynamodb/booking-store.ts';
import { makeCheckinAttemptStore } from '../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import type { Database } from '../../shared/adapters/dynamodb/database.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { createApiClient } from '../../shared/domain/api-client.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import { makeLogWriter } from '../../shared/use-cases/checkin/log-writer.ts';
import type { BatchItem } from '../../shared/use-cases/checkin/checkin-request.ts';
import { checkInBatch, type BatchOutcome } from '../../shared/use-cases/checkin/perform-batch.ts';
import { checkInUser } from '../../shared/use-cases/checkin/perform-checkin.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabaseInMemory, type TestDatabase } from '../support/open-database.ts';

const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);
const PEOPLE = 3;
/** Each person swipes twice in the morning and once in the evening. */
const moments = [at, at + 1, at + 3 * HOUR];
const expectedCounts = [2, 0, 1];

let db: TestDatabase;

beforeAll(async () => {
  db = await openDatabaseInMemory();
});
afterAll(() => db.close());

/** The moment at which a process stops: before or after the database performs a call. */
type Stop = 'before' | 'after';

/** A database that a process uses until it stops at one of its calls. */
const stopAt = (stop: Stop, lastCall: number) => {
  let calls = 0;
  const send = async (command: never): Promise<unknown> => {
    calls += 1;
    const isLast = calls === lastCall;
    if (calls < lastCall || (isLast && stop === 'after')) {
      const output = await db.database.send(command);
      if (!isLast) return output;
    }
    throw new ServiceError('dependency_unavailable', 'stopped');
  };
  return { database: { send }, calls: () => calls };
};

const aCompany = async () => {
  const companyId = freshCompanyId();
  const { users, bookings } = open(db.database);
  for (let id = 1; id <= PEOPLE; id += 1) {
    const user = { companyId, userId: id };
    await users.save({ companyId, id, uid: `E-${id}` });
    for (const bookingId of ['desk', 'parking'])
      await bookings.save({ user, bookingId, kind: 'position', checkinOpensAt: at - HOUR, noShowAt: at + HOUR });
    const evening = { checkinOpensAt: at + 2 * HOUR, noShowAt: at + 4 * HOUR };
    await bookings.save({ user, bookingId: 'evening', kind: 'position', ...evening });
  }
  const { client } = createApiClient({ companyId, name: 'Gate' }, at);
  const caller = { clientId: client.clientId, companyId, scopes: ['checkin'] as const, revocationNumber: 0 };
  return { companyId, caller, clients: { find: async () => client, recordLastUsed: async () => undefined } };
};

type Company = Awaited<ReturnType<typeof aCompany>>;

const open = (database: Database) => {
  const bookings = makeBookingStore(database, db.tableNames.bookings);
  const activityLog = makeCheckinLog({ withSignal: () => database }, db.tableNames.checkinLog, 90);
  return {
    users: makeUserStore(database, db.tableNames.users),
    bookings,
    attempts: makeCheckinAttemptStore(database, db.tableNames.checkinAttempts),
    activityLog,
    onLogFailed: () => undefined,
    logWriter: makeLogWriter(activityLog, () => undefined),
  };
};

const items: readonly BatchItem[] = Array.from({ length: PEOPLE }, (_, index) => index + 1).flatMap((id) =>
  moments.map((moment, index) => ({
    identifiers: index === 0 ? { id } : { uid: `E-${id}` },
    at: moment,
    notify: false,
    idempotencyKey: `${id}-${index}`,
  })),
);
const expected = items.map((_, index) => expectedCounts[index % moments.length] as number);

const send = (database: Database, { caller, clients }: Company, requestId: string) =>
  checkInBatch({ items, caller, requestId, receivedAt: at + 5 * HOUR }, { ...open(database), clients });

const sendSingly = async ({ caller, clients }: Company): Promise<number[]> => {
  const counts: number[] = [];
  for (const item of items) {
    const request = { ...item, caller, requestId: `single ${item.idempotencyKey}`, receivedAt: at + 6 * HOUR };
    counts.push((await checkInUser(request, { ...open(db.database), clients })).checkinCount);
  }
  return counts;
};

const countsOf = (outcomes: readonly BatchOutcome[]) =>
  outcomes.map((one) => ('result' in one ? one.result.checkinCount : (one.error as ServiceError).code));

/** The Idempotency-Key of each booking's check-in. */
const keysOf = async ({ companyId }: Company): Promise<(string | undefined)[]> => {
  const { bookings } = open(db.database);
  const all = [];
  for (let userId = 1; userId <= PEOPLE; userId += 1) all.push(...(await bookings.list({ companyId, userId })));
  return all.map(({ checkin }) => checkin?.idempotencyKey);
};
const expectedKeys = [1, 2, 3].flatMap((id) => [`${id}-0`, `${id}-2`, `${id}-0`]);

const countCalls = async (): Promise<number> => {
  const { database, calls } = stopAt('before', Infinity);
  await send(database, await aCompany(), 'whole');
  return calls();
};

describe.each<Stop>(['before', 'after'])('A batch whose process stops %s a call was done', (stop) => {
  it('counts each check-in once when the batch is sent again, for every call', async () => {
    const calls = await countCalls();
    expect(calls).toBeGreaterThan(6);
    for (let last = 1; last <= calls; last += 1) {
      const company = await aCompany();
      const cut = countsOf(await send(stopAt(stop, last).database, company, 'cut'));
      // Acknowledged items keep their result.
      expect({ last, cut: cut.filter((one, index) => one !== expected[index]) }).toEqual({
        last,
        cut: cut.filter((one) => one === 'dependency_unavailable'),
      });
      const again = countsOf(await send(db.database, company, 'again'));
      expect({ last, again, keys: await keysOf(company) }).toEqual({ last, again: expected, keys: expectedKeys });
      expect(countsOf(await send(db.database, company, 'once more'))).toEqual(expected);
    }
  });

  it('counts each check-in once when its items are sent again one at a time', async () => {
    const calls = await countCalls();
    for (let last = 1; last <= calls; last += 1) {
      const company = await aCompany();
      await send(stopAt(stop, last).database, company, 'cut');
      const counts = await sendSingly(company);
      expect({ last, counts, keys: await keysOf(company) }).toEqual({ last, counts: expected, keys: expectedKeys });
    }
  });
});
