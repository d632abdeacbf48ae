import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { post, runService, type RunningService, type TestClient } from '../support/running-service.ts';

let service: RunningService;
let client: TestClient;

beforeAll(async () => {
  service = await runService();
  client = await service.aClient();
});
afterAll(() => service.stop());

const auth = (body: unknown, headers?: Record<string, string>) => post(`${service.url}/auth`, body, headers);
const credentials = () => ({ clientId: client.clientId, clientSecret: client.clientSecret });

const readPart = (token: string, part: 0 | 1) =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('POST /auth', () => {
  it('returns the expirations of the tokens, in milliseconds', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { body } = await auth(credentials());
    const after = Math.floor(Date.now() / 1000);
    const lifetimes = { access: 3_600, refresh: 604_800 };
    for (const kind of ['access', 'refresh'] as const) {
      const { exp, iat } = readPart(body[`${kind}Token`], 1) as { exp: number; iat: number };
      expect(body[`${kind}TokenExpiration`]).toBe(exp * 1000);
      expect(exp - iat).toBe(lifetimes[kind]);
      expect(iat).toBeGreaterThanOrEqual(before);
      expect(iat).toBeLessThanOrEqual(after);
    }
  });

  it('gives each token its own key, audience and unique id, and gives both tokens the same issuer and subject', async () => {
    const { body } = await auth(credentials());
    const access = { header: readPart(body.accessToken, 0), claims: readPart(body.accessToken, 1) };
    const refresh = { header: readPart(body.refreshToken, 0), claims: readPart(body.refreshToken, 1) };
    expect(access.header).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' });
    expect(refresh.header).toMatchObject({ alg: 'HS256', typ: 'rt+jwt' });
    for (const { claims } of [access, refresh]) {
      expect(claims).toMatchObject({ sub: client.clientId, company_id: client.companyId, jti: expect.any(String) });
      expect(claims['aud']).toMatch(`${String(claims['iss'])}/`);
    }
    expect(access.claims['iss']).toBe(refresh.claims['iss']);
    expect(access.claims['aud']).not.toBe(refresh.claims['aud']);
    expect(access.claims['jti']).not.toBe(refresh.claims['jti']);
    expect(access.header['kid']).not.toBe(refresh.header['kid']);
  });

  it('starts a new family at each log-in', async () => {
    const [one, other] = await Promise.all([auth(credentials()), auth(credentials())]);
    expect(readPart(one.body.refreshToken, 1)['family_id']).not.toBe(readPart(other.body.refreshToken, 1)['family_id']);
  });

  it('records when the secret was last used', async () => {
    await auth(credentials());
    const found = await service.stores.clients.find(client.clientId);
    expect(found?.secrets[0]?.lastUsedAt).toBeGreaterThan(Date.now() - 60_000);
  });
});
