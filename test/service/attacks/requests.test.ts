import { describe, expect, it } from '@jest/globals';
import type { TokenKind } from '../../../shared/domain/tokens.ts';
import { get, post, type HttpResponse } from '../../support/running-service.ts';
import { sendRaw } from '../../support/send-request.ts';
import { useTarget, refusal, revealingPart, sign } from './forge.ts';

const target = useTarget();

const logIn = (body: unknown): Promise<HttpResponse> => post(`${target.service.url}/auth`, body);

const checkIn = async (body: unknown): Promise<HttpResponse> => {
  const { token } = await target.sample('access');
  return post(`${target.service.url}/scheduling/checkin`, body, { Authorization: `Bearer ${token}` });
};

// The tests of the parsers have more bodies.
describe.each([
  ['POST /auth', logIn],
  ['POST /scheduling/checkin', checkIn],
])('%s', (_, send) => {
  it.each([
    ['not UTF-8', Buffer.from('{"uid":"\u00ff","clientId":"a","clientSecret":"b"}', 'latin1')],
    ['16 KiB of brackets', '['.repeat(16 * 1024)],
  ])('responds with 400 to a body that is %s, and does not quote the body', async (__, sent) => {
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

  it('rejects the member __proto__', async () => {
    const { status, body } = await send('{"__proto__":{"id":1,"clientId":"a","clientSecret":"b"}}');
    expect([status, body.code]).toEqual([400, 'invalid_body']);
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

const sendCheckin = (headers: readonly string[], body: object = { id: 1 }): Promise<HttpResponse> =>
  sendRaw(`${target.service.url}/scheduling/checkin`, {
    method: 'POST',
    headers: ['Content-Type', 'application/json', ...headers],
    body: JSON.stringify(body),
  });

/** Sends the request that needs this kind of token, with these header lines. */
const send = (kind: TokenKind, headers: readonly string[]): Promise<HttpResponse> =>
  kind === 'access'
    ? sendCheckin(headers)
    : sendRaw(`${target.service.url}/auth/refresh-token`, { method: 'GET', headers });

describe.each(['access', 'refresh'] as const)('The route for the %s token', (kind) => {
  it('accepts a header in lower case, with whitespace around its value', async () => {
    const { token } = await target.sample(kind);
    expect((await send(kind, ['authorization', ` \t bearer ${token} \t `])).status).toBe(200);
  });

  it('does not read the token from a second header', async () => {
    const twoHeaders = ['Authorization', 'Basic YTpi', 'Authorization', `Bearer ${target.shared(kind).token}`];
    expect(revealingPart(await send(kind, twoHeaders))).toEqual(refusal(kind, 'missing'));
  });

  it('says that the token is invalid if it receives the token in two headers', async () => {
    const bearer = ['Authorization', `Bearer ${target.shared(kind).token}`];
    expect(revealingPart(await send(kind, [...bearer, ...bearer]))).toEqual(refusal(kind, 'invalid'));
  });

  it('says that the token is invalid if it has characters outside ASCII', async () => {
    const response = await send(kind, ['Authorization', 'Bearer \u00ff\u00fe\u0080']);
    expect(revealingPart(response)).toEqual(refusal(kind, 'invalid'));
  });

  /** Signs a token of this length, or up to three characters shorter. */
  const signTokenOfLength = async (length: number): Promise<string> => {
    const { header, claims, key } = await target.sample(kind);
    const bare = sign(header, { ...claims, padding: '' }, key).length;
    return sign(header, { ...claims, padding: 'x'.repeat(Math.floor(((length - bare) * 3) / 4)) }, key);
  };

  it('accepts a signed token of up to 2,048 characters, but not a longer one', async () => {
    const [largest, tooLarge] = [await signTokenOfLength(2_048), await signTokenOfLength(2_052)];
    expect(largest.length).toBeLessThanOrEqual(2_048);
    expect((await target.send(kind, largest)).status).toBe(200);
    expect(tooLarge.length).toBeGreaterThan(2_048);
    expect(revealingPart(await target.send(kind, tooLarge))).toEqual(refusal(kind, 'invalid'));
  });
});

describe('A token', () => {
  it('is not read from the query, which proxies might log', async () => {
    const { token } = target.shared('refresh');
    const response = await get(`${target.service.url}/auth/refresh-token?access_token=${token}&refreshToken=${token}`);
    expect(revealingPart(response)).toEqual(refusal('refresh', 'missing'));
  });

  it('is not read from the body', async () => {
    const { token } = target.shared('access');
    const response = await sendCheckin([], { id: 1, access_token: token, accessToken: token });
    expect(revealingPart(response)).toEqual(refusal('access', 'missing'));
  });

  it('of a megabyte is rejected by the gateway', async () => {
    const headers = { Authorization: `Bearer ${'A'.repeat(1_048_576)}` };
    // The gateway may close the connection before it has received the whole token.
    const status = await fetch(`${target.service.url}/auth/refresh-token`, { headers }).then(
      (response) => response.status,
      () => undefined,
    );
    expect([431, undefined]).toContain(status);
    expect((await target.send('refresh', (await target.sample('refresh')).token)).status).toBe(200);
  });
});
