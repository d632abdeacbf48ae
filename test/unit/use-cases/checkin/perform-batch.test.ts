import { describe, expect, it } from '@jest/globals';
import type { CheckinEntry } from '../../../../shared/domain/activity-log.ts';
import { createApiClient } from '../../../../shared/domain/api-client.ts';
import type { BookingCheckin, BookingDetails } from '../../../../shared/domain/booking.ts';
import type { CheckinAttempt, KeyedAttempt } from '../../../../shared/domain/checkin-attempt.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import { checkInBatch } from '../../../../shared/use-cases/checkin/perform-batch.ts';
import { makeInMemoryBookings } from '../../../support/fakes/in-memory-bookings.ts';
import { makeInMemoryUsers } from '../../../support/fakes/in-memory-users.ts';

const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);
const companyId = 'acme';

const bookingOf = (userId: number, bookingId = 'desk'): BookingDetails => ({
  user: { companyId, userId },
  bookingId,
  kind: 'position',
  checkinOpensAt: at - HOUR,
  noShowAt: at + HOUR,
});

/** Users 1 to 3 with a desk each, and the parts that fail. */
const start = ({
  isAway = () => false,
  failsForKey = () => false,
  error = new ServiceError('dependency_unavailable', 'away'),
  remembersOpen = true,
}: {
  isAway?: (checkin: BookingCheckin) => boolean;
  failsForKey?: (idempotencyKey: string) => boolean;
  error?: Error;
  remembersOpen?: boolean;
} = {}) => {
  const { client } = createApiClient({ companyId, name: 'Gate' }, at);
  const bookings = makeInMemoryBookings([1, 2, 3].map((userId) => bookingOf(userId)));
  const attempts = new Map<string, CheckinAttempt>();
  const entries: CheckinEntry[] = [];
  let enabled = true;
  const attemptsPerCall: number[] = [];
  const written: string[] = [];
  let requests = 0;
  const settleAll = <From, To>(all: readonly From[], one: (from: From) => Promise<To>) =>
    Promise.allSettled(all.map(one));
  const dependencies = {
    clients: { find: async () => ({ ...client, enabled }), recordLastUsed: async () => undefined },
    users: makeInMemoryUsers([1, 2, 3].map((id) => ({ companyId, id, uid: `E-${id}`, devices: [] }))),
    bookings,
    checkInBookings: (checkins: readonly BookingCheckin[]) =>
      settleAll(checkins, async (one) => {
        written.push(one.bookingId);
        if (isAway(one)) throw error;
        return bookings.checkIn(one.user, one.bookingId, one.record);
      }),
    beginAttempts: (begun: readonly KeyedAttempt[]) => {
      attemptsPerCall.push(begun.length);
      return settleAll(begun, async ({ key, attempt: { open, ...attempt } }) => {
        if (failsForKey(key.idempotencyKey)) throw error;
        const first = attempts.get(key.idempotencyKey) ?? { ...attempt, ...(remembersOpen && open && { open }) };
        attempts.set(key.idempotencyKey, first);
        return first;
      });
    },
    activityLog: {
      keepsCheckins: true,
      recordCheckins: async (some: readonly CheckinEntry[]) => void entries.push(...some),
    },
    onLogFailed: () => undefined,
  };
  const caller = { clientId: client.clientId, companyId, scopes: ['checkin'] as const, revocationNumber: 0 };
  const send = async (items: readonly [userId: number, idempotencyKey: string, moment?: number][]) => {
    const asked = items.map(([id, idempotencyKey, moment = at]) => ({
      identifiers: { id },
      at: moment,
      notify: false,
      idempotencyKey,
    }));
    requests += 1;
    const request = { items: asked, caller, requestId: `r${requests}`, receivedAt: at };
    const outcomes = await checkInBatch(request, dependencies);
    return outcomes.map((one) => ('result' in one ? one.result.checkinCount : (one.error as ServiceError).code));
  };
  return { send, bookings, entries, attemptsPerCall, written, disable: () => (enabled = false) };
};

const UNAVAILABLE = 'dependency_unavailable';

describe('An item of a batch', () => {
  it('whose booking cannot be written fails, and the others succeed', async () => {
    const { send, entries } = start({ isAway: ({ user }) => user.userId === 2 });
    expect(
      await send([
        [1, 'a'],
        [2, 'b'],
        [3, 'c'],
      ]),
    ).toEqual([1, UNAVAILABLE, 1]);
    expect(entries.map(({ statusCode, userId }) => [statusCode, userId])).toEqual([
      [200, 1],
      [503, 2],
      [200, 3],
    ]);
  });

  it('whose attempt cannot be recorded fails and checks nothing in, and the others succeed', async () => {
    const { send, bookings } = start({ failsForKey: (key) => key === 'b' });
    expect(
      await send([
        [1, 'a'],
        [2, 'b'],
      ]),
    ).toEqual([1, UNAVAILABLE]);
    expect((await bookings.list({ companyId, userId: 2 })).map(({ checkin }) => checkin)).toEqual([undefined]);
  });

  it('fails after a failed earlier item of its user, and both get the right count when they are repeated', async () => {
    let isDown = true;
    const { send, bookings } = start({ isAway: () => isDown });
    const items: [number, string, number][] = [
      [1, 'later', at + 1],
      [1, 'earlier', at],
    ];
    expect(await send(items)).toEqual([UNAVAILABLE, UNAVAILABLE]);
    isDown = false;
    expect(await send(items)).toEqual([0, 1]);
    const [booking] = await bookings.list({ companyId, userId: 1 });
    expect(booking?.checkin).toMatchObject({ idempotencyKey: 'earlier', at });
  });

  it('has a log entry although it checks nothing in', async () => {
    const { send, entries } = start();
    await send([
      [1, 'a'],
      [1, 'b', at + 1],
      [1, 'c', at + 2 * HOUR],
      [9, 'd'],
    ]);
    expect(entries.map(({ requestId, statusCode, code }) => [requestId, statusCode, code])).toEqual([
      ['r1.1', 200, 'checked_in'],
      ['r1.2', 200, 'already_checked_in'],
      ['r1.3', 200, 'nothing_open'],
      ['r1.4', 404, 'user_not_found'],
    ]);
  });

  it('writes only the bookings that are not checked in', async () => {
    const { send, bookings, written } = start();
    await bookings.save(bookingOf(1, 'parking'));
    await send([[1, 'a']]);
    await bookings.save(bookingOf(1, 'locker'));
    written.length = 0;
    expect(await send([[1, 'b']])).toEqual([1]);
    expect(written).toEqual(['locker']);
  });

  it('that fails because of a defect of the service has no log entry', async () => {
    const { send, entries } = start({ isAway: ({ user }) => user.userId === 2, error: new Error('bug') });
    await send([
      [1, 'a'],
      [2, 'b'],
    ]);
    expect(entries.map(({ userId }) => userId)).toEqual([1]);
  });

  it('whose booking cannot be written has its other results in the log', async () => {
    const { send, bookings, entries } = start({ isAway: ({ bookingId }) => bookingId === 'parking' });
    await bookings.save(bookingOf(1, 'parking'));
    expect(await send([[1, 'a']])).toEqual([UNAVAILABLE]);
    expect(entries).toMatchObject([
      { statusCode: 503, checkinCount: 1, bookings: [{ bookingId: 'desk', result: 'checked_in' }] },
    ]);
  });
});

describe('An item that is sent again', () => {
  it.each([
    ['remembered', true],
    ['too long to store', false],
  ])('gets the count of its first request, if the list of its open bookings was %s', async (_, remembersOpen) => {
    const { send, entries } = start({ remembersOpen });
    await send([[1, 'a', at]]);
    expect(await send([[1, 'a', at + 60_000]])).toEqual([1]);
    expect(entries.map(({ at: moment, repeated }) => [moment, repeated])).toEqual([
      [at, undefined],
      [at, true],
    ]);
  });

  it('ignores a booking that its first request did not find', async () => {
    const { send, bookings } = start();
    await send([[1, 'a']]);
    await bookings.save(bookingOf(1, 'parking'));
    expect(await send([[1, 'a']])).toEqual([1]);
    const all = await bookings.list({ companyId, userId: 1 });
    expect(all.map(({ bookingId, checkin }) => [bookingId, checkin?.requestId])).toEqual([
      ['desk', 'r1.1'],
      ['parking', undefined],
    ]);
  });
});

describe('A batch of more items than one group has', () => {
  const USERS = [1, 2, 3];
  const mixed = Array.from({ length: 90 }, (_, index): [number, string, number] => [
    (index % USERS.length) + 1,
    `key-${index}`,
    at + index,
  ]);

  it('returns its results in the order of the items, with those of a user in the order of their moments', async () => {
    const { send, entries } = start();
    expect(await send(mixed)).toEqual(mixed.map((_, index) => (index < USERS.length ? 1 : 0)));
    expect(entries).toHaveLength(mixed.length);
  });

  it('records at most 25 attempts per call', async () => {
    const { send, attemptsPerCall } = start();
    await send(mixed.slice(0, 30));
    expect(Math.max(...attemptsPerCall)).toBeLessThanOrEqual(25);
  });

  it('fails for the users of one group alone', async () => {
    const { send, bookings } = start({ failsForKey: (key) => Number(key.slice('key-'.length)) % USERS.length === 1 });
    const outcomes = await send(mixed);
    expect(outcomes.slice(0, 6)).toEqual([1, UNAVAILABLE, 1, 0, UNAVAILABLE, 0]);
    expect((await bookings.list({ companyId, userId: 2 })).map(({ checkin }) => checkin)).toEqual([undefined]);
  });

  it('writes nothing for a client that was disabled', async () => {
    const { send, bookings, entries, disable } = start();
    disable();
    await expect(send(mixed)).rejects.toMatchObject({ code: 'token_invalid' });
    await new Promise((resolve) => setImmediate(resolve));
    const all = await Promise.all(USERS.map((userId) => bookings.list({ companyId, userId })));
    expect(all.flat().filter(({ checkin }) => checkin)).toEqual([]);
    expect(entries).toEqual([]);
  });
});
