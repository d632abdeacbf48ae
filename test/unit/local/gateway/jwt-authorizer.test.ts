import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, exportPKCS8, importPKCS8, SignJWT } from 'jose';
import { makeJwtAuthorizer, type Authorize } from '../../../../lib/local/gateway/jwt-authorizer.ts';
import { STUB_AUDIENCE, startStubIssuer, type StubIssuer } from '../../../support/start-stub-issuer.ts';

const SCOPE = 'checkin-console/admin';

let issuer: StubIssuer;
let authorize: Authorize;

beforeAll(async () => {
  issuer = await startStubIssuer();
  authorize = makeJwtAuthorizer({ issuer: issuer.url, audience: STUB_AUDIENCE, scopes: [SCOPE] });
});
afterAll(() => issuer.stop());

describe('The JWT authorizer', () => {
  it.each(['Bearer ', 'bearer ', ''])(
    'accepts a valid token after the prefix %j, and passes on its claims as text',
    async (scheme) => {
      const token = await issuer.sign({ sub: 'ana', groups: ['a', 'b'], scope: `openid ${SCOPE}`, level: 3 });
      expect(await authorize(scheme + token)).toMatchObject({
        claims: { iss: issuer.url, sub: 'ana', groups: '[a b]', level: '3', exp: expect.stringMatching(/^\d+$/) },
        scopes: ['openid', SCOPE],
      });
    },
  );

  it('checks client_id instead of aud if aud is missing, as in Cognito’s access tokens', async () => {
    expect(await authorize(await issuer.sign({ aud: undefined, client_id: STUB_AUDIENCE }))).toHaveProperty('claims');
    expect(await authorize(await issuer.sign({ aud: 'other', client_id: STUB_AUDIENCE }))).toBe('unauthorized');
  });

  it.each([`openid ${SCOPE}`, ['openid', SCOPE]])('finds the scope in scp: %j', async (scp) => {
    expect(await authorize(await issuer.sign({ scope: undefined, scp }))).toMatchObject({ scopes: ['openid', SCOPE] });
  });

  it.each<[string, Record<string, unknown>]>([
    ['another audience', { aud: 'other' }],
    ['no audience', { aud: undefined }],
    ['another issuer', { iss: 'https://login.example.com' }],
    ['exp in the past', { exp: 1 }],
  ])('rejects a token with %s', async (_, claims) => {
    expect(await authorize(await issuer.sign(claims))).toBe('unauthorized');
  });

  it.each<[string, unknown]>([
    ['another scope', 'openid'],
    ['no scope', undefined],
  ])('answers "forbidden" to a token with %s', async (_, scope) => {
    expect(await authorize(await issuer.sign({ scope }))).toBe('forbidden');
  });

  it('requires no scope if the route names none', async () => {
    const withoutScopes = makeJwtAuthorizer({ issuer: issuer.url, audience: STUB_AUDIENCE, scopes: [] });
    expect(await withoutScopes(await issuer.sign({ scope: 'openid' }))).toMatchObject({ scopes: ['openid'] });
  });

  it.each([undefined, 'Bearer', 'Bearer a.b.c'])('rejects the Authorization header %j', async (authorization) => {
    expect(await authorize(authorization)).toBe('unauthorized');
  });

  it('rejects a token that the issuer’s key signed with another algorithm than RS256', async () => {
    const { privateKey, kid } = issuer.key;
    const key = await importPKCS8(await exportPKCS8(privateKey), 'PS256');
    const claims = decodeJwt(await issuer.sign());
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'PS256', kid }).sign(key);
    expect(await authorize(`Bearer ${token}`)).toBe('unauthorized');
  });

  it('rejects a token with the signature of another token', async () => {
    const [head, , signature] = (await issuer.sign()).split('.');
    const [, body] = (await issuer.sign({ sub: 'eve' })).split('.');
    expect(await authorize(`Bearer ${[head, body, signature].join('.')}`)).toBe('unauthorized');
  });
});
