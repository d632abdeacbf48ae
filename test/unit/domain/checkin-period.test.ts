import { describe, expect, it } from '@jest/globals';
import { containsInstant, validatePeriod } from '../../../shared/domain/checkin-period.ts';

const HOUR = 60 * 60_000;
const opensAt = Date.UTC(2026, 10, 21, 8);
const period = { checkinOpensAt: opensAt, noShowAt: opensAt + 2 * HOUR };

describe('A check-in period', () => {
  it.each([
    ['a millisecond before it opens', opensAt - 1, false],
    ['at its opening', opensAt, true],
    ['a millisecond before its no-show time', opensAt + 2 * HOUR - 1, true],
    ['at its no-show time', opensAt + 2 * HOUR, false],
  ])('contains an instant %s (%d): %s', (_, instant, isContained) => {
    expect(containsInstant(period, instant)).toBe(isContained);
  });

  it.each([
    ['of 72 hours', 72 * HOUR, undefined],
    ['a millisecond longer than 72 hours', 72 * HOUR + 1, 'the check-in period is longer than 72 hours'],
    ['of a millisecond', 1, undefined],
    ['of no length', 0, 'the no-show moment must be later than the moment check-in opens'],
    ['that ends before it starts', -1, 'the no-show moment must be later than the moment check-in opens'],
  ])('%s (%d ms) has this fault, if any: %s', (_, length, fault) => {
    expect(validatePeriod({ checkinOpensAt: opensAt, noShowAt: opensAt + length })).toBe(fault);
  });
});
