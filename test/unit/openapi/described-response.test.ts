import { expect, it } from '@jest/globals';
import { checkConsoleResponse } from '../../support/described-console-response.ts';
import { differencesFromDocument } from '../../support/described-response.ts';

const headers = {
  'content-type': 'application/json',
  'x-request-id': 'a',
  'apigw-requestid': 'a',
  'content-language': 'en',
  'cache-control': 'no-store',
};

it('The tests notice a response of the gates’ API that the document does not describe', () => {
  const faultsOf = (changes: { status?: number; body?: object; headers?: Record<string, string> }) => {
    const body = { statusCode: 200, message: 'Checked in to 1 booking.', checkinCount: 1, ...changes.body };
    const { 'cache-control': _, ...described } = headers;
    const received = { status: 200, ...changes, body, headers: new Headers({ ...described, ...changes.headers }) };
    return differencesFromDocument('POST', 'http://127.0.0.1:3000/scheduling/checkin', received).join();
  };
  expect(faultsOf({})).toBe('');
  expect(faultsOf({ status: 202 })).toMatch(/202 is not described/);
  expect(faultsOf({ body: { more: 1 } })).toMatch(/\/more is not in the schema/);
  expect(faultsOf({ body: { checkinCount: undefined } })).toMatch(/checkinCount/);
  expect(faultsOf({ body: { statusCode: 500 } })).toMatch(/body says 500/);
  expect(faultsOf({ headers: { 'x-powered-by': 'me' } })).toMatch(/x-powered-by is not/);
});

it('The tests notice a response of the console’s API that its schemas do not describe', () => {
  const me = { subject: 'ana', companyId: 'acme', role: 'owner' };
  const check = (changes: { status?: number; body?: unknown }) =>
    checkConsoleResponse('getMe', { status: 200, body: me, headers: new Headers(headers), ...changes }).body as unknown;
  expect(check({})).toEqual(me);
  expect(() => check({ status: 201 })).toThrow(/responds with 200/);
  expect(() => check({ body: { ...me, more: 1 } })).toThrow(/more/);
  const error = { statusCode: 403, code: 'last_owner', message: 'x', requestId: 'a' };
  expect(() => check({ status: 403, body: error })).toThrow(/last_owner does not have this status/);
});
