import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readHeader } from '../../../shared/http/api-request.ts';

const inSomeCase = (name: string) =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((isUpper) => Array.from(name, (letter, index) => (isUpper[index] ? letter.toUpperCase() : letter)).join(''));

describe('A header', () => {
  it('is found among other headers by its name in upper, lower or mixed case', () => {
    fc.assert(
      fc.property(inSomeCase('idempotency-key'), fc.string(), (name, value) => {
        const headers = { 'content-type': 'application/json', [name]: value, 'x-idempotency-key': 'other' };
        expect(readHeader({ headers }, 'idempotency-key')).toBe(value);
      }),
    );
  });

  it('in lower case, as API Gateway writes it, takes precedence over the same header in another case', () => {
    const headers = { Authorization: 'Bearer a', authorization: 'Bearer b' };
    expect(readHeader({ headers }, 'authorization')).toBe('Bearer b');
  });

  it('can be missing', () => {
    expect(readHeader({ headers: { 'x-authorization': 'Bearer a' } }, 'authorization')).toBeUndefined();
  });
});
