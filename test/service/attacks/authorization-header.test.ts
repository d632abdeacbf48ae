import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRaw } from '../../support/send-request.ts';
import { get } from '../../support/running-service.ts';
import type { HttpResponse } from '../../support/running-service.ts';
import type { TokenKind } from '../../../shared/domain/tokens.ts';
import { refusal, revealingPart, openTarget, type Target } from './forge.ts';

let target: Target;

beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.service.stop());

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

/** Makes header lines from a valid token. `read-bearer-token.test.ts` has more spellings of one header. */
type MakeHeaders = (token: string) => readonly string[];

const withoutToken: [string, MakeHeaders][] = [
  ['no Authorization header', () => []],
  ['the scheme DPoP', (token) => ['Authorization', `DPoP ${token}`]],
  ['the token in a cookie', (token) => ['Cookie', `access_token=${token}`]],
  [
    'a bearer token in the second of two headers',
    (token) => ['Authorization', 'Basic YTpi', 'Authorization', `Bearer ${token}`],
  ],
];

const malformed: [string, MakeHeaders][] = [
  ['characters outside ASCII', () => ['Authorization', 'Bearer \u00ff\u00fe\u0080']],
  [
    'the same token in two headers',
    (token) => ['Authorization', `Bearer ${token}`, 'Authorization', `Bearer ${token}`],
  ],
  ['another scheme in a second header', (token) => ['Authorization', `Bearer ${token}`, 'Authorization', 'Basic YTpi']],
];

describe.each(['access', 'refresh'] as const)('The route for the %s token', (kind) => {
  it('accepts a header in lower case, with whitespace around its value', async () => {
    const { token } = await target.sample(kind);
    expect((await send(kind, ['authorization', ` \t bearer ${token} \t `])).status).toBe(200);
  });

  it.each(withoutToken)('says that the token is missing if it receives %s', async (_, headers) => {
    const { token } = target.shared(kind);
    expect(revealingPart(await send(kind, headers(token)))).toEqual(refusal(kind, 'missing'));
  });

  it.each(malformed)('says that the token is invalid if it receives %s', async (_, headers) => {
    const { token } = target.shared(kind);
    expect(revealingPart(await send(kind, headers(token)))).toEqual(refusal(kind, 'invalid'));
  });
});

describe('A token', () => {
  it('is not read from the query, which proxies might log', async () => {
    const { token } = await target.sample('refresh');
    const response = await get(`${target.service.url}/auth/refresh-token?access_token=${token}&refreshToken=${token}`);
    expect(revealingPart(response)).toEqual(refusal('refresh', 'missing'));
  });

  it('is not read from the body', async () => {
    const { token } = await target.sample('access');
    const response = await sendCheckin([], { id: 1, access_token: token, accessToken: token });
    expect(revealingPart(response)).toEqual(refusal('access', 'missing'));
  });

  it('is checked before the body, so a caller without a token learns nothing about the fields', async () => {
    expect(revealingPart(await sendCheckin([], { id: 'x' }))).toEqual(refusal('access', 'missing'));
  });
});
