import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { authorizeBearer, readBearerToken, readHeader, type ApiRequest } from '../../../shared/http/api-request.ts';

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

const read = (authorization?: string) =>
  readBearerToken({ headers: authorization === undefined ? {} : { authorization } });

/** `token68` of RFC 9110, section 11.2. */
const token68 = fc.stringMatching(/^[\w.~+/-]{1,40}={0,2}$/);
const blanks = (min: number) => fc.nat({ max: 3 }).map((more) => ' '.repeat(min + more));

describe('A bearer token', () => {
  it('is read unchanged, whatever the letter case of the scheme and the number of spaces around the token', () => {
    const scheme = fc.constantFrom('Bearer', 'bearer', 'BEARER', 'bEaReR');
    fc.assert(
      fc.property(scheme, blanks(1), token68, blanks(0), (name, before, token, after) => {
        expect(read(name + before + token + after)).toBe(token);
      }),
    );
  });

  it('names the caller, whose client and company are logged, and whose address is that of the request', async () => {
    const claims = { clientId: 'gate', companyId: 'acme', scopes: [], revocationNumber: 0 };
    const requestContext = { http: { sourceIp: '192.0.2.1' } };
    const request = { headers: { authorization: 'Bearer abc' }, requestContext } as unknown as ApiRequest;
    const logged: unknown[] = [];
    const authorize = authorizeBearer(async (token) => ({ ...claims, clientId: `${claims.clientId} of ${token}` }));
    const caller = await authorize(request, (details) => logged.push(details));
    expect(caller).toEqual({ ...claims, clientId: 'gate of abc', sourceIp: '192.0.2.1' });
    expect(logged).toEqual([{ fields: { clientId: 'gate of abc', companyId: 'acme' } }]);
  });

  it.each([undefined, 'Bearer', 'Bearer \t ', 'Bearerabc', 'Basic Bearer abc'])(
    'is missing from %j',
    (authorization) => {
      expect(() => read(authorization)).toThrow(
        expect.objectContaining({ code: 'token_missing', message: 'no bearer token' }),
      );
    },
  );

  it.each(['Bearer =', 'Bearer a=b', 'Bearer a b', 'Bearer \ta', 'Bearer a\n'])(
    'is malformed in %j',
    (authorization) => {
      expect(() => read(authorization)).toThrow(
        expect.objectContaining({ code: 'token_invalid', message: 'malformed credentials' }),
      );
    },
  );
});
