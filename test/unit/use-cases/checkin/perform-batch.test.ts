import { describe, expect, it } from '@jest/globals';
import type { BookingRef } from '../../../../shared/domain/booking.ts';
import { HOUR } from '../../../../shared/domain/instant.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import type { InvalidItem } from '../../../../shared/use-cases/checkin/checkin-request.ts';
import { checkInBatch } from '../../../../shared/use-cases/checkin/perform-batch.ts';
import { aBooking, BOOKED_AT as at } from '../../../support/bookings.ts';
import { countParallel } from '../../../support/count-parallel.ts';
import { companyId, openGate } from './open-gate.ts';

const unavailable = new ServiceError('dependency_unavailable', 'away');

type Swipe = readonly [userId: number | string, idempotencyKey: string, time?: number];

/** Starts the batch use case with desks for users 1 to 3. Calls for which a `fails…` function returns true fail. */
const start = ({
  failsToWrite = () => false,
  isMoved = () => false,
  storesOpenBookings = true,
}: {
  failsToWrite?: (booking: BookingRef) => boolean;
  isMoved?: () => boolean;
  storesOpenBookings?: boolean;
} = {}) => {
  const desks = [1, 2, 3].map((userId) => aBooking({ user: { companyId, userId } }));
  const { log, entries, caller, ...gate } = openGate(desks, { users: 100, storesOpenBookings });
  const { bookings } = gate;
  const writeAttempts: string[] = [];
  const parallel = countParallel();
  let requests = 0;
  const dependencies = {
    ...gate,
    bookings: {
      ...bookings,
      checkIn: async (...[user, bookingId, ...others]: Parameters<typeof bookings.checkIn>) => {
        writeAttempts.push(bookingId);
        if (failsToWrite({ user, bookingId })) throw unavailable;
        if (isMoved()) return { kind: 'closed' as const, booking: aBooking({ user }) };
        return bookings.checkIn(user, bookingId, ...others);
      },
    },
    attempts: {
      begin: (...attempt: Parameters<typeof gate.attempts.begin>) =>
        parallel.run(() => gate.attempts.begin(...attempt)),
    },
    checkinLog: log,
    onLogFailed: () => undefined,
  };
  const toCommand = ([id, idempotencyKey, time = at]: Swipe) => ({
    identifiers: typeof id === 'number' ? { id } : { uid: id },
    at: time,
    isDated: true,
    notify: false,
    idempotencyKey,
  });
  const send = async (...sent: readonly (Swipe | InvalidItem)[]) => {
    const items = sent.map((item) => ('error' in item ? item : toCommand(item)));
    requests += 1;
    const request = { items, caller, requestId: `r${requests}`, receivedAt: at };
    const outcomes = await checkInBatch(request, dependencies);
    return outcomes.map((one) => ('result' in one ? one.result.checkinCount : (one.error as ServiceError).code));
  };
  return { send, bookings, entries, writeAttempts, parallel };
};

const UNAVAILABLE = 'dependency_unavailable';

describe('An item of a batch', () => {
  it('whose booking cannot be written fails, and other items succeed', async () => {
    const { send, entries } = start({ failsToWrite: ({ user }) => user.userId === 2 });
    expect(await send([1, 'a'], [2, 'b'], [3, 'c'])).toEqual([1, UNAVAILABLE, 1]);
    expect(entries.map(({ statusCode, userId }) => [statusCode, userId])).toEqual([
      [200, 1],
      [503, 2],
      [200, 3],
    ]);
  });

  it('is not tried if an item of the same user with an earlier time failed, and a retry counts both correctly', async () => {
    let isDown = true;
    const { send, bookings, entries, writeAttempts } = start({ failsToWrite: () => isDown });
    const items: [number | string, string, number][] = [
      ['E-1', 'later', at + 1],
      [1, 'earlier', at],
    ];
    expect(await send(...items)).toEqual([UNAVAILABLE, UNAVAILABLE]);
    expect(writeAttempts).toEqual(['desk']);
    expect(entries.map(({ statusCode, userId, requestId }) => [statusCode, userId, requestId])).toEqual([
      [503, 1, 'r1.2'],
      [503, 1, 'r1.1'],
    ]);
    isDown = false;
    expect(await send(...items)).toEqual([0, 1]);
    const [booking] = await bookings.list({ companyId, userId: 1 });
    expect(booking?.checkin).toMatchObject({ idempotencyKey: 'earlier', at });
  });

  it('that is invalid keeps its error, and has a log entry if only its identifiers are invalid', async () => {
    const { send, entries } = start();
    const error = new ServiceError('invalid_field', 'invisible character');
    const rejected = { identifiers: { uid: 'B[U+200B]' }, reader: 'North' };
    const outcomes = await send([1, 'a'], { error, rejected }, { error, rejected: undefined });
    expect(outcomes).toEqual([1, 'invalid_field', 'invalid_field']);
    expect(entries).toHaveLength(2);
    const logged = { ...rejected, requestId: 'r1.2', statusCode: 400, code: 'invalid_field', at };
    expect(entries).toContainEqual(expect.objectContaining(logged));
  });

  it('that checks nothing in still has a log entry', async () => {
    const { send, entries } = start();
    await send([1, 'a'], [1, 'b', at + 1], [1, 'c', at + 2 * HOUR], [999, 'd']);
    const inOrder = entries.toSorted((one, other) => one.requestId.localeCompare(other.requestId));
    expect(inOrder.map(({ requestId, statusCode, code }) => [requestId, statusCode, code])).toEqual([
      ['r1.1', 200, 'checked_in'],
      ['r1.2', 200, 'already_checked_in'],
      ['r1.3', 200, 'nothing_open'],
      ['r1.4', 404, 'user_not_found'],
    ]);
  });

  it('has an id of its own in the log, however many items there are', async () => {
    const { send, entries } = start();
    const items = Array.from({ length: 100 }, (_, index): [number, string, number] => [1, `s-${index}`, at + index]);
    await send(...items);
    const ids = entries.map(({ requestId }) => requestId);
    expect(new Set(ids)).toEqual(new Set(items.map((_, index) => `r1.${index + 1}`)));
    expect(ids).toHaveLength(100);
  });

  it('does not write to a booking that an earlier item has checked in', async () => {
    const { send, writeAttempts } = start();
    expect(await send([1, 'a'], ['E-1', 'b', at + 1])).toEqual([1, 0]);
    expect(writeAttempts).toEqual(['desk']);
  });

  it('whose booking is moved meanwhile checks nothing in, and a later item can check the booking in', async () => {
    let writes = 0;
    const { send } = start({ isMoved: () => (writes += 1) === 1 });
    expect(await send([1, 'a'], [1, 'b', at + 1])).toEqual([0, 1]);
  });

  it('that is rejected permanently does not block later items of its user', async () => {
    const { send } = start();
    expect(await send([1, 'a', at + 20 * 60_000])).toEqual([1]);
    expect(await send([1, 'a', at], [1, 'b', at + 1])).toEqual(['idempotency_key_reused', 0]);
  });

  it('with one booking that cannot be written logs the result of the other booking', async () => {
    const { send, bookings, entries } = start({ failsToWrite: ({ bookingId }) => bookingId === 'parking' });
    await bookings.save(aBooking({ user: { companyId, userId: 1 }, bookingId: 'parking' }));
    expect(await send([1, 'a'])).toEqual([UNAVAILABLE]);
    expect(entries).toMatchObject([
      { statusCode: 503, checkinCount: 1, bookings: [{ bookingId: 'desk', result: 'checked_in' }] },
    ]);
  });
});

it.each([
  ['stored', true],
  ['too long to store', false],
])(
  'An item that is sent again gets the count of the first request when the list of open bookings was %s',
  async (_, storesOpenBookings) => {
    const { send, entries } = start({ storesOpenBookings });
    await send([1, 'a', at]);
    expect(await send([1, 'a', at + 60_000])).toEqual([1]);
    expect(entries.map(({ at: time, repeated }) => [time, repeated])).toEqual([
      [at, undefined],
      [at, true],
    ]);
  },
);

it('A batch processes at most 50 users at once', async () => {
  const { send, parallel } = start();
  await send(...Array.from({ length: 100 }, (_, index): [number, string] => [index + 1, `key-${index}`]));
  expect(parallel.most()).toBe(50);
});
