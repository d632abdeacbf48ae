import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBearerToken } from '../../../shared/http/read-bearer-token.ts';
import { makeAccessTokenVerifier } from '../../../shared/adapters/jwt/token-verifier.ts';
import { encode, refusal, revealingPart, openTarget, sign, type Target } from './forge.ts';

let target: Target;

beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.service.stop());

/** Returns the status, or undefined if the connection is closed before the client has sent the whole token. */
const statusFor = (token: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    const headers = { Authorization: `Bearer ${token}` };
    const sent = request(`${target.service.url}/auth/refresh-token`, { headers }, ({ statusCode }) =>
      resolve(statusCode),
    );
    sent.on('error', () => resolve(undefined)).end();
  });

describe.each(['access', 'refresh'] as const)('The route for the %s token', (kind) => {
  /** Signs a token of this length, or up to three characters shorter. */
  const signTokenOfLength = async (length: number): Promise<string> => {
    const { header, claims, key } = await target.sample(kind);
    const bare = sign(header, { ...claims, padding: '' }, key).length;
    return sign(header, { ...claims, padding: 'x'.repeat(Math.floor(((length - bare) * 3) / 4)) }, key);
  };

  it('rejects a signed token of more than 2,048 characters', async () => {
    const token = await signTokenOfLength(2_052);
    expect(token.length).toBeGreaterThan(2_048);
    expect(revealingPart(await target.send(kind, token))).toEqual(refusal(kind, 'invalid'));
  });

  it('accepts a signed token of up to 2,048 characters', async () => {
    const token = await signTokenOfLength(2_048);
    expect(token.length).toBeLessThanOrEqual(2_048);
    expect((await target.send(kind, token)).status).toBe(200);
  });
});

describe('A token of a megabyte', () => {
  const megabyte = `${encode({ alg: 'HS256' })}.${'A'.repeat(1_048_576)}.${'A'.repeat(43)}`;

  it('is rejected by the gateway', async () => {
    expect([431, undefined]).toContain(await statusFor(megabyte));
    const { token } = await target.sample('refresh');
    expect(await statusFor(token)).toBe(200);
  });

  it('is rejected before it is parsed, even if a gateway accepts it', async () => {
    const verify = makeAccessTokenVerifier(
      { find: () => Promise.reject(new Error('asked')) },
      { tokenIssuer: 'https://checkin.example', lifetimeSeconds: 3_600 },
    );
    for (const part of ['A', '.', 'A.', ' ', '=', '\t', 'é'])
      await expect(
        (async () => verify(readBearerToken({ headers: { authorization: `Bearer ${part.repeat(1_048_576)}` } })))(),
      ).rejects.toMatchObject({ code: part === ' ' || part === '\t' ? 'token_missing' : 'token_invalid' });
  });
});
