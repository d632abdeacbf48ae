import { describe, expect, it } from '@jest/globals';
import { updateClient, type ClientUpdate } from '../../shared/domain/client-changes.ts';
import { bearer, get, logInBy, post, type TestClient } from '../support/running-service.ts';
import { useServiceInMemory } from '../support/use-service.ts';

const service = useServiceInMemory();

const findStored = async ({ clientId }: TestClient) => {
  const client = await service.stores.clients.find(clientId);
  if (!client) throw new Error('the client does not exist');
  return client;
};

const change = async (client: TestClient, update: ClientUpdate) => {
  const before = await findStored(client);
  await service.stores.clients.replace(before, updateClient(before, update, Date.now()));
};

const OTHER_NETWORKS = { allowedIps: ['203.0.113.0/24', '2001:db8::/32'] };
/** Headers in which proxies send the address of the caller. */
const forgedHeaders = Object.fromEntries(
  ['X-Forwarded-For', 'X-Real-IP', 'X-Viewer-Address', 'Forwarded', 'True-Client-IP', 'CloudFront-Viewer-Address'].map(
    (name) => [name, name === 'Forwarded' ? 'for=203.0.113.7' : '203.0.113.7'],
  ),
);

describe('A client with allowed networks', () => {
  it('gets the same response to a log-in from another network as to a wrong secret, whatever its headers say, and the denial is recorded', async () => {
    const client = await service.aClient();
    await change(client, OTHER_NETWORKS);
    const { clientId, clientSecret } = client;
    const attempt = async (secret: string, headers = {}) => {
      const { status, body } = await post(`${service.url}/auth`, { clientId, clientSecret: secret }, headers);
      return [status, body.code, body.message];
    };
    const wrong = await attempt('cks_wrong');
    expect((await findStored(client)).lastDeniedAt).toBeUndefined();
    expect(await attempt(clientSecret)).toEqual(wrong);
    expect(await attempt(clientSecret, forgedHeaders)).toEqual(wrong);
    expect(wrong.slice(0, 2)).toEqual([401, 'invalid_credentials']);
    expect(await findStored(client)).toMatchObject({ lastDeniedIp: '127.0.0.1', lastDeniedAt: expect.any(Number) });
    expect((await findStored(client)).lastSeenAt).toBeUndefined();
  });

  it('can no longer use its tokens from another network as soon as the networks are set', async () => {
    const client = await service.aClient(undefined, ['checkin', 'sync']);
    const { accessToken, refreshToken } = await service.logIn(client);
    await change(client, OTHER_NETWORKS);
    const calls = [
      () => get(`${service.url}/auth/refresh-token`, { ...bearer(refreshToken), ...forgedHeaders }),
      () => post(`${service.url}/scheduling/checkin`, { id: 1 }, { ...bearer(accessToken), ...forgedHeaders }),
      () => post(`${service.url}/scheduling/checkin/batch`, batch, bearer(accessToken)),
      () => post(`${service.url}/sync/users`, { items: [{ id: 1 }] }, bearer(accessToken)),
      () => post(`${service.url}/sync/bookings/read`, { items: [{ bookingId: 'b', userId: 1 }] }, bearer(accessToken)),
    ];
    for (const call of calls) {
      const { status, body } = await call();
      expect([status, body.code]).toEqual([401, 'token_invalid']);
    }
    await change(client, { allowedIps: null });
    expect((await get(`${service.url}/auth/refresh-token`, bearer(refreshToken))).status).toBe(200);
  });

  it.each([['127.0.0.0/8'], []])(
    'can call from an allowed network, and from everywhere without one: %j',
    async (...allowedIps) => {
      const client = await service.aClient();
      await change(client, OTHER_NETWORKS);
      await change(client, { allowedIps });
      const { refreshToken } = await service.logIn(client);
      expect((await get(`${service.url}/auth/refresh-token`, bearer(refreshToken))).status).toBe(200);
    },
  );
});

const batch = { items: [{ key: 'k', id: 1, date: '2026-11-21T08:00:00Z' }] };

it.each(Object.entries(logInBy))('POST %s is refused from another network', async (_, logIn) => {
  const client = await service.aClient();
  await change(client, OTHER_NETWORKS);
  expect((await logIn(service.url, client)).status).toBe(401);
});

it.each(Object.entries(logInBy))(
  'POST %s updates when the client was last seen, and when its secret was last used',
  async (_, logIn) => {
    const client = await service.aClient();
    expect((await logIn(service.url, client)).status).toBeLessThan(300);
    const { lastSeenAt, secrets } = await findStored(client);
    expect(lastSeenAt).toBeGreaterThan(Date.now() - 60_000);
    expect(secrets.map(({ lastUsedAt }) => lastUsedAt)).toEqual([lastSeenAt]);
  },
);

describe('A refresh', () => {
  it('updates when the client was last seen, and when the secret that it had logged in with was last used', async () => {
    const client = await service.aClient();
    const { refreshToken } = await service.logIn(client);
    const longAgo = Date.now() - 3 * 60 * 60_000;
    const before = await findStored(client);
    const [secret] = before.secrets;
    if (!secret) throw new Error('the client has no secret');
    const other = { ...secret, digest: '0'.repeat(64), createdAt: secret.createdAt + 1, lastUsedAt: longAgo };
    await service.stores.clients.replace(before, {
      ...before,
      lastSeenAt: longAgo,
      secrets: [other, { ...secret, lastUsedAt: longAgo }],
    });
    await get(`${service.url}/auth/refresh-token`, bearer(refreshToken));
    const { lastSeenAt = 0, secrets } = await findStored(client);
    expect(lastSeenAt).toBeGreaterThan(longAgo);
    expect(secrets.map(({ lastUsedAt }) => lastUsedAt)).toEqual([longAgo, lastSeenAt]);
  });
});
