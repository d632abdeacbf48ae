import { describe, expect, it } from '@jest/globals';
import type { BookingOutcome, CheckinRecord } from '../../../shared/domain/booking.ts';
import { checkinCode, tally, type CheckinOutcome } from '../../../shared/domain/checkin.ts';
import { aBooking, aCheckin } from '../../support/bookings.ts';

const ownCheckin = aCheckin('own', 2_000, { idempotencyKey: 'swipe-1' });
const checkedIn: BookingOutcome = { kind: 'checked-in', booking: { ...aBooking(), checkin: ownCheckin } };
const closed: BookingOutcome = { kind: 'closed' };
const earlier = (changes: Partial<CheckinRecord> = {}): BookingOutcome => ({
  kind: 'already-checked-in',
  booking: { ...aBooking(), checkin: aCheckin('earlier', 1_000, changes) },
});

describe('The outcome of a check-in', () => {
  it.each<[string, BookingOutcome[], object]>([
    ['counts the bookings that the request checked in', [checkedIn, checkedIn, closed], { checkinCount: 2 }],
    ['counts a booking that its earlier attempt checked in', [earlier({ checkinId: 'own' })], { checkinCount: 1 }],
    ['does not count a booking of another check-in', [earlier()], { checkinCount: 0, checkedInSince: 1_000 }],
    [
      'does not count a booking that an earlier request checked in, even if it had the same Idempotency-Key, now expired',
      [earlier({ idempotencyKey: 'swipe-1' })],
      { checkinCount: 0, checkedInSince: 1_000 },
    ],
    [
      'has the time of the earliest check-in if all bookings were checked in before',
      [earlier({ at: 900 }), earlier({ at: 700 }), closed],
      { checkinCount: 0, checkedInSince: 700 },
    ],
    ['does not mention earlier check-ins if there is a new one', [earlier(), checkedIn], { checkinCount: 1 }],
    ['has the count 0 if no booking was open', [], { checkinCount: 0 }],
  ])('%s', (_, outcomes, outcome) => {
    expect(tally(outcomes, ownCheckin)).toEqual(outcome);
  });

  it.each<[string, CheckinOutcome]>([
    ['checked_in', { checkinCount: 1 }],
    ['already_checked_in', { checkinCount: 0, checkedInSince: 700 }],
    ['nothing_open', { checkinCount: 0 }],
  ])('has the code %s for %j', (code, outcome) => {
    expect(checkinCode(outcome)).toBe(code);
  });
});
