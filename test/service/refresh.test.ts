import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { get, runService, type RunningService, type TestClient, type TokenSet } from '../support/running-service.ts';

let service: RunningService;
let client: TestClient;

beforeAll(async () => {
  service = await runService();
  client = await service.aClient();
});
afterAll(() => service.stop());

const refresh = (headers: Record<string, string> = {}) => get(`${service.url}/auth/refresh-token`, headers);
const refreshWith = (token: string) => refresh({ Authorization: `Bearer ${token}` });

const disable = async ({ clientId }: TestClient): Promise<void> => {
  const found = await service.stores.clients.find(clientId);
  if (found) await service.stores.clients.replace(found, { ...found, enabled: false });
};

describe('GET /auth/refresh-token', () => {
  it('returns the same tokens, byte for byte, for 20 simultaneous refreshes with one token', async () => {
    const { refreshToken } = await service.logIn(client);
    const responses = await Promise.all(Array.from({ length: 20 }, () => refreshWith(refreshToken)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('accepts the refresh token of a repeated response, so a lost response does not end the session', async () => {
    const { refreshToken } = await service.logIn(client);
    await refreshWith(refreshToken);
    const replayed: TokenSet = (await refreshWith(refreshToken)).body;
    expect((await refreshWith(replayed.refreshToken)).status).toBe(200);
  });

  it('rejects a token as soon as its client is disabled or deleted', async () => {
    const gone = await service.aClient();
    const [firstTokens, secondTokens] = [await service.logIn(gone), await service.logIn(gone)];
    await disable(gone);
    expect((await refreshWith(firstTokens.refreshToken)).status).toBe(401);
    await service.stores.deleteClient(gone.clientId);
    expect((await refreshWith(secondTokens.refreshToken)).status).toBe(401);
  });
});
