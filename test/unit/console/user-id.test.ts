import { describe, expect, it } from '@jest/globals';
import { parseUserId } from '../../../lib/console/browser/components/user-id.ts';

describe('A user ID', () => {
  it.each([
    ['1', 1],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('is valid: %s', (text, id) => {
    expect(parseUserId(text)).toBe(id);
  });

  it.each(['', 'abc', '0', '-1', '1.5', '1e3', '9007199254740992'])('is not valid: %j', (text) => {
    expect(parseUserId(text)).toBeUndefined();
  });
});
