import { describe, expect, it } from '@jest/globals';
import type { Booking, CheckinRecord } from '../../../../shared/domain/booking.ts';
import {
  evaluateBookings,
  expectedOutcome,
  toDetails,
  type PerformedResults,
} from '../../../../shared/use-cases/checkin/evaluate.ts';
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

describe('Near the time of a check-in,', () => {
  it.each([
    ['opens now', 0, HOUR, ['open']],
    ['opens a millisecond later', 1, HOUR, ['too_early']],
    ['opens in 12 hours', 12 * HOUR, 13 * HOUR, ['too_early']],
    ['opens in 12 hours and a millisecond', 12 * HOUR + 1, 13 * HOUR, []],
    ['ends a millisecond later', -HOUR, 1, ['open']],
    ['ends now', -HOUR, 0, ['too_late']],
    ['ended 12 hours ago', -13 * HOUR, -12 * HOUR, ['too_late']],
    ['ended 12 hours and a millisecond ago', -13 * HOUR, -12 * HOUR - 1, []],
  ])('a booking that %s gets the right result', (_, opens, ends, results) => {
    expect(resultsOf([aBooking(opens, ends)])).toEqual(results);
  });

  it('a booking is shown with its name, if any', () => {
    const bookings = [aBooking(-HOUR, HOUR, { name: 'Desk 7' }), aBooking(-HOUR, 2 * HOUR)];
    const [named, nameless] = toDetails({ checkinCount: 0 }, evaluateBookings(bookings, at)).bookings;
    expect(named?.name).toBe('Desk 7');
    expect(nameless).not.toHaveProperty('name');
  });

  it('the expected outcome counts open bookings, or has the earliest check-in if all are checked in', () => {
    const outcomeOf = (...bookings: Booking[]) => expectedOutcome(evaluateBookings(bookings, at));
    const done = aBooking(-HOUR, HOUR, { checkin });
    expect(outcomeOf(done, aBooking(-HOUR, HOUR))).toEqual({ checkinCount: 1 });
    expect(outcomeOf(done)).toEqual({ checkinCount: 0, checkedInSince: at - 1 });
    const earlier = aBooking(-HOUR, HOUR, { checkin: { ...checkin, at: at - 5 } });
    expect(outcomeOf(done, earlier, done)).toEqual({ checkinCount: 0, checkedInSince: at - 5 });
    expect(outcomeOf(aBooking(1, HOUR), aBooking(-HOUR, 0, { checkin }))).toEqual({ checkinCount: 0 });
  });
});
