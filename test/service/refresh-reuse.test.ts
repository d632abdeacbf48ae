import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  get,
  runServiceInMemory,
  type RunningService,
  type TestClient,
  type TokenSet,
} from '../support/running-service.ts';

const GRACE_SECONDS = 1;

let service: RunningService;
let client: TestClient;

beforeAll(async () => {
  service = await runServiceInMemory({ REFRESH_GRACE_SECONDS: String(GRACE_SECONDS) });
  client = await service.aClient();
});
afterAll(() => service.stop());

const refreshWith = (token: string) => get(`${service.url}/auth/refresh-token`, { Authorization: `Bearer ${token}` });

// This test has its own file, because with such a short grace period, retries in other tests would fail on a busy machine.
describe('A refresh token that is used again after the grace period', () => {
  it('revokes its own token family, and no other', async () => {
    const stolen = await service.logIn(client);
    const other = await service.logIn(client);
    const successor: TokenSet = (await refreshWith(stolen.refreshToken)).body;
    await wait(GRACE_SECONDS * 1_000 + 100);
    expect((await refreshWith(stolen.refreshToken)).status).toBe(401);
    expect((await refreshWith(successor.refreshToken)).status).toBe(401);
    expect((await refreshWith(other.refreshToken)).status).toBe(200);
    expect((await service.logIn(client)).refreshToken).toEqual(expect.any(String));
  });
});
