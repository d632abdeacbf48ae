import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { joinKey } from '../../../shared/adapters/dynamodb/join-key.ts';

describe('joinKey', () => {
  it('does not escape parts in which there is no separator', () => {
    expect(joinKey('acme', 'id', 42)).toBe('acme#id#42');
  });

  it('never makes the same key from different parts', () => {
    const parts = fc.array(fc.string({ unit: fc.constantFrom('#', '%', '2', '3', '5', 'a', 'é') }), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(parts, parts, (some, others) => {
        expect(joinKey(...some) === joinKey(...others)).toBe(JSON.stringify(some) === JSON.stringify(others));
      }),
      { numRuns: 2_000 },
    );
  });
});
