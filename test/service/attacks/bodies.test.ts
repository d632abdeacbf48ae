import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { post, type HttpResponse } from '../../support/running-service.ts';
import { openTarget, type Target } from './forge.ts';

let target: Target;
let accessToken: string;

beforeAll(async () => {
  target = await openTarget();
  ({ accessToken } = await target.service.logIn(target.client));
});
afterAll(() => target.service.stop());

type Body = string | Uint8Array;

/** Bodies that are not a JSON object in UTF-8. The tests of the parsers have more. */
const unreadable: [string, Body][] = [
  ['empty', ''],
  ['incomplete JSON', '{"id":'],
  ['an array', '[{"id":1}]'],
  ['a form', 'clientId=a&clientSecret=b&id=1'],
  ['UTF-16', Buffer.from('{"id":1}', 'utf16le')],
  ['not UTF-8', Buffer.from('{"uid":"\u00ff","clientId":"a","clientSecret":"b"}', 'latin1')],
  ['16 KiB of brackets', '['.repeat(16 * 1024)],
];

const checkIn = (body: Body): Promise<HttpResponse> =>
  post(`${target.service.url}/scheduling/checkin`, body, { Authorization: `Bearer ${accessToken}` });

const logIn = (body: unknown): Promise<HttpResponse> => post(`${target.service.url}/auth`, body);

describe.each([
  ['POST /auth', logIn],
  ['POST /scheduling/checkin', checkIn],
])('%s', (_, send) => {
  it.each(unreadable)('responds with 400 to a body that is %s, and does not quote the body', async (__, sent) => {
    const { status, body } = await send(sent);
    expect([status, body]).toEqual([
      400,
      {
        statusCode: 400,
        code: 'invalid_body',
        message: 'The body must be a JSON object in UTF-8.',
        requestId: expect.any(String),
      },
    ]);
  });

  it.each([
    ['__proto__', '{"__proto__":{"id":1,"clientId":"a","clientSecret":"b"}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"id":1,"clientId":"a","clientSecret":"b"}}}'],
  ])('ignores the member %s like any unknown member', async (__, sent) => {
    const { status, body } = await send(sent);
    expect([status, body.code]).toEqual([400, 'invalid_field']);
  });

  it('responds with 413 to a body of a megabyte', async () => {
    const { status, body } = await send(JSON.stringify({ id: 1, padding: 'x'.repeat(1_048_576) }));
    expect([status, body.code]).toEqual([413, 'body_too_large']);
  });
});

describe('POST /scheduling/checkin', () => {
  it('rejects an id that would be valid only after rounding', async () => {
    const { status, body } = await checkIn('{"id":0.99999999999999999}');
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'id' })]]);
  });
});

describe('POST /auth', () => {
  it('uses the last of two members with the same name, as JSON.parse does', async () => {
    const { clientId, clientSecret } = target.client;
    const twice = (first: string, last: string) =>
      `{"clientId":"${clientId}","clientSecret":"${first}","clientSecret":"${last}"}`;
    expect((await logIn(twice('wrong', clientSecret))).status).toBe(201);
    expect((await logIn(twice(clientSecret, 'wrong'))).status).toBe(401);
  });

  it('reads credentials only from the body', async () => {
    const { clientId, clientSecret } = target.client;
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const query = new URLSearchParams({ clientId, clientSecret });
    const response = await post(`${target.service.url}/auth?${query.toString()}`, {}, { Authorization: basic });
    expect(response.status).toBe(400);
  });
});
