import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { get, runServiceInMemory, type RunningService } from '../support/running-service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await runServiceInMemory();
});
afterAll(() => service.stop());

const fetchKeys = () => get(`${service.url}/.well-known/jwks.json`);

describe('GET /.well-known/jwks.json', () => {
  it('publishes the key before the first log-in, and only its public part', async () => {
    const { status, headers, body } = await fetchKeys();
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    const [published] = await service.stores.publicKeys.list();
    const { kid, x } = published ?? {};
    expect(body).toEqual({ keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' }] });
  });

  it('lets other software verify an access token, but not a refresh token', async () => {
    const { accessToken, refreshToken } = await service.logIn(await service.aClient());
    const keys = createLocalJWKSet((await fetchKeys()).body as JSONWebKeySet);
    const { protectedHeader } = await jwtVerify(accessToken, keys, { typ: 'at+jwt', algorithms: ['EdDSA'] });
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' });
    await expect(jwtVerify(refreshToken, keys)).rejects.toThrow('alg');
  });
});
