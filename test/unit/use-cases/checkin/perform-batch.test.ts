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
  isKeyAway = () => false,
}: {
  isAway?: (checkin: BookingCheckin) => boolean;
  isKeyAway?: (idempotencyKey: string) => boolean;
} = {}) => {
  const { client } = createApiClient({ companyId, name: 'Gate' }, at);
  const bookings = makeInMemoryBookings([1, 2, 3].map((userId) => bookingOf(userId)));
  const attempts = new Map<string, CheckinAttempt>();
  const entries: CheckinEntry[] = [];
  let enabled = true;
  const away = new ServiceError('dependency_unavailable', 'away');
  const settleAll = <From, To>(all: readonly From[], one: (from: From) => Promise<To>) =>
    Promise.allSettled(all.map(one));
  const dependencies = {
    clients: { find: async () => ({ ...client, enabled }), recordLastUsed: async () => undefined },
    users: makeInMemoryUsers([1, 2, 3].map((id) => ({ companyId, id, uid: `E-${id}`, devices: [] }))),
    bookings,
    checkInBookings: (checkins: readonly BookingCheckin[]) =>
      settleAll(checkins, async (one) => {
        if (isAway(one)) throw away;
        return bookings.checkIn(one.user, one.bookingId, one.record);
      }),
    beginAttempts: (begun: readonly KeyedAttempt[]) =>
      settleAll(begun, async ({ key, attempt }) => {
        if (isKeyAway(key.idempotencyKey)) throw away;
        const first = attempts.get(key.idempotencyKey) ?? attempt;
        attempts.set(key.idempotencyKey, first);
        return first;
      }),
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
    const outcomes = await checkInBatch({ items: asked, caller, requestId: 'r', receivedAt: at }, dependencies);
    return outcomes.map((one) => ('result' in one ? one.result.checkinCount : (one.error as ServiceError).code));
  };
  return { send, bookings, entries, disable: () => (enabled = false) };
};

const UNAVAILABLE = 'dependency_unavailable';

describe('An item of a batch', () => {
  it('whose booking cannot be written fails alone', async () => {
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

  it('whose attempt cannot be recorded fails alone, and checks nothing in', async () => {
    const { send, bookings } = start({ isKeyAway: (key) => key === 'b' });
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

  it('that checks nothing in has a log entry too', async () => {
    const { send, entries } = start();
    await send([
      [1, 'a'],
      [1, 'b', at + 1],
      [1, 'c', at + 2 * HOUR],
      [9, 'd'],
    ]);
    expect(entries.map(({ statusCode, code }) => [statusCode, code])).toEqual([
      [200, 'checked_in'],
      [200, 'already_checked_in'],
      [200, 'nothing_open'],
      [404, 'user_not_found'],
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

  it('fails for the users of one group alone', async () => {
    const { send, bookings } = start({ isKeyAway: (key) => Number(key.slice('key-'.length)) % USERS.length === 1 });
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
