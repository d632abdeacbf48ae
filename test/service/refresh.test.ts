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
  it('responds to a refresh token with a complete new token set, with Cache-Control: no-store', async () => {
    const first = await service.logIn(client);
    const { status, headers, body } = await refreshWith(first.refreshToken);
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(Object.keys(first).toSorted());
    expect(body.refreshToken).not.toBe(first.refreshToken);
    expect(body.accessToken).not.toBe(first.accessToken);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toEqual(expect.any(String));
  });

  it('gives the same set, byte for byte, to a token that is used again within the grace period', async () => {
    const { refreshToken } = await service.logIn(client);
    const first = await refreshWith(refreshToken);
    const second = await refreshWith(refreshToken);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
  });

  it('gives the same set to 20 simultaneous refreshes with a token', async () => {
    const { refreshToken } = await service.logIn(client);
    const responses = await Promise.all(Array.from({ length: 20 }, () => refreshWith(refreshToken)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('continues from the successor, even if the first response was lost', async () => {
    const { refreshToken } = await service.logIn(client);
    await refreshWith(refreshToken);
    const replayed: TokenSet = (await refreshWith(refreshToken)).body;
    expect((await refreshWith(replayed.refreshToken)).status).toBe(200);
  });

  it('is refused at once after the client was disabled or deleted', async () => {
    const gone = await service.aClient();
    const [disabled, deleted] = [await service.logIn(gone), await service.logIn(gone)];
    await disable(gone);
    expect((await refreshWith(disabled.refreshToken)).status).toBe(401);
    await service.stores.deleteClient(gone.clientId);
    expect((await refreshWith(deleted.refreshToken)).status).toBe(401);
  });
});
