import { describe, expect, it } from '@jest/globals';
import { checkConsoleResponse } from '../../support/described-console-response.ts';

const headers = { 'cache-control': 'no-store', 'x-request-id': 'a' };
const me = { subject: 'ana', companyId: 'acme', role: 'owner' };
const check = (change: { status?: number; headers?: Record<string, string>; body?: unknown } = {}) =>
  checkConsoleResponse('getMe', { status: 200, body: me, ...change, headers: new Headers(change.headers ?? headers) });

describe('The document of the console API', () => {
  it('describes a response of the service', () => {
    expect(check().body).toEqual(me);
  });

  it.each([
    ['an unknown status', { status: 418 }, /418 is not described/],
    ['an additional member', { body: { ...me, more: 1 } }, /additional properties/],
    ['a missing header', { headers: { 'x-request-id': 'a' } }, /Cache-Control is missing/],
    [
      'a code that the route does not have',
      {
        status: 403,
        headers: { ...headers, 'content-language': 'en' },
        body: { statusCode: 403, code: 'last_owner', message: 'x', requestId: 'a' },
      },
      /allowed values/,
    ],
  ])('does not describe a response with %s', (_, change, fault) => {
    expect(() => check(change)).toThrow(fault);
  });
});
