import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeCheckInBookings } from '../../shared/adapters/dynamodb/booking-checkin-batch.ts';
import { makeBookingStore } from '../../shared/adapters/dynamodb/booking-store.ts';
import { makeBeginAttempts } from '../../shared/adapters/dynamodb/checkin-attempt-batch.ts';
import { makeCheckinAttemptStore } from '../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import type { Database } from '../../shared/adapters/dynamodb/database.ts';
import { reopen, type CheckinRecord } from '../../shared/domain/booking.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabase, type TestDatabase } from '../support/open-database.ts';

const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);

let db: TestDatabase;

beforeAll(async () => {
  db = await openDatabase();
});
afterAll(() => db.close());

const recordOf = (checkinId: string): CheckinRecord => ({
  at,
  receivedAt: at + 1,
  clientId: 'gate',
  requestId: checkinId,
  checkinId,
  notify: false,
});

/** A database that refuses statements, like DynamoDB to a role without the permission. */
const withoutStatements = (): Database => ({
  send: ((command: object) => {
    if (command.constructor.name !== 'BatchExecuteStatementCommand') return db.database.send(command as never);
    return Promise.reject(Object.assign(new Error('not allowed'), { name: 'AccessDeniedException' }));
  }) as Database['send'],
});

const databases: [how: string, open: () => Database][] = [
  ['by statements', () => db.database],
  ['where statements cannot be used', withoutStatements],
];

describe.each(databases)('Bookings that are checked in together, %s,', (_, open) => {
  it('have the same results as single check-ins', async () => {
    const store = makeBookingStore(open(), db.tableNames.bookings);
    const checkInBookings = makeCheckInBookings(open(), db.tableNames.bookings, store);
    const user = { companyId: freshCompanyId(), userId: 1 };
    const details = (bookingId: string) => ({ user, bookingId, kind: 'position' as const });
    const period = { checkinOpensAt: at, noShowAt: at + HOUR };
    const fresh = Array.from({ length: 26 }, (_unused, index) => `fresh-${String(index).padStart(2, '0')}`);
    const free = [...fresh, 'done', 'undone by another', 'undone by it'];
    await Promise.all(free.map((bookingId) => store.save({ ...details(bookingId), ...period })));
    await store.save({ ...details('ended'), checkinOpensAt: at - HOUR, noShowAt: at });
    await store.save({ ...details('opens later'), checkinOpensAt: at + 1, noShowAt: at + HOUR });
    await store.checkIn(user, 'done', recordOf('earlier'));
    for (const [bookingId, checkinId] of [
      ['undone by another', 'earlier'],
      ['undone by it', 'now'],
    ] as const) {
      await store.checkIn(user, bookingId, recordOf(checkinId));
      await store.change({ user, bookingId }, (booking) => booking && reopen(booking, recordOf(checkinId)));
    }
    const others = ['done', 'undone by another', 'undone by it', 'ended', 'opens later', 'not there'];
    const record = recordOf('now');
    const results = await checkInBookings([...fresh, ...others].map((bookingId) => ({ user, bookingId, record })));
    const checkedIn = { kind: 'checked-in' };
    const closed = { kind: 'closed' };
    expect(results).toEqual(
      [
        ...fresh.map(() => checkedIn),
        { kind: 'already-checked-in', record: recordOf('earlier') },
        checkedIn,
        closed,
        closed,
        closed,
        closed,
      ].map((value) => ({ status: 'fulfilled', value })),
    );
    const after = await store.find(user, [...fresh, ...others]);
    const now = after.filter(({ checkin }) => checkin?.checkinId === 'now').map(({ bookingId }) => bookingId);
    expect(now.toSorted()).toEqual([...fresh, 'undone by another']);
    expect(after.find(({ bookingId }) => bookingId === 'fresh-00')?.checkin).toEqual(record);
  });

  it('do not check in a booking that was opened after the first request of a repeat', async () => {
    const store = makeBookingStore(open(), db.tableNames.bookings);
    const checkInBookings = makeCheckInBookings(open(), db.tableNames.bookings, store);
    const user = { companyId: freshCompanyId(), userId: 1 };
    const openedAt = [at - 2, at - 1, at, undefined];
    for (const [index, openSince] of openedAt.entries()) {
      const booking = {
        user,
        bookingId: `b-${index}`,
        kind: 'position',
        checkinOpensAt: at,
        noShowAt: at + HOUR,
      } as const;
      await store.change(booking, () => ({ ...booking, ...(openSince !== undefined && { openSince }) }));
    }
    const record = recordOf('now');
    const results = await checkInBookings(
      openedAt.map((_unused, index) => ({ user, bookingId: `b-${index}`, record, firstReceivedAt: at - 1 })),
    );
    const [checkedIn, closed] = [{ kind: 'checked-in' }, { kind: 'closed' }];
    expect(results).toEqual([checkedIn, closed, closed, checkedIn].map((value) => ({ status: 'fulfilled', value })));
  });

  it('recognise their own writes if a response was lost', async () => {
    const store = makeBookingStore(open(), db.tableNames.bookings);
    const checkInBookings = makeCheckInBookings(open(), db.tableNames.bookings, store);
    const user = { companyId: freshCompanyId(), userId: 1 };
    const bookingIds = ['one', 'two'];
    for (const bookingId of bookingIds)
      await store.save({ user, bookingId, kind: 'parking', checkinOpensAt: at, noShowAt: at + HOUR });
    const checkins = bookingIds.map((bookingId) => ({ user, bookingId, record: recordOf('own') }));
    await checkInBookings(checkins);
    expect(await checkInBookings(checkins)).toEqual(
      bookingIds.map(() => ({
        status: 'fulfilled',
        value: { kind: 'already-checked-in', record: recordOf('own') },
      })),
    );
  });
});

describe.each(databases)('Attempts that are recorded together, %s,', (_, open) => {
  const attemptOf = (checkinId: string, list?: readonly string[], receivedAt = at) => ({
    checkinId,
    at,
    receivedAt,
    notify: true,
    isDated: true as const,
    ...(list && { open: list }),
  });

  it('are recorded if their key is new, and otherwise return the recorded attempt, like single attempts', async () => {
    const user = { companyId: freshCompanyId(), userId: 1 };
    const keyOf = (idempotencyKey: string) => ({ clientId: 'gate', idempotencyKey, user });
    const attempts = makeCheckinAttemptStore(db.database, db.tableNames.checkinAttempts);
    await attempts.begin(keyOf('remembered'), attemptOf('first', ['desk']));
    await attempts.begin(keyOf('over'), attemptOf('long ago', ['desk'], at - 73 * HOUR));
    const beginAttempts = makeBeginAttempts(open(), db.tableNames.checkinAttempts);
    const fresh = Array.from({ length: 26 }, (_unused, index) => `fresh-${index}`);
    const tooMany = Array.from({ length: 4_000 }, (_unused, index) => `${'b'.repeat(100)}${index}`);
    const keys = [...fresh, 'remembered', 'over', 'large'];
    const own = (key: string) => attemptOf(`now ${key}`, key === 'large' ? tooMany : ['parking']);
    const results = await beginAttempts(keys.map((key) => ({ key: keyOf(key), attempt: own(key) })));
    const expected = [
      ...fresh.map(own),
      attemptOf('first', ['desk']),
      own('over'),
      // A list that is too long is not recorded.
      attemptOf('now large'),
    ];
    expect(results).toEqual(expected.map((value) => ({ status: 'fulfilled', value })));
    // The first and the last statement of each call, and the special ones.
    for (const key of ['fresh-0', 'fresh-24', 'fresh-25', 'remembered', 'over', 'large'])
      expect(await attempts.begin(keyOf(key), attemptOf('repeat'))).toEqual(expected[keys.indexOf(key)]);
  });
});

describe('Writes that are made together', () => {
  it('fail with their call, and no others do', async () => {
    const user = { companyId: freshCompanyId(), userId: 1 };
    let calls = 0;
    const away = new ServiceError('dependency_unavailable', 'away');
    const send = async (command: { readonly input: { readonly Statements?: readonly object[] } }): Promise<object> => {
      calls += 1;
      if (command.input.Statements?.length === 25) throw away;
      return { Responses: command.input.Statements?.map(() => ({})) };
    };
    const beginAttempts = makeBeginAttempts({ send } as Partial<Database> as Database, 'Attempts');
    const attempt = { checkinId: 'r', at, receivedAt: at, notify: false };
    const results = await beginAttempts(
      Array.from({ length: 30 }, (_, index) => ({
        key: { clientId: 'gate', idempotencyKey: `${index}`, user },
        attempt,
      })),
    );
    expect(results.map(({ status }) => status)).toEqual([
      ...Array<string>(25).fill('rejected'),
      ...Array<string>(5).fill('fulfilled'),
    ]);
    expect(calls).toBe(2);
  });

  it('are made by single calls if the statement did not write, for any reason', async () => {
    const store = makeBookingStore(db.database, db.tableNames.bookings);
    const user = { companyId: freshCompanyId(), userId: 1 };
    await store.save({ user, bookingId: 'desk', kind: 'position', checkinOpensAt: at, noShowAt: at + HOUR });
    const send = async (command: object): Promise<object> =>
      command.constructor.name === 'BatchExecuteStatementCommand'
        ? { Responses: [{ Error: { Code: 'ThrottlingError', Message: 'no capacity' } }] }
        : db.database.send(command as never);
    const throttled = { send } as Partial<Database> as Database;
    const checkInBookings = makeCheckInBookings(throttled, db.tableNames.bookings, store);
    const [result] = await checkInBookings([{ user, bookingId: 'desk', record: recordOf('r') }]);
    expect(result).toEqual({ status: 'fulfilled', value: { kind: 'checked-in' } });
  });
});
