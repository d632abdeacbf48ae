import { describe, expect, it } from '@jest/globals';
import type { Booking } from '../../../../shared/domain/booking.ts';
import { HOUR } from '../../../../shared/domain/instant.ts';
import { evaluateBookings, expectedOutcome } from '../../../../shared/use-cases/checkin/near-bookings.ts';
import { aBooking, aCheckin, BOOKED_AT } from '../../../support/bookings.ts';

const at = BOOKED_AT;
const checkin = aCheckin('c1', at - 1);

const bookingAround = (opens: number, ends: number, changes: Partial<Booking> = {}): Booking =>
  aBooking({ checkinOpensAt: at + opens, noShowAt: at + ends, ...changes });

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
    expect(evaluateBookings([bookingAround(opens, ends)], at).map(({ result }) => result)).toEqual(results);
  });

  it('the expected outcome counts the bookings to check in or, if there are none, has the time of the first check-in', () => {
    const outcomeOf = (...bookings: Booking[]) => expectedOutcome(evaluateBookings(bookings, at));
    const checkedIn = bookingAround(-HOUR, HOUR, { checkin });
    expect(outcomeOf(checkedIn, bookingAround(-HOUR, HOUR))).toEqual({ checkinCount: 1 });
    expect(outcomeOf(checkedIn)).toEqual({ checkinCount: 0, checkedInSince: at - 1 });
    const earlier = bookingAround(-HOUR, HOUR, { checkin: { ...checkin, at: at - 5 } });
    expect(outcomeOf(checkedIn, earlier, checkedIn)).toEqual({ checkinCount: 0, checkedInSince: at - 5 });
    expect(outcomeOf(bookingAround(1, HOUR), bookingAround(-HOUR, 0, { checkin }))).toEqual({ checkinCount: 0 });
  });
});
