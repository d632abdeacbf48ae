import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { revokeTokens, updateClient } from '../../shared/domain/client-changes.ts';
import type { ApiClient } from '../../shared/domain/api-client.ts';
import type { TestClient } from '../support/running-service.ts';
import { openTarget, type Target } from './attacks/forge.ts';

let target: Target;

beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.service.stop());

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

const statusesOf = async (tokens: { accessToken: string; refreshToken: string }): Promise<number[]> => [
  (await target.send('access', tokens.accessToken)).status,
  (await target.send('refresh', tokens.refreshToken)).status,
];

it('Revoking the tokens of a client invalidates all of them at their next use, while log-in still works', async () => {
  const client = await aClient();
  const first = await target.service.logIn(client);
  const { body: second } = await target.send('refresh', first.refreshToken);
  await change(client, (before) => revokeTokens(before, Date.now()));
  expect(await statusesOf(first)).toEqual([401, 401]);
  expect(await statusesOf(second)).toEqual([401, 401]);
  expect(await statusesOf(await target.service.logIn(client))).toEqual([200, 200]);
});

it('A scope that is added to a client is in its tokens after the next refresh', async () => {
  const client = await aClient(['sync']);
  const { accessToken, refreshToken } = await target.service.logIn(client);
  await change(client, (before) => ({ ...before, scopes: ['checkin', 'sync'] }));
  expect((await target.send('access', accessToken)).status).toBe(403);
  const { body } = await target.send('refresh', refreshToken);
  expect((await target.send('access', body.accessToken)).status).toBe(200);
});

it('The tokens of a disabled client stay invalid after the client is enabled again', async () => {
  const client = await aClient();
  const tokens = await target.service.logIn(client);
  for (const enabled of [false, true]) await change(client, (before) => updateClient(before, { enabled }, Date.now()));
  expect(await statusesOf(tokens)).toEqual([401, 401]);
  expect(await statusesOf(await target.service.logIn(client))).toEqual([200, 200]);
});
