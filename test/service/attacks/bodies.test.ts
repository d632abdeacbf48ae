import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { get, post, type HttpResponse } from '../../support/running-service.ts';
import { openTarget, type Target } from './forge.ts';

let target: Target;
let accessToken: string;

beforeAll(async () => {
  target = await openTarget();
  ({ accessToken } = await target.service.logIn(target.client));
});
afterAll(() => target.service.stop());

const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);
const inQuotes = (...values: number[]): Uint8Array =>
  Buffer.concat([Buffer.from('{"uid":"'), bytes(...values), Buffer.from('","clientId":"a","clientSecret":"b"}')]);

/** Bodies that are not a JSON object in UTF-8. */
const unreadable: [string, string | Uint8Array][] = [
  ['nothing', ''],
  ['a brace', '{'],
  ['half an object', '{"id":'],
  ['a comma behind the last member', '{"id":1,}'],
  ['single quotation marks', "{'id':1}"],
  ['a name without quotation marks', '{id:1}'],
  ['a comment', '{"id":1/* */}'],
  ['NaN', '{"id":NaN}'],
  ['a number with a zero before it', '{"id":01}'],
  ['a zero byte', '{"id":1}\0'],
  ['null', 'null'],
  ['a text', '"{}"'],
  ['an array', '[{"id":1}]'],
  ['a form', 'clientId=a&clientSecret=b&id=1'],
  ['XML', '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><id>&e;</id>'],
  ['gzip', gzipSync('{"id":1}')],
  ['UTF-16', Buffer.from('{"id":1}', 'utf16le')],
  ['a lone continuation byte', inQuotes(0x80)],
  ['a byte that UTF-8 never has', inQuotes(0xff)],
  ['a surrogate in UTF-8', inQuotes(0xed, 0xa0, 0x80)],
  ['16 KiB of brackets', '['.repeat(16 * 1024)],
  ['16 KiB of braces', '{"a":'.repeat(3_200)],
];

const values = [null, true, 0, -1, 1.5, '', ' ', [], [1], {}, { $ne: null }, { S: 'x' }, '\ud800', 'x'.repeat(300)];
const credentialNames = ['clientId', 'clientSecret'];

const routes = [
  ['POST /auth', (body: string | Uint8Array) => post(`${target.service.url}/auth`, body)],
  [
    'POST /scheduling/checkin',
    (body: string | Uint8Array) =>
      post(`${target.service.url}/scheduling/checkin`, body, { Authorization: `Bearer ${accessToken}` }),
  ],
] as const;

const messageOf = ({ status, headers, body }: HttpResponse): string => {
  expect(Object.keys(body)).toEqual(['statusCode', 'code', 'message', 'requestId', ...(body.errors ? ['errors'] : [])]);
  expect([body.statusCode, body.requestId]).toEqual([status, headers.get('x-request-id')]);
  return body.message;
};

describe.each(routes)('%s', (_, send) => {
  it.each(unreadable)('responds to a body that is %s with 400, and does not quote it', async (__, body) => {
    const response = await send(body);
    expect(response.status).toBe(400);
    expect(messageOf(response)).toBe('The body must be a JSON object in UTF-8.');
    expect(response.body).toMatchObject({ code: 'invalid_body' });
    expect(response.body.errors).toBeUndefined();
  });

  it.each([
    ['__proto__', '{"__proto__":{"id":1,"clientId":"a","clientSecret":"b"}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"id":1,"clientId":"a","clientSecret":"b"}}}'],
  ])('ignores the member %s like any unknown member', async (__, body) => {
    const response = await send(body);
    expect([response.status, response.body.code]).toEqual([400, 'invalid_field']);
  });

  it('responds to a body of a megabyte with 413', async () => {
    const response = await send(JSON.stringify({ id: 1, padding: 'x'.repeat(1_048_576) }));
    expect([response.status, messageOf(response)]).toEqual([
      413,
      'The body must not be larger than 16 KiB, or 256 KiB for a list of items.',
    ]);
    expect(response.body.code).toBe('body_too_large');
  });

  it('reads only own members, not those of a prototype or the indices of an array', async () => {
    const names = ['toString', 'hasOwnProperty', 'length', '0', 'constructor'];
    const response = await send(JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))));
    expect(response.status).toBe(400);
    expect(response.body.errors.map(({ field }: { field: string }) => field)).not.toEqual(
      expect.arrayContaining(names),
    );
  });
});

describe('The number of a user', () => {
  const checkIn = (id: string) =>
    post(`${target.service.url}/scheduling/checkin`, `{"id":${id},"__proto__":7,"constructor":{"prototype":1}}`, {
      Authorization: `Bearer ${accessToken}`,
    });

  it.each(['1', '1.0', '1e0', '10e-1', '0.1E1'])('may be written %s', async (id) => {
    expect((await checkIn(id)).status).toBe(200);
  });

  it.each(['0.99999999999999999', '1.00000000000000001', '9007199254740991.4', '9007199254740992', '1e-400'])(
    'is not %s, even if it would be rounded to a valid one',
    async (id) => {
      const { status, body } = await checkIn(id);
      expect([status, body.code, body.errors]).toEqual([
        400,
        'invalid_field',
        [expect.objectContaining({ field: 'id' })],
      ]);
    },
  );
});

describe('POST /auth', () => {
  it.each(credentialNames.flatMap((name) => values.map((value) => [name, value] as const)))(
    'names %s as invalid if it is %j, or refuses it',
    async (name, value) => {
      const { clientId, clientSecret } = target.client;
      const response = await post(`${target.service.url}/auth`, { clientId, clientSecret, [name]: value });
      const fields = response.body.errors?.map(({ field }: { field: string }) => field);
      expect([response.status, fields]).toEqual(value === ' ' ? [401, undefined] : [400, [name]]);
      expect(JSON.stringify(response.body)).not.toContain(clientSecret);
    },
  );

  it('uses the last of two members with the same name, as JSON.parse does', async () => {
    const { clientId, clientSecret } = target.client;
    const twice = (first: string, last: string) =>
      `{"clientId":"${clientId}","clientSecret":"${first}","clientSecret":"${last}"}`;
    expect((await post(`${target.service.url}/auth`, twice('wrong', clientSecret))).status).toBe(201);
    expect((await post(`${target.service.url}/auth`, twice(clientSecret, 'wrong'))).status).toBe(401);
  });

  it('reads credentials only from the body', async () => {
    const { clientId, clientSecret } = target.client;
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const query = new URLSearchParams({ clientId, clientSecret });
    const response = await post(`${target.service.url}/auth?${query.toString()}`, {}, { Authorization: basic });
    expect(response.status).toBe(400);
  });
});

describe('GET /auth/refresh-token', () => {
  it('ignores the body', async () => {
    const { refreshToken } = await target.service.logIn(target.client);
    const response = await get(`${target.service.url}/auth/refresh-token`, {
      Authorization: `Bearer ${refreshToken}`,
      'Content-Type': 'text/plain',
    });
    expect(response.status).toBe(200);
  });
});
