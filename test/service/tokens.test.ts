import { describe, expect, it, jest } from '@jest/globals';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import type { ApiClient } from '../../shared/domain/api-client.ts';
import { revokeTokens, updateClient } from '../../shared/domain/client-changes.ts';
import { stopDateAt } from '../support/fake-date.ts';
import { get, type TestClient, type TokenSet } from '../support/running-service.ts';
import { decode, useTarget } from './attacks/forge.ts';

const target = useTarget();

const aClient = async (scopes?: ApiClient['scopes']): Promise<TestClient> => {
  const client = await target.service.aClient(undefined, scopes);
  await target.service.stores.users.save({ companyId: client.companyId, id: 1 });
  return client;
};

const change = async ({ clientId }: TestClient, update: (client: ApiClient) => ApiClient): Promise<void> => {
  const { clients } = target.service.stores;
  const before = (await clients.find(clientId)) as ApiClient;
  await clients.replace(before, update(before));
};

const enable = (client: TestClient, enabled: boolean) =>
  change(client, (before) => updateClient(before, { enabled }, Date.now()));

const refresh = (token: string) => target.send('refresh', token);

const statusesOf = async ({ accessToken, refreshToken }: TokenSet): Promise<number[]> => [
  (await target.send('access', accessToken)).status,
  (await refresh(refreshToken)).status,
];

describe('POST /auth', () => {
  it('returns the expirations of the tokens, in milliseconds', async () => {
    const before = Math.floor(Date.now() / 1000);
    const tokens = await target.service.logIn(target.client);
    const after = Math.floor(Date.now() / 1000);
    const lifetimes = { access: 3_600, refresh: 604_800 };
    for (const kind of ['access', 'refresh'] as const) {
      const { exp, iat } = decode(tokens[`${kind}Token`], 1) as { exp: number; iat: number };
      expect(tokens[`${kind}TokenExpiration`]).toBe(exp * 1000);
      expect(exp - iat).toBe(lifetimes[kind]);
      expect(iat).toBeGreaterThanOrEqual(before);
      expect(iat).toBeLessThanOrEqual(after);
    }
  });

  it('gives each token its own type, audience and unique id, and gives both tokens the same key, issuer and subject', async () => {
    const { clientId, companyId } = target.client;
    const { other: refreshToken, ...accessToken } = await target.sample('access');
    expect(accessToken.header).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' });
    expect(refreshToken.header).toMatchObject({ alg: 'EdDSA', typ: 'rt+jwt' });
    for (const { claims } of [accessToken, refreshToken]) {
      expect(claims).toMatchObject({ sub: clientId, company_id: companyId, jti: expect.any(String) });
      expect(claims['aud']).toMatch(`${String(claims['iss'])}/`);
    }
    expect(accessToken.claims['iss']).toBe(refreshToken.claims['iss']);
    expect(accessToken.claims['aud']).not.toBe(refreshToken.claims['aud']);
    expect(accessToken.claims['jti']).not.toBe(refreshToken.claims['jti']);
    expect(accessToken.header['kid']).toBe(refreshToken.header['kid']);
  });
});

describe('GET /auth/refresh-token', () => {
  it('returns the same tokens, byte for byte, for 20 simultaneous refreshes with one token', async () => {
    const { refreshToken } = await target.service.logIn(target.client);
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('accepts the refresh token of a repeated response, so a lost response does not end the session', async () => {
    const { refreshToken } = await target.service.logIn(target.client);
    await refresh(refreshToken);
    const replayed: TokenSet = (await refresh(refreshToken)).body;
    expect((await refresh(replayed.refreshToken)).status).toBe(200);
  });

  it('accepts a token for 5 seconds after it expires, because clocks may differ', async () => {
    const { refreshToken, refreshTokenExpiration } = await target.service.logIn(target.client);
    stopDateAt(refreshTokenExpiration + 4_999);
    const { status } = await refresh(refreshToken).finally(() => jest.useRealTimers());
    expect(status).toBe(200);
  });

  it('rejects a token as soon as its client is disabled or deleted', async () => {
    const client = await aClient();
    const [firstTokens, secondTokens] = [await target.service.logIn(client), await target.service.logIn(client)];
    await enable(client, false);
    expect((await refresh(firstTokens.refreshToken)).status).toBe(401);
    await target.service.stores.deleteClient(client.clientId);
    expect((await refresh(secondTokens.refreshToken)).status).toBe(401);
  });

  it('grants a scope that was added to the client', async () => {
    const client = await aClient(['sync']);
    const { accessToken, refreshToken } = await target.service.logIn(client);
    await change(client, (before) => ({ ...before, scopes: ['checkin', 'sync'] }));
    expect((await target.send('access', accessToken)).status).toBe(403);
    const { body } = await refresh(refreshToken);
    expect((await target.send('access', body.accessToken)).status).toBe(200);
  });
});

it('Revoking the tokens of a client invalidates all of them at their next use, while log-in still works', async () => {
  const client = await aClient();
  const first = await target.service.logIn(client);
  const { body: second } = await refresh(first.refreshToken);
  await change(client, (before) => revokeTokens(before, Date.now()));
  expect(await statusesOf(first)).toEqual([401, 401]);
  expect(await statusesOf(second)).toEqual([401, 401]);
  expect(await statusesOf(await target.service.logIn(client))).toEqual([200, 200]);
});

it('The tokens of a disabled client stay invalid after the client is enabled again', async () => {
  const client = await aClient();
  const tokens = await target.service.logIn(client);
  await enable(client, false);
  await enable(client, true);
  expect(await statusesOf(tokens)).toEqual([401, 401]);
  expect(await statusesOf(await target.service.logIn(client))).toEqual([200, 200]);
});

describe('GET /.well-known/jwks.json', () => {
  const fetchKeys = () => get(`${target.service.url}/.well-known/jwks.json`);

  it('publishes, and keeps in the table, only the public part of the key', async () => {
    const { status, headers, body } = await fetchKeys();
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    const [published] = await target.service.stores.publicKeys.list();
    expect(Object.keys(published ?? {}).toSorted()).toEqual(['kid', 'publishedAt', 'signsFrom', 'x']);
    const { kid, x } = published ?? {};
    expect(body).toEqual({ keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' }] });
  });

  it('lets other software verify an access token, and tell it from a refresh token by typ', async () => {
    const { accessToken, refreshToken } = await target.service.logIn(target.client);
    const keys = createLocalJWKSet((await fetchKeys()).body as JSONWebKeySet);
    const { protectedHeader } = await jwtVerify(accessToken, keys, { typ: 'at+jwt', algorithms: ['EdDSA'] });
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' });
    await expect(jwtVerify(refreshToken, keys, { typ: 'at+jwt' })).rejects.toThrow('typ');
  });
});
