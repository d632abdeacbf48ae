import { describe, expect, it } from '@jest/globals';
import type { Booking } from '../../../../shared/domain/booking.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/instant.ts';
import { readBookingStates } from '../../../../shared/use-cases/bookings/read-states.ts';
import { aBooking, aCheckin } from '../../../support/bookings.ts';
import { makeInMemoryBookings, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const OPENS = Date.UTC(2026, 10, 21, 8);
const ENDS = OPENS + HOUR;
const companyId = 'acme';

const booking = (bookingId: string, userId = 1, more: Partial<Booking> = {}): Booking =>
  aBooking({ user: { companyId, userId }, bookingId, checkinOpensAt: OPENS, noShowAt: ENDS, ...more });
const checkin = aCheckin('r', OPENS + MINUTE);

const bookings = makeInMemoryBookings([
  booking('desk'),
  booking('done', 1, { checkin: { ...checkin, reader: 'North' } }),
  booking('by-hand', 1, { checkin }),
  booking('desk', 2, { checkin }),
]);
const read = (now: number, ...requested: readonly (readonly [userId: number, bookingId: string])[]) =>
  readBookingStates(
    { bookings, users: makeInMemoryUsers() },
    companyId,
    requested.map(([userId, bookingId]) => ({ userId, bookingId })),
    now,
  );

describe('The state of a booking', () => {
  it.each([
    [OPENS - 1, 'upcoming'],
    [OPENS, 'open'],
    [ENDS - 1, 'open'],
    [ENDS, 'no_show'],
  ])('at %d, without a check-in, is %s', async (now, result) => {
    expect(await read(now, [1, 'desk'])).toEqual([{ userId: 1, bookingId: 'desk', result }]);
  });

  it('with a check-in has the time of the check-in, and its reader if there is one', async () => {
    const done = { result: 'checked_in', checkedInAt: '2026-11-21T08:01:00.000Z' };
    expect(await read(ENDS, [1, 'done'], [1, 'by-hand'])).toEqual([
      { userId: 1, bookingId: 'done', ...done, reader: 'North' },
      { userId: 1, bookingId: 'by-hand', ...done },
    ]);
  });

  it('is listed in the order of the request, even if bookings have equal ids, are repeated or are unknown', async () => {
    const states = await read(OPENS, [2, 'desk'], [3, 'desk'], [1, 'desk'], [2, 'desk']);
    expect(states.map(({ userId, result }) => [userId, result])).toEqual([
      [2, 'checked_in'],
      [3, 'unknown'],
      [1, 'open'],
      [2, 'checked_in'],
    ]);
    expect(states[1]).toEqual({ userId: 3, bookingId: 'desk', result: 'unknown' });
  });

  it('is unknown if the person was removed while the booking was written, in the last 24 hours', async () => {
    const ref = { companyId, userId: 1 };
    const users = makeInMemoryUsers([{ companyId, id: 1, devices: [] }]);
    await users.change(ref, () => undefined);
    const idsRead: (readonly number[])[] = [];
    const findStates: typeof users.findStates = (company, ids) => {
      idsRead.push(ids);
      return users.findStates(company, ids);
    };
    const requested = [1, 2].map((userId) => ({ userId, bookingId: 'desk' }));
    const written = [
      booking('desk', 1, { openSince: OPENS - DAY + 1 }),
      booking('desk', 2, { openSince: OPENS - DAY }),
    ];
    const stores = { bookings: makeInMemoryBookings(written), users: { findStates } };
    expect(await readBookingStates(stores, companyId, requested, OPENS)).toMatchObject([
      { userId: 1, result: 'unknown' },
      { userId: 2, result: 'open' },
    ]);
    expect(idsRead).toEqual([[1]]);
  });
});
