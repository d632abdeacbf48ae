import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRaw } from '../../support/send-request.ts';
import { get } from '../../support/running-service.ts';
import type { HttpResponse } from '../../support/running-service.ts';
import type { TokenKind } from '../../../shared/domain/tokens.ts';
import { refusal, view, openTarget, sendTo, type Target } from './forge.ts';

let target: Target;

beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.service.stop());

const send = (kind: TokenKind, lines: readonly string[]): Promise<HttpResponse> => {
  const { url } = target.service;
  return kind === 'access'
    ? sendRaw(`${url}/scheduling/checkin`, {
        method: 'POST',
        headers: ['Content-Type', 'application/json', ...lines],
        body: '{"id":1}',
      })
    : sendRaw(`${url}/auth/refresh-token`, { method: 'GET', headers: lines });
};

/** Header lines, given a valid token. */
type Lines = (token: string) => readonly string[];

const taken: [string, Lines][] = [
  ['in the usual form', (token) => ['Authorization', `Bearer ${token}`]],
  ['with the scheme in lower case', (token) => ['Authorization', `bearer ${token}`]],
  ['with the name in lower case', (token) => ['authorization', `Bearer ${token}`]],
  ['with blanks and tabs around', (token) => ['Authorization', ` \t Bearer ${token} \t `]],
];

const missing: [string, Lines][] = [
  ['no header', () => []],
  ['an empty one', () => ['Authorization', '']],
  ['the scheme alone', () => ['Authorization', 'Bearer']],
  ['the token without a scheme', (token) => ['Authorization', token]],
  ['no blank between the two', (token) => ['Authorization', `Bearer${token}`]],
  ['the scheme Basic with credentials', () => ['Authorization', 'Basic Z2F0ZTpzZWNyZXQ=']],
  ['the scheme DPoP', (token) => ['Authorization', `DPoP ${token}`]],
  ['a scheme that only begins so', (token) => ['Authorization', `Bearers ${token}`]],
  ['another header', (token) => ['X-Authorization', `Bearer ${token}`]],
  ['a cookie', (token) => ['Cookie', `access_token=${token}`]],
  ['several headers of other schemes', () => ['Authorization', 'Basic YTpi', 'Authorization', 'Digest a="b"']],
];

const malformed: [string, Lines][] = [
  ['a tab between the two', (token) => ['Authorization', `Bearer\t${token}`]],
  ['a comma behind it', (token) => ['Authorization', `Bearer ${token},`]],
  ['a blank within it', (token) => ['Authorization', `Bearer ${token.replace('.', ' .')}`]],
  ['the scheme twice', (token) => ['Authorization', `Bearer Bearer ${token}`]],
  ['quotation marks around it', (token) => ['Authorization', `Bearer "${token}"`]],
  ['a parameter', (token) => ['Authorization', `Bearer token=${token}`]],
  ['percent signs that decode to nothing', () => ['Authorization', 'Bearer %00%ff%zz%']],
  ['the highest Latin-1', () => ['Authorization', 'Bearer \u00ff\u00fe\u0080']],
  [
    'two headers with the same token',
    (token) => ['Authorization', `Bearer ${token}`, 'Authorization', `Bearer ${token}`],
  ],
  [
    'two headers, the second with another scheme',
    (token) => ['Authorization', `Bearer ${token}`, 'Authorization', 'Basic YTpi'],
  ],
];

describe.each(['access', 'refresh'] as const)('An Authorization header for the %s token', (kind) => {
  it.each(taken)('is accepted %s', async (_, lines) => {
    const { token } = await target.sample(kind);
    expect((await send(kind, lines(token))).status).toBe(200);
  });

  it.each(missing)('that is %s gets the response to a missing token', async (_, lines) => {
    const { token } = target.shared(kind);
    expect(view(await send(kind, lines(token)))).toEqual(refusal(kind, 'missing'));
  });

  it.each(malformed)('with %s is refused', async (_, lines) => {
    const { token } = target.shared(kind);
    expect(view(await send(kind, lines(token)))).toEqual(refusal(kind, 'sent'));
  });

  it('that follows a header with another scheme is ignored', async () => {
    const { token } = await target.sample(kind);
    const response = await send(kind, ['Authorization', 'Basic YTpi', 'Authorization', `Bearer ${token}`]);
    expect(view(response)).toEqual(refusal(kind, 'missing'));
  });
});

describe('A token in another place', () => {
  it('is not read from the query, which proxies may log', async () => {
    const { token } = await target.sample('refresh');
    const response = await get(`${target.service.url}/auth/refresh-token?access_token=${token}&refreshToken=${token}`);
    expect(view(response)).toEqual(refusal('refresh', 'missing'));
  });

  it('is not read from the body', async () => {
    const { token } = await target.sample('access');
    const response = await sendRaw(`${target.service.url}/scheduling/checkin`, {
      method: 'POST',
      headers: ['Content-Type', 'application/json'],
      body: JSON.stringify({ id: 1, access_token: token, accessToken: token }),
    });
    expect(view(response)).toEqual(refusal('access', 'missing'));
  });

  it('is checked before the body: a caller without a token learns nothing about the fields', async () => {
    const response = await sendRaw(`${target.service.url}/scheduling/checkin`, {
      method: 'POST',
      headers: ['Content-Type', 'application/json'],
      body: JSON.stringify({ id: 'x' }),
    });
    expect(view(response)).toEqual(refusal('access', 'missing'));
    expect(view(await sendTo(target.service.url, 'access', { Authorization: 'Bearer x' }))).toEqual(
      refusal('access', 'sent'),
    );
  });
});
