import { describe, expect, it } from '@jest/globals';
import { differencesFromDocument } from '../../support/described-response.ts';

const url = 'http://127.0.0.1:3000/scheduling/checkin';

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

const faultsOf = ({ status, headers, body }: typeof good, address = url) =>
  differencesFromDocument('POST', address, { status, headers: new Headers(headers), body });

const unavailable = {
  status: 503,
  headers: { ...good.headers, 'retry-after': '1' },
  body: { statusCode: 503, code: 'dependency_unavailable', message: 'Busy.', requestId: 'a' },
};

describe('The API document', () => {
  it.each([
    ['a check-in', good],
    ['an error', unavailable],
    [
      'an error of the gateway',
      {
        status: 503,
        headers: { 'content-type': 'application/json', 'apigw-requestid': 'a' },
        body: { message: 'Service Unavailable' },
      },
    ],
  ])('describes %s', (_, response) => {
    expect(faultsOf(response)).toEqual([]);
  });

  it.each([
    ['an unknown status', { ...good, status: 202 }, /202 is not described/],
    ['an additional member', { ...good, body: { ...good.body, more: 1 } }, /additional properties/],
    ['a missing member', { ...good, body: { statusCode: 200, message: 'x' } }, /checkinCount/],
    [
      'a different status in the body',
      { ...unavailable, body: { ...unavailable.body, statusCode: 500 } },
      /body says 500/,
    ],
    ['an error status without its header', { ...unavailable, headers: good.headers }, /Retry-After is missing/],
    [
      'an unknown header',
      { ...good, headers: { ...good.headers, 'x-powered-by': 'me' } },
      /x-powered-by is not described/,
    ],
  ])('does not describe a response with %s', (_, response, fault) => {
    expect(faultsOf(response).join()).toMatch(fault);
  });

  it('does not describe a response of an unknown path, unless it is the gateway’s 404', () => {
    expect(faultsOf(good, 'http://127.0.0.1:3000/elsewhere')).toEqual(['POST /elsewhere is not described']);
    expect(
      faultsOf({ ...good, status: 404, body: { message: 'Not Found' } }, 'http://127.0.0.1:3000/elsewhere'),
    ).toEqual([]);
  });
});
