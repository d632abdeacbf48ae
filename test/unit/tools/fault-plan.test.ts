import { describe, expect, it } from '@jest/globals';
import { mixFaults } from '../../tools/faults/fault-plan.ts';

const seeds = Array.from({ length: 200 }, (_, index) => index);

describe('The faults of a history', () => {
  it('end for a call that is made again and again, so that its caller gets a response', () => {
    const plans = seeds.flatMap((seed) => [mixFaults(seed, false), mixFaults(seed, true)]);
    const faultsOf = (before: number) => plans.filter((plan) => plan('GetItem', before).fault !== 'none').length;
    expect(faultsOf(0)).toBeGreaterThan(0);
    for (const before of [25, 100, 1_000]) expect(faultsOf(before)).toBe(0);
  });
});
