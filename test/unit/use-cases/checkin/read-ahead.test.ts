import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import { HOUR } from '../../../../shared/domain/instant.ts';
import { nearRange } from '../../../../shared/use-cases/checkin/near-bookings.ts';
import { readAhead, toRanges } from '../../../../shared/use-cases/checkin/read-ahead.ts';
import { aBooking } from '../../../support/bookings.ts';
import { makeInMemoryBookings, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const at = Date.UTC(2026, 10, 21, 8);
const companyId = 'acme';

const bookingOf = (userId: number, bookingId: string, opens: number) =>
  aBooking({ user: { companyId, userId }, bookingId, checkinOpensAt: opens, noShowAt: opens + HOUR });

const users = makeInMemoryUsers([1, 2].map((id) => ({ companyId, id, uid: `E-${id}`, devices: [] })));
const unavailable = new ServiceError('dependency_unavailable', 'away');

describe('Reading ahead for swipes', () => {
  it('reads ranges that do not overlap and that cover the hours around each swipe', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 * HOUR }), { minLength: 1, maxLength: 20 }), (times) => {
        const ranges = toRanges(times);
        for (const { from, until } of times.map(nearRange))
          expect(ranges.filter((one) => one.from <= from && until <= one.until)).toHaveLength(1);
        for (const [index, { from }] of ranges.slice(1).entries())
          expect(from).toBeGreaterThan(ranges[index]?.until ?? Infinity);
      }),
    );
  });

  it('reads one range if the hours around two swipes touch, and two ranges if not', () => {
    const { from, until } = nearRange(at);
    const touching = at + until - from;
    expect(toRanges([touching, at])).toEqual([{ from, until: nearRange(touching).until }]);
    expect(toRanges([at, touching + 1])).toHaveLength(2);
  });

  it('serves all that a swipe needs without reading it again, and passes any other read on to the stores', async () => {
    const existing = [
      ...[-13.5, -13, -12.5, 0, 5, 11, 12, 12.5, 30, 60].map((hours) => bookingOf(1, `b${hours}`, at + hours * HOUR)),
      bookingOf(1, 'too late for the first swipe', nearRange(at).until),
      bookingOf(1, 'too early for the second swipe', nearRange(at + 20 * HOUR).from - HOUR),
    ];
    const store = makeInMemoryBookings([...existing, bookingOf(2, 'b0', at)]);
    const calls: unknown[] = [];
    const bookings = {
      ...store,
      findOverlapping: (...[user, range]: Parameters<typeof store.findOverlapping>) => {
        calls.push([user.userId, ...[range.from, range.until].map((time) => Math.round((time - at) / HOUR))]);
        return store.findOverlapping(user, range);
      },
    };
    const findAll = (refs: Parameters<typeof users.findAll>[0]) => {
      calls.push(refs);
      return users.findAll(refs);
    };
    const swipes = [0, 20, 60].map((hours) => ({ identifiers: { uid: 'E-1' }, at: at + hours * HOUR }));
    const strangers = ['X', 'Y'].map((uid) => ({ identifiers: { uid }, at }));
    const { groups, stores } = await readAhead([...swipes, ...strangers], companyId, {
      users: { ...users, findAll },
      bookings,
    });
    expect(groups.map((group) => [group.userId, group.swipes])).toEqual([
      [1, swipes],
      [undefined, strangers.slice(0, 1)],
      [undefined, strangers.slice(1)],
    ]);
    const user = { companyId, userId: 1 };
    for (const { at: time } of swipes)
      expect(await stores.bookings.findOverlapping(user, nearRange(time))).toEqual(
        await store.findOverlapping(user, nearRange(time)),
      );
    expect(await stores.users.find(user)).toMatchObject({ ...(await users.find(user)) });
    expect(calls).toEqual([[{ companyId, userId: 1 }], [1, -12, 32], [1, 48, 72]]);
    for (const [userId, hours] of [
      [1, 40],
      [1, 25],
      [2, 0],
    ] as const)
      expect(await stores.bookings.findOverlapping({ companyId, userId }, nearRange(at + hours * HOUR))).toEqual(
        await store.findOverlapping({ companyId, userId }, nearRange(at + hours * HOUR)),
      );
    expect(calls.slice(3)).toEqual([
      [1, 28, 52],
      [1, 13, 37],
      [2, -12, 12],
    ]);
    expect(await stores.users.findId(companyId, ['uid', 'E-2'])).toBe(2);
  });

  it('looks up users by badge in one call, and only those of swipes without a user id', async () => {
    const calls: unknown[] = [];
    const findIds = (...[company, identifiers]: Parameters<typeof users.findIds>) => {
      calls.push(identifiers);
      return users.findIds(company, identifiers);
    };
    const sent = [{ id: 1, uid: 'E-1' }, { uid: 'E-2', email: 'two@acme.example' }, { email: 'one@acme.example' }];
    const swipes = sent.map((identifiers) => ({ identifiers, at }));
    await readAhead(swipes, companyId, { users: { ...users, findIds }, bookings: makeInMemoryBookings() });
    expect(calls).toEqual([
      [
        ['uid', 'E-2'],
        ['email', 'one@acme.example'],
      ],
    ]);
  });

  it('fails only for the user whose bookings cannot be read', async () => {
    const store = makeInMemoryBookings([bookingOf(2, 'desk', at)]);
    const bookings = {
      ...store,
      findOverlapping: (...[user, range]: Parameters<typeof store.findOverlapping>) =>
        user.userId === 1 ? Promise.reject(unavailable) : store.findOverlapping(user, range),
    };
    const swipes = [1, 2].map((id) => ({ identifiers: { id }, at }));
    const { stores } = await readAhead(swipes, companyId, { users, bookings });
    const find = (userId: number) => stores.bookings.findOverlapping({ companyId, userId }, nearRange(at));
    await expect(find(1)).rejects.toBe(unavailable);
    expect(await find(2)).toHaveLength(1);
  });

  it('leaves no unhandled rejection if no swipe needs what cannot be read', async () => {
    const fail = () => Promise.reject(unavailable);
    const bookings = { ...makeInMemoryBookings(), findOverlapping: fail };
    const unhandled: unknown[] = [];
    const record = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', record);
    await readAhead([{ identifiers: { id: 1 }, at }], companyId, { users: { findIds: fail, findAll: fail }, bookings });
    // Node.js reports unhandled rejections before the next turn of the event loop.
    await setImmediate();
    process.off('unhandledRejection', record);
    expect(unhandled).toEqual([]);
  });

  it('fails only for swipes without a user id if badges cannot be looked up', async () => {
    const bookings = makeInMemoryBookings();
    const swipes = [
      { identifiers: { id: 1 }, at },
      { identifiers: { uid: 'E-2' }, at },
    ];
    const failing = { ...users, findIds: () => Promise.reject(unavailable) };
    const { groups, stores } = await readAhead(swipes, companyId, { users: failing, bookings });
    expect(groups.map(({ userId }) => userId)).toEqual([1, undefined]);
    await expect(stores.users.findId(companyId, ['uid', 'E-2'])).rejects.toBe(unavailable);
    expect(await stores.users.find({ companyId, userId: 1 })).toMatchObject({ id: 1 });
  });
});
