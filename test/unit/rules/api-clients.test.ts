import { describe, expect, it } from '@jest/globals';
import { isScope } from '../../../shared/rules/api-clients.ts';

describe('A scope of an API client', () => {
  it.each([
    ['checkin', true],
    ['sync', true],
    ['admin', false],
    [undefined, false],
  ])('is %p: %s', (value, isOne) => {
    expect(isScope(value)).toBe(isOne);
  });
});
