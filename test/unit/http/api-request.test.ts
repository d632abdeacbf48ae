import { describe, expect, it } from '@jest/globals';
import { readHeader } from '../../../shared/http/api-request.ts';

describe('A header', () => {
  it('is found in whatever case it is written', () => {
    expect(readHeader({ headers: { 'idempotency-key': 'a' } }, 'idempotency-key')).toBe('a');
    expect(readHeader({ headers: { Other: 'b', 'Idempotency-KEY': 'a' } }, 'idempotency-key')).toBe('a');
  });

  it('is the one in lower case where there are several', () => {
    expect(readHeader({ headers: { 'X-A': 'b', 'x-a': 'a' } }, 'x-a')).toBe('a');
  });

  it('is undefined where it is not there', () => {
    expect(readHeader({ headers: { 'x-ab': 'b' } }, 'x-a')).toBeUndefined();
  });
});
