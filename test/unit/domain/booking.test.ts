import { describe, expect, it } from '@jest/globals';
import { byHandOf, rebook, reopen, type Booking } from '../../../shared/domain/booking.ts';
import { containsInstant, validatePeriod } from '../../../shared/domain/checkin-period.ts';
import { DAY, HOUR } from '../../../shared/domain/instant.ts';
import { bookingExpiry } from '../../../shared/domain/retention.ts';
import { aBooking, aCheckin, BOOKED_AT } from '../../support/bookings.ts';

const at = BOOKED_AT;
const booked = aBooking({ openSince: at - 5 });
const { openSince: _openSince, ...details } = booked;
const tomorrow = { ...details, checkinOpensAt: at + 24 * HOUR, noShowAt: at + 26 * HOUR };

it('A booking whose check-in is undone has no check-in, and stores the ids of its last 50 undone check-ins', () => {
  let booking: Booking = booked;
  for (let index = 0; index <= 50; index += 1) {
    const checkin = aCheckin(`c${index}`);
    booking = reopen({ ...booking, checkin }, checkin, at + index);
  }
  expect(booking).not.toHaveProperty('checkin');
  expect(booking.undone).toEqual(Array.from({ length: 50 }, (_, index) => `c${index + 1}`));
  expect(booking.openSince).toBe(at + 50);
});

describe('A booking whose details are set', () => {
  const changedBy = { through: 'cli', id: 'operator', at } as const;
  const undone: Booking = { ...booked, undone: ['c0'], changedBy };

  it('keeps the check-ins that were undone, so that retries do not repeat them', () => {
    expect(rebook(undone, { ...details, name: 'Desk 7' }, at)).toEqual({ ...undone, name: 'Desk 7' });
  });

  it('gets the current time as `openSince` if it did not exist before or if its old and new periods do not overlap', () => {
    expect(rebook(undefined, details, at)).toEqual({ ...details, openSince: at });
    const [before, after] = [
      { ...details, checkinOpensAt: details.checkinOpensAt - HOUR, noShowAt: details.checkinOpensAt },
      { ...details, checkinOpensAt: details.noShowAt, noShowAt: details.noShowAt + HOUR },
    ];
    for (const moved of [before, after]) {
      expect(rebook(undone, moved, at)).toEqual({ ...undone, ...moved, openSince: at });
      const overlapping = { ...moved, checkinOpensAt: moved.checkinOpensAt - 1, noShowAt: moved.noShowAt + 1 };
      expect(rebook(undone, overlapping, at)).toEqual({ ...undone, ...overlapping });
    }
  });

  it('keeps a check-in whose time is within the new period', () => {
    const checkin = aCheckin('c1');
    const later = { ...details, checkinOpensAt: at };
    expect(rebook({ ...booked, checkin }, later, at)).toEqual({ ...booked, ...later, checkin });
  });

  it('is open again if its new period does not contain the check-in', () => {
    const moved = rebook({ ...undone, checkin: aCheckin('c1') }, tomorrow, at);
    expect(moved).toEqual({ ...undone, ...tomorrow, undone: ['c0', 'c1'], openSince: at });
    expect(moved).not.toHaveProperty('checkin');
  });
});

const period = { checkinOpensAt: at, noShowAt: at + 2 * HOUR };

describe('A check-in period', () => {
  it.each([
    ['a millisecond before it opens', at - 1, false],
    ['at its opening', at, true],
    ['a millisecond before its no-show time', at + 2 * HOUR - 1, true],
    ['at its no-show time', at + 2 * HOUR, false],
  ])('contains an instant %s (%d): %s', (_, instant, isContained) => {
    expect(containsInstant(period, instant)).toBe(isContained);
  });

  it.each([
    ['of 72 hours', 72 * HOUR, undefined],
    ['a millisecond longer than 72 hours', 72 * HOUR + 1, 'period_too_long'],
    ['of a millisecond', 1, undefined],
    ['of no length', 0, 'period_empty'],
    ['that ends before it starts', -1, 'period_empty'],
  ])('%s (%d ms) has this fault, if any: %s', (_, length, fault) => {
    expect(validatePeriod({ checkinOpensAt: at, noShowAt: at + length })).toBe(fault);
  });
});

it('A check-in by hand has an author, and one at a gate has none', () => {
  const by = { through: 'console', id: 'ana' } as const;
  const byHand = aCheckin('c', BOOKED_AT, { clientId: undefined, by, reason: 'badge_broken' });
  expect([byHand, aCheckin('c')].map((checkin) => byHandOf(aBooking({ checkin })))).toEqual([
    { by, reason: 'badge_broken' },
    undefined,
  ]);
});

it('A booking expires after the days of retention, or with 0 never', () => {
  expect([0, 30].map((days) => bookingExpiry(DAY, days))).toEqual([undefined, (31 * DAY) / 1000]);
});
