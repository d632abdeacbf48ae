import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Booking, CheckinRecord } from '../../../../shared/domain/booking.ts';
import {
  evaluateBookings,
  expectedOutcome,
  toDetails,
  type PerformedResults,
} from '../../../../shared/use-cases/checkin/evaluate.ts';
import { sortNear } from '../../../../shared/use-cases/checkin/near-periods.ts';

const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);

const checkin: CheckinRecord = {
  at: at - 1,
  receivedAt: at,
  clientId: 'gate',
  requestId: 'r1',
  checkinId: 'c1',
  notify: false,
};

const aBooking = (opens: number, ends: number, changes: Partial<Booking> = {}): Booking => ({
  openSince: 0,
  user: { companyId: 'acme', userId: 1 },
  bookingId: 'desk',
  kind: 'position',
  checkinOpensAt: at + opens,
  noShowAt: at + ends,
  ...changes,
});

const resultsOf = (bookings: readonly Booking[], performed?: PerformedResults) =>
  evaluateBookings(bookings, at, performed).map(({ result }) => result);

describe('Around a moment', () => {
  it.each([
    ['opens now', 0, HOUR, ['open']],
    ['opens a millisecond later', 1, HOUR, ['too_early']],
    ['opens in 12 hours', 12 * HOUR, 13 * HOUR, ['too_early']],
    ['opens in 12 hours and a millisecond', 12 * HOUR + 1, 13 * HOUR, []],
    ['ends a millisecond later', -HOUR, 1, ['open']],
    ['ends now', -HOUR, 0, ['too_late']],
    ['ended 12 hours ago', -13 * HOUR, -12 * HOUR, ['too_late']],
    ['ended 12 hours and a millisecond ago', -13 * HOUR, -12 * HOUR - 1, []],
  ])('a booking that %s has the right result', (_, opens, ends, results) => {
    expect(resultsOf([aBooking(opens, ends)])).toEqual(results);
  });

  it.each([
    ['open', -HOUR, HOUR],
    ['moved away since', 20 * HOUR, 21 * HOUR],
  ])('a booking that is %s has the result of its check-in', (_, opens, ends) => {
    const booking = aBooking(opens, ends, { checkin });
    for (const result of ['checked_in', 'already_checked_in'] as const)
      expect(resultsOf([booking], new Map([['desk', result]]))).toEqual([result]);
  });

  it('a booking with a check-in has its moment', () => {
    expect(resultsOf([aBooking(-HOUR, HOUR, { checkin })])).toEqual(['already_checked_in']);
    const ended = evaluateBookings([aBooking(-2 * HOUR, -HOUR, { checkin })], at);
    expect(toDetails({ checkinCount: 0 }, ended).bookings).toEqual([
      {
        bookingId: 'desk',
        kind: 'position',
        result: 'too_late',
        checkinOpensAt: '2026-11-21T06:00:00.000Z',
        noShowAt: '2026-11-21T07:00:00.000Z',
        checkedInAt: '2026-11-21T07:59:59.999Z',
      },
    ]);
  });

  it('open bookings come first, then those that open later, then those that ended; the nearest first', () => {
    const bookings = [
      aBooking(-9 * HOUR, -8 * HOUR, { bookingId: 'ended long ago' }),
      aBooking(5 * HOUR, 6 * HOUR, { bookingId: 'opens later' }),
      aBooking(-9 * HOUR, -HOUR, { bookingId: 'ended' }),
      aBooking(-HOUR, HOUR, { bookingId: 'open' }),
      aBooking(2 * HOUR, 9 * HOUR, { bookingId: 'opens soon' }),
    ];
    expect(evaluateBookings(bookings, at).map(({ booking }) => booking.bookingId)).toEqual([
      'open',
      'opens soon',
      'opens later',
      'ended',
      'ended long ago',
    ]);
  });

  it('of the open bookings those come first that end first, and of equal ones those with the smaller id', () => {
    const idsOf = (...bookings: Booking[]) => sortNear(bookings, at).map(({ period }) => period.bookingId);
    const now = aBooking(0, 2 * HOUR, { bookingId: 'opens now' });
    const earlier = aBooking(-HOUR, HOUR, { bookingId: 'ends earlier' });
    expect(idsOf(now, earlier)).toEqual(['ends earlier', 'opens now']);
    const [a, b, c] = ['a', 'b', 'c'].map((bookingId) => aBooking(-HOUR, HOUR, { bookingId })) as [
      Booking,
      Booking,
      Booking,
    ];
    for (const some of [
      [a, b, c],
      [c, b, a],
      [b, a, c],
    ])
      expect(idsOf(...some)).toEqual(['a', 'b', 'c']);
    expect(idsOf(aBooking(13 * HOUR, 14 * HOUR), aBooking(-14 * HOUR, -13 * HOUR), a)).toEqual(['a']);
  });

  it('a booking has its name, if it has one', () => {
    const bookings = [aBooking(-HOUR, HOUR, { name: 'Desk 7' }), aBooking(-HOUR, 2 * HOUR)];
    const [named, nameless] = toDetails({ checkinCount: 0 }, evaluateBookings(bookings, at)).bookings;
    expect(named?.name).toBe('Desk 7');
    expect(nameless).not.toHaveProperty('name');
  });

  it('at most 100 bookings are listed, and all of them counted', () => {
    const bookings = Array.from({ length: 150 }, (_, index) => aBooking(-HOUR, HOUR, { bookingId: `b${index}` }));
    const evaluated = evaluateBookings(bookings, at);
    expect(toDetails(expectedOutcome(evaluated), evaluated).bookings).toHaveLength(100);
    expect(expectedOutcome(evaluated)).toEqual({ checkinCount: 150 });
  });

  it('the outcome counts open bookings, or has the moment since which all are checked in', () => {
    const outcomeOf = (...bookings: Booking[]) => expectedOutcome(evaluateBookings(bookings, at));
    const done = aBooking(-HOUR, HOUR, { checkin });
    expect(outcomeOf(done, aBooking(-HOUR, HOUR))).toEqual({ checkinCount: 1 });
    expect(outcomeOf(done)).toEqual({ checkinCount: 0, checkedInSince: at - 1 });
    const before = aBooking(-HOUR, HOUR, { checkin: { ...checkin, at: at - 5 } });
    expect(outcomeOf(done, before, done)).toEqual({ checkinCount: 0, checkedInSince: at - 5 });
    expect(outcomeOf(aBooking(1, HOUR), aBooking(-HOUR, 0, { checkin }))).toEqual({ checkinCount: 0 });
  });

  it('each booking is listed once, and an open one always', () => {
    const moment = fc.integer({ min: -100 * HOUR, max: 100 * HOUR });
    const periods = fc.array(fc.tuple(moment, fc.integer({ min: 1, max: 72 * HOUR })), { maxLength: 20 });
    fc.assert(
      fc.property(periods, (all) => {
        const bookings = all.map(([opens, lasts], index) => aBooking(opens, opens + lasts, { bookingId: `b${index}` }));
        const ids = evaluateBookings(bookings, at).map(({ booking }) => booking.bookingId);
        const open = bookings.filter(({ checkinOpensAt, noShowAt }) => checkinOpensAt <= at && at < noShowAt);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.slice(0, open.length).toSorted()).toEqual(open.map(({ bookingId }) => bookingId).toSorted());
      }),
    );
  });
});
