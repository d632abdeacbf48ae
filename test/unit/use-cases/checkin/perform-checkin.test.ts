import { describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../../../shared/domain/api-client.ts';
import type { Booking, BookingStore } from '../../../../shared/domain/booking.ts';
import { HOUR } from '../../../../shared/domain/instant.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import type { UserStore } from '../../../../shared/domain/user.ts';
import type { Scope } from '../../../../shared/rules/api-clients.ts';
import { UseCaseError } from '../../../../shared/domain/use-case-error.ts';
import type { CheckinCommand } from '../../../../shared/use-cases/checkin/checkin-request.ts';
import { explainCheckin } from '../../../../shared/use-cases/checkin/explain-checkin.ts';
import { makeLogWriter } from '../../../../shared/use-cases/checkin/checkin-log.ts';
import { checkInUser, tryCheckin } from '../../../../shared/use-cases/checkin/perform-checkin.ts';
import { aBooking, aCheckin, BOOKED_AT } from '../../../support/bookings.ts';
import { countParallel } from '../../../support/count-parallel.ts';
import { makeInMemoryBookings } from '../../../support/stores-in-memory.ts';
import { companyId, openGate } from './open-gate.ts';

const at = BOOKED_AT;
const user = { companyId, userId: 1 };

const desk = aBooking();
const parking = aBooking({ bookingId: 'parking', kind: 'parking', name: 'P 7' });
const taken = { ...parking, checkin: aCheckin('other', at - 2 * HOUR) };
const early = aBooking({ bookingId: 'early', checkinOpensAt: at + HOUR, noShowAt: at + 2 * HOUR });
const manyDesks = (count: number): Booking[] =>
  Array.from({ length: count }, (_, index) => ({ ...desk, bookingId: `b-${String(index).padStart(3, '0')}` }));

type SentCommand = Partial<CheckinCommand> & { readonly requestId?: string; readonly receivedAt?: number };

/** Sets up a gate, and a user with the existing bookings. `overrides` replaces methods of the booking store. */
const start = (existing: readonly Booking[], overrides: Partial<BookingStore> = {}) => {
  const { log, entries, caller, countAttempts, ...gate } = openGate(existing);
  const { bookings } = gate;
  const calls: string[] = [];
  const countedBookings = Object.fromEntries(
    Object.entries({ ...bookings, ...overrides }).map(([name, method]) => [
      name,
      (...parameters: never[]) => {
        calls.push(name);
        return (method as (...all: never[]) => unknown)(...parameters);
      },
    ]),
  ) as unknown as BookingStore;
  const stores = { ...gate, bookings: countedBookings };
  const toRequest = ({ requestId = 'request-1', receivedAt = at + 5, ...command }: SentCommand) => ({
    identifiers: { id: 1 },
    notify: false,
    at: receivedAt,
    isDated: command.at !== undefined,
    ...command,
    caller,
    requestId,
    receivedAt,
  });
  const send = (command: SentCommand = {}) =>
    checkInUser(toRequest(command), { ...stores, logWriter: makeLogWriter(log, () => undefined) });
  const find = async (bookingId: string) => (await bookings.find(user, [bookingId]))[0]?.checkin;
  const { clientId } = caller;
  return { send, find, bookings, entries, log, calls, clientId, stores, toRequest, countAttempts };
};

interface StoreOverrides {
  readonly bookings?: Partial<BookingStore>;
  readonly users?: Partial<UserStore>;
}

const unavailable = new ServiceError('dependency_unavailable', 'away');

describe('A check-in', () => {
  it('checks in the bookings that are open at its date, and records who sent it, when and where', async () => {
    const tomorrow = { ...desk, bookingId: 'tomorrow', checkinOpensAt: at + HOUR, noShowAt: at + 2 * HOUR };
    const { send, find, entries, clientId } = start([desk, parking, tomorrow]);
    expect(await send({ at, notify: true, reader: 'North' })).toEqual({ at, checkinCount: 2, isRepeated: false });
    const record = {
      at,
      receivedAt: at + 5,
      clientId,
      requestId: 'request-1',
      checkinId: 'request-1',
      notify: true,
      reader: 'North',
    };
    expect([await find('desk'), await find('parking'), await find('tomorrow')]).toEqual([record, record, undefined]);
    expect(entries).toEqual([
      {
        kind: 'checkin',
        companyId,
        receivedAt: at + 5,
        requestId: 'request-1',
        clientId,
        reader: 'North',
        identifiers: {},
        userId: 1,
        at,
        statusCode: 200,
        code: 'checked_in',
        checkinCount: 2,
        bookings: [
          { bookingId: 'desk', result: 'checked_in' },
          { bookingId: 'parking', result: 'checked_in' },
        ],
      },
    ]);
  });

  it('does not count bookings that other requests checked in, and returns their earliest check-in', async () => {
    const { send, entries } = start([
      { ...desk, checkin: aCheckin('earlier', at - 10) },
      { ...parking, checkin: aCheckin('earliest', at - 20) },
    ]);
    expect(await send({ at })).toEqual({ at, checkinCount: 0, checkedInSince: at - 20, isRepeated: false });
    expect(entries.at(-1)).toMatchObject({
      code: 'already_checked_in',
      checkinCount: 0,
      bookings: ['desk', 'parking'].map((bookingId) => ({ bookingId, result: 'already_checked_in' })),
    });
  });

  it('finds nothing open if there are no bookings, or if the booking is cancelled meanwhile', async () => {
    const none = start([]);
    expect(await none.send({ at })).toEqual({ at, checkinCount: 0, isRepeated: false });
    expect(none.entries).toMatchObject([{ code: 'nothing_open', bookings: [] }]);
    const cancelled = start([], { findOverlapping: async () => [desk] });
    expect(await cancelled.send({ at })).toEqual({ at, checkinCount: 0, isRepeated: false });
    expect(cancelled.entries.at(-1)).toMatchObject({
      code: 'nothing_open',
      bookings: [{ bookingId: 'desk', result: 'closed' }],
    });
  });

  it('that finds nothing open logs up to 20 bookings near its date, without another call to the store', async () => {
    const late: Booking = { ...desk, bookingId: 'late', noShowAt: at };
    const far: Booking = { ...desk, checkinOpensAt: at + 13 * HOUR, noShowAt: at + 14 * HOUR };
    const { send, entries, calls, bookings } = start([late, far, early]);
    await send({ at });
    await bookings.save(desk);
    const { user: _, openSince: _early, ...nearEarly } = early;
    const { user: __, openSince: _late, ...nearLate } = late;
    expect(entries).toMatchObject([{ code: 'nothing_open', checkinCount: 0 }]);
    expect(entries[0]?.bookings).toEqual([
      { ...nearEarly, result: 'too_early' },
      { ...nearLate, result: 'too_late' },
    ]);
    expect(calls).toEqual(['findOverlapping']);
    const crowded = start(manyDesks(21).map((one) => ({ ...one, noShowAt: at })));
    await crowded.send({ at });
    expect(crowded.entries[0]?.bookings).toHaveLength(20);
    expect(crowded.entries[0]).not.toHaveProperty('moreBookings');
  });

  it('that finds nothing open logs the bookings near its date, and so does its retry, however late', async () => {
    const { send, entries } = start([early]);
    await send({ idempotencyKey: 'swipe', receivedAt: at });
    await send({ idempotencyKey: 'swipe', requestId: 'request-2', receivedAt: at + 20 * HOUR });
    for (const { at: time, bookings } of entries)
      expect([time, bookings]).toMatchObject([at, [{ bookingId: 'early' }]]);
    expect(entries).toHaveLength(2);
  });

  it('of more than 50 bookings first reads which bookings are checked in, and writes only those that are not', async () => {
    const mostlyOpen = manyDesks(51).map((one, index) => (index < 3 ? { ...one, checkin: aCheckin('earlier') } : one));
    const { send, calls, entries } = start(mostlyOpen);
    expect(await send({ at })).toMatchObject({ checkinCount: 48 });
    expect(calls.filter((name) => name === 'find')).toHaveLength(1);
    expect(calls.filter((name) => name === 'checkIn')).toHaveLength(48);
    // The expected log entry was correct, so there is only one.
    expect(entries).toHaveLength(1);
    const allCheckedIn = start(manyDesks(51).map((one) => ({ ...one, checkin: aCheckin('earlier') })));
    expect(await allCheckedIn.send({ at })).toEqual({ at, checkinCount: 0, checkedInSince: at, isRepeated: false });
    expect(allCheckedIn.entries.map(({ code }) => code)).toEqual(['already_checked_in']);
    const few = start(manyDesks(50));
    await few.send({ at });
    expect(few.calls).not.toContain('find');
  });

  it('of more than a hundred bookings logs a hundred of them, and the number of the rest', async () => {
    const { send, entries } = start(manyDesks(101));
    await send({ at });
    expect(entries[0]).toMatchObject({ checkinCount: 101, moreBookings: 1 });
    expect(entries[0]?.bookings).toHaveLength(100);
    const hundred = start(manyDesks(100));
    await hundred.send({ at });
    expect(hundred.entries[0]).not.toHaveProperty('moreBookings');
  });

  it('writes at most 50 bookings at once', async () => {
    const parallel = countParallel();
    const checkIn: BookingStore['checkIn'] = (_, bookingId, checkin) =>
      parallel.run(async () => ({ kind: 'checked-in', booking: { ...desk, bookingId, checkin } }));
    await start(manyDesks(120), { checkIn }).send({ at });
    expect(parallel.most()).toBe(50);
  });
});

describe('A check-in that fails', () => {
  it('because the user is unknown logs the identifiers that were sent', async () => {
    const { send, entries, countAttempts, calls } = start([desk]);
    const unknown = { uid: 'E-1', id: 2 };
    await expect(send({ at, identifiers: unknown, idempotencyKey: 'swipe' })).rejects.toMatchObject({
      code: 'user_not_found',
      message: 'no such user in the company',
    });
    calls.length = 0;
    await expect(send({ at, identifiers: { uid: 'E-2' } })).rejects.toMatchObject({ code: 'user_not_found' });
    expect(calls).toEqual([]);
    const entry = { statusCode: 404, code: 'user_not_found', checkinCount: 0, bookings: [] };
    expect(entries).toMatchObject([
      { ...entry, identifiers: unknown },
      { ...entry, identifiers: { uid: 'E-2' } },
    ]);
    expect(entries[0]).not.toHaveProperty('userId');
    for (const name of ['repeated', 'differentPeople']) expect(entries[0]).not.toHaveProperty(name);
    expect(countAttempts()).toBe(0);
  });

  it('because its identifiers belong to different people says so in the log', async () => {
    const { stores, toRequest, log, entries } = start([desk]);
    await stores.users.save({ companyId, id: 2, uid: 'E-2' });
    const request = toRequest({ at, identifiers: { id: 1, uid: 'E-2' } });
    const logWriter = makeLogWriter(log, () => undefined);
    await expect(checkInUser(request, { ...stores, logWriter })).rejects.toMatchObject({ code: 'user_not_found' });
    expect(entries).toMatchObject([{ statusCode: 404, differentPeople: true }]);
    const details = { companyId, people: 'several' };
    await expect(explainCheckin({ ...request, companyId }, stores)).rejects.toMatchObject({ details });
  });

  const away = () => Promise.reject(unavailable);
  it.each([
    ['the user', 'bookings', { uid: 'E-1' }, { bookings: { findOverlapping: away } }, { userId: 1, identifiers: {} }],
    ['the identifiers', 'badges', { uid: 'E-1' }, { users: { findId: away } }, { identifiers: { uid: 'E-1' } }],
    // The user with this id lacks the badge, and whose it is cannot be read.
    [
      'the identifiers',
      'people',
      { id: 1, uid: 'E-2' },
      { users: { findId: away } },
      { identifiers: { id: 1, uid: 'E-2' } },
    ],
  ])('logs %s if the %s cannot be read', async (_, _what, identifiers, { bookings, users }: StoreOverrides, logged) => {
    const { log, stores, toRequest, entries } = start([desk], bookings);
    const dependencies = {
      ...stores,
      users: { ...stores.users, ...users },
      logWriter: makeLogWriter(log, () => undefined),
    };
    await expect(checkInUser(toRequest({ at, identifiers }), dependencies)).rejects.toBe(unavailable);
    const { userId, identifiers: kept, statusCode } = entries[0] ?? {};
    expect([{ userId, identifiers: kept }, statusCode]).toEqual([logged, 503]);
  });

  it('because of a missing scope or a defect of the service does not log the failure', async () => {
    const { entries, log, stores, toRequest } = start([desk]);
    const logWriter = makeLogWriter(log, () => undefined);
    const request = toRequest({ at });
    const checkIn = (find: () => Promise<ApiClient | undefined>, scopes = request.caller.scopes as readonly Scope[]) =>
      checkInUser({ ...request, caller: { ...request.caller, scopes } }, { ...stores, clients: { find }, logWriter });
    await expect(checkIn(stores.clients.find, [])).rejects.toMatchObject({ code: 'insufficient_scope' });
    await expect(checkIn(async () => undefined)).rejects.toMatchObject({ code: 'token_invalid' });
    for (const defect of [new Error('bug'), new UseCaseError('user_not_found')])
      await expect(checkIn(() => Promise.reject(defect))).rejects.toBe(defect);
    expect(entries).toEqual([]);
    const broken = start([desk], { checkIn: () => Promise.reject(new Error('bug')) });
    await expect(broken.send({ at })).rejects.toThrow('bug');
    expect(broken.entries).toHaveLength(1);
  });
});

describe('A retry of a check-in', () => {
  const idempotencyKey = 'swipe';

  it('gets the count and date of the first request, and is marked as a retry in the log', async () => {
    const { send, find, entries } = start([desk, parking]);
    await send({ at, idempotencyKey, notify: true });
    const again = await send({ at: at + 60_000, idempotencyKey, requestId: 'request-2', receivedAt: at + HOUR });
    expect(again).toEqual({ at, checkinCount: 2, isRepeated: true });
    expect(await find('desk')).toMatchObject({ at, requestId: 'request-1', idempotencyKey, notify: true });
    expect(entries.at(-1)).toMatchObject({ requestId: 'request-2', at, checkinCount: 2, repeated: true });
  });

  it('completes the first request under the same check-in id', async () => {
    let isAway = true;
    const bookings = makeInMemoryBookings([desk, parking]);
    const overrides: Partial<BookingStore> = {
      checkIn: async (...parameters) => {
        if (isAway && parameters[1] === 'parking') throw unavailable;
        return bookings.checkIn(...parameters);
      },
    };
    const { send } = start([desk, parking], overrides);
    await expect(send({ at, idempotencyKey, notify: true })).rejects.toBe(unavailable);
    isAway = false;
    const again = { at: at + 60_000, idempotencyKey, requestId: 'request-2', receivedAt: at + HOUR };
    expect(await send(again)).toEqual({ at, checkinCount: 2, isRepeated: false });
    const [done] = await bookings.find(user, ['parking']);
    expect(done?.checkin).toMatchObject({ at, checkinId: 'request-1', requestId: 'request-2', notify: true });
  });

  it('ignores bookings that were not open at the first request, and those that have been reopened since', async () => {
    const { send, find, bookings } = start([desk]);
    await bookings.checkIn(user, 'desk', aCheckin('other'));
    expect(await send({ at, idempotencyKey })).toMatchObject({ checkinCount: 0 });
    await bookings.change(desk, (booking) => booking && { ...desk, openSince: at + 6 });
    await bookings.save(parking);
    const again = await send({ at, idempotencyKey, requestId: 'request-2', receivedAt: at + HOUR });
    expect(again.checkinCount).toBe(0);
    expect([await find('desk'), await find('parking')]).toEqual([undefined, undefined]);
    expect(await send({ at, requestId: 'request-3' })).toMatchObject({ checkinCount: 2 });
  });

  const sendTwice = async (first: number | undefined, second: number | undefined) => {
    const { send, entries } = start([desk]);
    await send({ ...(first !== undefined && { at: first }), idempotencyKey });
    const late = { idempotencyKey, requestId: 'request-2', receivedAt: at + HOUR };
    const again = send({ ...late, ...(second !== undefined && { at: second }) });
    return { again, entries };
  };

  it.each([
    ['a date 15 minutes after that of the first request', at, at + 15 * 60_000],
    ['any date if the first request had none', undefined, at + 20 * 60_000],
    ['no date, however late it arrives', at, undefined],
  ])('can have %s', async (_, first, second) => {
    const { again } = await sendTwice(first, second);
    expect(await again).toMatchObject({ checkinCount: 1, isRepeated: true });
  });

  it('is rejected if its date is more than 15 minutes from that of the first request', async () => {
    const { again, entries } = await sendTwice(at, at + 15 * 60_000 + 1);
    await expect(again).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      message: 'the key belongs to a check-in at another moment',
    });
    expect(entries.at(-1)).toMatchObject({
      requestId: 'request-2',
      statusCode: 422,
      code: 'idempotency_key_reused',
      checkinCount: 0,
      bookings: [],
    });
  });
});

describe('The details of a check-in', () => {
  const late = {
    ...desk,
    bookingId: 'late',
    checkinOpensAt: at - 3 * HOUR,
    noShowAt: at - HOUR,
    checkin: aCheckin('x', at - 2 * HOUR),
  };
  const resultsOf = ({ details }: Awaited<ReturnType<ReturnType<typeof start>['send']>>) =>
    details?.bookings.map(({ bookingId, result, checkedInAt }) => [bookingId, result, checkedInAt]);
  const now = new Date(at).toISOString();
  const before = new Date(at - 2 * HOUR).toISOString();

  it('list the results of open bookings, and the bookings near the date', async () => {
    const { send, calls, entries } = start([desk, taken, early, late]);
    const result = await send({ at, details: true });
    expect(result).toMatchObject({ checkinCount: 1, details: { code: 'checked_in' } });
    expect(resultsOf(result)).toEqual([
      ['desk', 'checked_in', now],
      ['parking', 'already_checked_in', before],
      ['early', 'too_early', undefined],
      ['late', 'too_late', before],
    ]);
    expect(result.details?.bookings[0]).not.toHaveProperty('name');
    expect(result.details?.bookings[1]).toMatchObject({ kind: 'parking', name: 'P 7' });
    expect(calls.filter((name) => name === 'findOverlapping')).toHaveLength(1);
    expect(entries.at(-1)?.bookings.map(({ bookingId }) => bookingId)).toEqual(['desk', 'parking']);
    expect((await start([desk]).send({ at })).details).toBeUndefined();
  });

  it('are for the date of the first request if the check-in is a retry', async () => {
    // This booking is near the date of the first request, but not near the date of the retry.
    const over = { ...desk, bookingId: 'over', checkinOpensAt: at - 13 * HOUR, noShowAt: at - 12 * HOUR + 60_000 };
    const first = start([desk, early, late, over]);
    await first.send({ at, details: true, idempotencyKey: 'swipe' });
    const again = await first.send({
      at: at + 14 * 60_000,
      details: true,
      idempotencyKey: 'swipe',
      requestId: 'request-2',
      receivedAt: at + HOUR,
    });
    expect(again).toMatchObject({ checkinCount: 1, isRepeated: true });
    expect(resultsOf(again)).toEqual([
      ['desk', 'checked_in', now],
      ['early', 'too_early', undefined],
      ['late', 'too_late', before],
      ['over', 'too_late', undefined],
    ]);
  });

  it('include bookings up to exactly 12 hours before and after the date', async () => {
    const [opens, ended] = [
      { ...desk, bookingId: 'opens', checkinOpensAt: at + 12 * HOUR, noShowAt: at + 13 * HOUR },
      { ...desk, bookingId: 'ended', checkinOpensAt: at - 13 * HOUR, noShowAt: at - 12 * HOUR },
    ];
    expect(resultsOf(await start([opens, ended]).send({ at, details: true }))).toEqual([
      ['opens', 'too_early', undefined],
      ['ended', 'too_late', undefined],
    ]);
  });

  it('omit bookings that are closed, or moved to the date, while the check-in runs, and show where others were moved', async () => {
    const bookings = makeInMemoryBookings([desk, { ...early, checkinOpensAt: at }]);
    const moved = { ...early, bookingId: 'moved' };
    const overrides: Partial<BookingStore> = {
      findOverlapping: async () => [desk, { ...desk, bookingId: 'moved' }, early],
      find: async (ref, ids) => bookings.find(ref, ids),
      checkIn: async (_, bookingId) => ({ kind: 'closed', ...(bookingId === 'moved' && { booking: moved }) }),
    };
    const { send } = start([], overrides);
    const { checkinCount, details } = await send({ at, details: true });
    expect([checkinCount, details]).toMatchObject([
      0,
      { code: 'nothing_open', bookings: [{ bookingId: 'moved', result: 'too_early' }] },
    ]);
  });

  it('list at most a hundred bookings, open ones first', async () => {
    const readSizes: number[] = [];
    const all = makeInMemoryBookings([...manyDesks(101), early]);
    const find: BookingStore['find'] = (ref, ids) => {
      readSizes.push(ids.length);
      return all.find(ref, ids);
    };
    const { send } = start([...manyDesks(101), early], { find });
    const { checkinCount, details } = await send({ at, details: true });
    // The first read shows which open bookings are checked in. The listed results come from the responses to the writes.
    expect(readSizes).toEqual([101, 0]);
    expect([checkinCount, details?.bookings.length]).toEqual([101, 100]);
    expect(new Set(details?.bookings.map(({ result }) => result))).toEqual(new Set(['checked_in']));
  });
});

describe('A dry run', () => {
  it('returns the result of a check-in without performing it', async () => {
    const { toRequest, stores, find, entries, countAttempts } = start([desk, taken, early]);
    expect(await tryCheckin(toRequest({ at }), stores)).toMatchObject({
      at,
      checkinCount: 1,
      details: {
        code: 'checked_in',
        bookings: [
          { bookingId: 'desk', result: 'open' },
          { bookingId: 'parking', result: 'already_checked_in' },
          { bookingId: 'early', result: 'too_early' },
        ],
      },
    });
    expect([await find('desk'), entries, countAttempts()]).toEqual([undefined, [], 0]);
    const nobody = tryCheckin(toRequest({ at, identifiers: { id: 2 } }), stores);
    await expect(nobody).rejects.toMatchObject({ code: 'user_not_found' });
  });

  it('reads at most a hundred bookings that are not open', async () => {
    const readSizes: number[] = [];
    const many = manyDesks(150).map(({ bookingId }) => ({ ...early, bookingId }));
    const find: BookingStore['find'] = async (_, ids) => {
      readSizes.push(ids.length);
      return [];
    };
    const { toRequest, stores } = start([desk, ...many], { find });
    await tryCheckin(toRequest({ at }), stores);
    expect(readSizes).toEqual([100]);
  });

  it('by an administrator has the same result as a dry run by a gate', async () => {
    const { toRequest, stores } = start([desk, taken, early]);
    const query = { companyId, identifiers: { uid: 'E-1' }, at };
    expect(await explainCheckin(query, stores)).toEqual(await tryCheckin(toRequest({ at }), stores));
    await expect(explainCheckin({ ...query, identifiers: { uid: 'E-2' } }, stores)).rejects.toMatchObject({
      code: 'user_not_found',
      details: { companyId },
    });
  });
});
