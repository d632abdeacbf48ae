import { describe, expect, it } from '@jest/globals';
import { checkConsoleResponse } from '../../support/described-console-response.ts';
import { differencesFromDocument } from '../../support/described-response.ts';

const good = {
  status: 200,
  headers: {
    'content-type': 'application/json',
    'x-request-id': 'a',
    'apigw-requestid': 'a',
    'content-language': 'en',
  } as Record<string, string>,
  body: { statusCode: 200, message: 'Checked in to 1 booking.', checkinCount: 1 } as object,
};

const faultsOf = ({ status, headers, body, path = '/scheduling/checkin' }: typeof good & { path?: string }) =>
  differencesFromDocument('POST', `http://127.0.0.1:3000${path}`, { status, headers: new Headers(headers), body });

const unavailable = {
  status: 503,
  headers: { ...good.headers, 'retry-after': '1' },
  body: { statusCode: 503, code: 'dependency_unavailable', message: 'Busy.', requestId: 'a' },
};

describe('The API document', () => {
  it('describes a check-in, errors, and the gateway’s 404', () => {
    const gateway = { 'content-type': 'application/json', 'apigw-requestid': 'a' };
    expect(faultsOf(good)).toEqual([]);
    expect(faultsOf(unavailable)).toEqual([]);
    expect(faultsOf({ status: 503, headers: gateway, body: { message: 'Service Unavailable' } })).toEqual([]);
    expect(faultsOf({ ...good, path: '/elsewhere', status: 404, body: { message: 'Not Found' } })).toEqual([]);
  });

  it.each([
    ['an unknown path', { ...good, path: '/elsewhere' }, /POST \/elsewhere is not described/],
    ['an unknown status', { ...good, status: 202 }, /202 is not described/],
    ['an additional member', { ...good, body: { ...good.body, more: 1 } }, /\/more is not in the schema/],
    ['a missing member', { ...good, body: { statusCode: 200, message: 'x' } }, /checkinCount/],
    ['another status in the body', { ...unavailable, body: { ...unavailable.body, statusCode: 500 } }, /body says 500/],
    ['an error status without its header', { ...unavailable, headers: good.headers }, /Retry-After is missing/],
    ['an unknown header', { ...good, headers: { ...good.headers, 'x-powered-by': 'me' } }, /x-powered-by is not/],
  ])('does not describe a response with %s', (_, response, fault) => {
    expect(faultsOf(response).join()).toMatch(fault);
  });
});

describe('The schemas of the console API', () => {
  const headers = { 'cache-control': 'no-store', 'x-request-id': 'a' };
  const me = { subject: 'ana', companyId: 'acme', role: 'owner' };
  const check = (change: { status?: number; headers?: Record<string, string>; body?: unknown }) =>
    checkConsoleResponse('getMe', {
      status: 200,
      body: me,
      ...change,
      headers: new Headers({ ...headers, ...change.headers }),
    });

  it('describes a response of the service', () => {
    expect(check({}).body).toEqual(me);
  });

  it.each([
    ['another status', { status: 201 }, /responds with 200/],
    ['an additional member', { body: { ...me, more: 1 } }, /more/],
    ['a missing header', { status: 403, body: { statusCode: 403 } }, /content-language is missing/],
    [
      'an error of another status',
      {
        status: 403,
        headers: { 'content-language': 'en' },
        body: { statusCode: 403, code: 'last_owner', message: 'x', requestId: 'a' },
      },
      /last_owner does not have this status/,
    ],
  ])('does not describe a response with %s', (_, change, fault) => {
    expect(() => check(change)).toThrow(fault);
  });
});
