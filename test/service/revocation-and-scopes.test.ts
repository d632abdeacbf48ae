import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import type { DatabaseConnection } from '../../shared/adapters/dynamodb/database.ts';
import { revokeTokens, updateClient } from '../../shared/domain/client-changes.ts';
import type { ApiClient } from '../../shared/domain/api-client.ts';
import type { TestClient } from '../support/running-service.ts';
import { openTarget, type Target } from './attacks/forge.ts';

let target: Target;
let connection: DatabaseConnection;

beforeAll(async () => {
  target = await openTarget();
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = target.service.databaseUrl;
  connection = connectDatabase(callBudgets.operator());
});
afterAll(async () => {
  connection.close();
  await target.service.stop();
});

const aClient = async (scopes?: ApiClient['scopes']): Promise<TestClient> => {
  const client = await target.service.aClient(undefined, scopes);
  await target.service.stores.users.save({ companyId: client.companyId, id: 1 });
  return client;
};

const change = async ({ clientId }: TestClient, changed: (client: ApiClient) => ApiClient): Promise<void> => {
  const { clients } = target.service.stores;
  const before = (await clients.find(clientId)) as ApiClient;
  await clients.replace(before, changed(before));
};

const revoke = (client: TestClient): Promise<void> => change(client, (before) => revokeTokens(before, Date.now()));

const statusesOf = async (tokens: { accessToken: string; refreshToken: string }): Promise<number[]> => [
  (await target.send('access', tokens.accessToken)).status,
  (await target.send('refresh', tokens.refreshToken)).status,
];

describe('Revoking the tokens of a client', () => {
  it('ends every access and refresh token at its next use, while log-in still works', async () => {
    const client = await aClient();
    const first = await target.service.logIn(client);
    const { body: second } = await target.send('refresh', first.refreshToken);
    await revoke(client);
    expect(await statusesOf(first)).toEqual([401, 401]);
    expect(await statusesOf(second as typeof first)).toEqual([401, 401]);
    expect((await target.send('access', first.accessToken)).body).toMatchObject({ code: 'token_invalid' });
    expect(await statusesOf(await target.service.logIn(client))).toEqual([200, 200]);
  });

  it('does not affect the tokens of other clients', async () => {
    const [client, other] = [await aClient(), await aClient()];
    const tokens = await target.service.logIn(other);
    await revoke(client);
    expect(await statusesOf(tokens)).toEqual([200, 200]);
  });
});

describe('Disabling a client', () => {
  it('ends its tokens for good, even if it is enabled again', async () => {
    const client = await aClient();
    const tokens = await target.service.logIn(client);
    for (const enabled of [false, true])
      await change(client, (before) => updateClient(before, { enabled }, Date.now()));
    expect(await statusesOf(tokens)).toEqual([401, 401]);
    expect(await statusesOf(await target.service.logIn(client))).toEqual([200, 200]);
  });
});

describe('A restore of an older client', () => {
  it('does not revive tokens whose revocation number is higher than the client’s', async () => {
    const client = await aClient();
    const older = (await target.service.stores.clients.find(client.clientId)) as ApiClient;
    await revoke(client);
    const tokens = await target.service.logIn(client);
    await change(client, (now) => ({ ...now, revocationNumber: older.revocationNumber }));
    expect(await statusesOf(tokens)).toEqual([401, 401]);
  });
});

describe('The scope of a check-in', () => {
  const refused = {
    status: 403,
    body: { statusCode: 403, code: 'insufficient_scope' },
  };

  it('is required in the token, and its absence is reported as in RFC 6750', async () => {
    const { accessToken } = await target.service.logIn(await aClient(['sync']));
    const response = await target.send('access', accessToken);
    expect(response).toMatchObject(refused);
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer realm="checkin", error="insufficient_scope", scope="checkin"',
    );
  });

  it('is required in the client as well, at every call', async () => {
    const client = await aClient(['checkin', 'sync']);
    const { accessToken } = await target.service.logIn(client);
    await change(client, (before) => ({ ...before, scopes: ['sync'] }));
    expect(await target.send('access', accessToken)).toMatchObject(refused);
    await change(client, (before) => ({ ...before, scopes: ['checkin', 'sync'] }));
    expect((await target.send('access', accessToken)).status).toBe(200);
  });

  it('that a client gets later is in the tokens of its next refresh', async () => {
    const client = await aClient(['sync']);
    const { accessToken, refreshToken } = await target.service.logIn(client);
    await change(client, (before) => ({ ...before, scopes: ['checkin', 'sync'] }));
    expect(await target.send('access', accessToken)).toMatchObject(refused);
    const { body } = await target.send('refresh', refreshToken);
    expect((await target.send('access', (body as { accessToken: string }).accessToken)).status).toBe(200);
  });
});
