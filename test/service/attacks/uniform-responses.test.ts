import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { logInClient, type LogInDependencies } from '../../../functions/auth/log-in.ts';
import { makeApiClientStore } from '../../../shared/adapters/dynamodb/api-client-store.ts';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { createApiClient, type ApiClient } from '../../../shared/domain/api-client.ts';
import { rotateSecret } from '../../../shared/domain/client-changes.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import { makeMemoryDatabase } from '../../support/memory-database/memory-database.ts';
import { makeInMemoryApiClients } from '../../support/stores-in-memory.ts';
import { logInBy, type TestClient } from '../../support/running-service.ts';
import { useServiceInMemory } from '../../support/use-service.ts';

type Credentials = Pick<TestClient, 'clientId' | 'clientSecret'>;

type Save = (client: ApiClient) => Promise<unknown>;

const aClient = () => createApiClient({ companyId: 'acme', name: 'Gate' }, Date.now());

const wrongSecret = (): string => aClient().clientSecret;

/** The returned function saves a new client, changed by `update`. @returns its credentials, or its id with another `secret` */
const saveClient =
  (update: (client: ApiClient) => ApiClient, secret?: () => string) =>
  async (save: Save): Promise<Credentials> => {
    const { client, clientSecret } = aClient();
    await save(update(client));
    return { clientId: client.clientId, clientSecret: secret?.() ?? clientSecret };
  };

const unchanged = (client: ApiClient): ApiClient => client;
const disabled = (client: ApiClient): ApiClient => ({ ...client, enabled: false });
const expired = (client: ApiClient): ApiClient => ({
  ...client,
  secrets: client.secrets.map((secret) => ({ ...secret, endsAt: Date.now() - 1 })),
});
/** @param graceMilliseconds the time for which the old secret stays valid */
const rotated =
  (graceMilliseconds: number, rotatedAt = Date.now()) =>
  (client: ApiClient): ApiClient =>
    rotateSecret(client, { graceMilliseconds }, rotatedAt).client;

/** Log-ins that are rejected, one for each reason. */
const rejectedLogIns: [string, (save: Save) => Promise<Credentials>][] = [
  ['a client id that is a key of another item', async () => ({ clientId: 'client', clientSecret: wrongSecret() })],
  ['an unknown client', async () => ({ clientId: `ckc_${'0'.repeat(32)}`, clientSecret: wrongSecret() })],
  ['a wrong secret', saveClient(unchanged, wrongSecret)],
  ['a secret of another length', saveClient(unchanged, () => 'x')],
  ['a wrong secret of a client with two secrets', saveClient(rotated(60_000), wrongSecret)],
  ['an expired secret', saveClient(expired)],
  ['an expired secret of a client that also has a live one', saveClient(rotated(1, Date.now() - 60_000))],
  ['a disabled client', saveClient(disabled)],
  ['a disabled client and a wrong secret', saveClient(disabled, wrongSecret)],
];

const service = useServiceInMemory();

const save: Save = (client) => service.stores.clients.create(client);

describe.each(Object.entries(logInBy))('The response of POST %s to a rejected log-in', (_path, logIn) => {
  it('is the same for every reason, byte for byte, except for the request id', async () => {
    const responses = new Set<string>();
    for (const [, prepare] of rejectedLogIns) {
      const { status, headers, body } = await logIn(service.url, await prepare(save));
      const { requestId = '', ...others } = body;
      const { date: _, ...compared } = Object.fromEntries(headers);
      for (const name of ['x-request-id', 'apigw-requestid']) compared[name] = typeof compared[name];
      responses.add(JSON.stringify([status, others, requestId.length, compared]));
    }
    expect([...responses]).toEqual([expect.stringContaining('[401,')]);
    expect([...responses][0]).toContain('"cache-control":"no-store"');
  });
});

describe('A log-in', () => {
  const memory = makeMemoryDatabase();
  const registry = makeInMemoryApiClients([], memory);
  const saveInMemory: Save = (client) => registry.create(client);

  /** @returns the calls in the order in which they end, the counts for the alarms, and the error code */
  const callsOf = async (credentials: Credentials, canWrite = true): Promise<string[]> => {
    const calls: string[] = [];
    const send = (command: Parameters<Database['send']>[0]) => {
      const { ConsistentRead } = command.input as { ConsistentRead?: boolean };
      const call = [command.constructor.name, Object.keys(command.input), ConsistentRead].join(' ');
      const sent = canWrite || command instanceof GetCommand ? memory.send(command) : Promise.reject(new Error(call));
      return sent.finally(() => calls.push(call));
    };
    const mint: LogInDependencies['mint'] = {
      currentKey: async () => {
        calls.push('key ids');
        return { keyId: 'key', createdAt: 0 };
      },
      mint: () => Promise.reject(new Error('a log-in alone mints no tokens')),
    };
    const log: LogInDependencies['log'] = ({ counts = {} }) => void calls.push(...Object.keys(counts));
    const clients = makeApiClientStore({ send }, localTableNames.apiClients);
    const code = await logInClient(credentials, '192.0.2.7', { clients, mint, log, now: Date.now }).then(
      () => [],
      (error: { code: string }) => [error.code],
    );
    return [...calls, ...code];
  };

  it.each(rejectedLogIns)(
    'with %s reads the client once, looks up the keys, writes nothing, and is counted for the alarm',
    async (_, prepare) => {
      expect(await callsOf(await prepare(saveInMemory))).toEqual([
        'key ids',
        'GetCommand TableName,Key,ConsistentRead true',
        'LoginFailed',
        'invalid_credentials',
      ]);
    },
  );

  it('from a network that is not allowed makes the same calls for the right secret as for a wrong one', async () => {
    const { client, clientSecret } = aClient();
    await saveInMemory({ ...client, allowedIps: ['198.51.100.0/24'] });
    const { clientId } = client;
    const wrong = await callsOf({ clientId, clientSecret: aClient().clientSecret });
    const unrecorded = await callsOf({ clientId, clientSecret }, false);
    const right = await callsOf({ clientId, clientSecret });
    expect(right).toEqual(unrecorded);
    expect(right.filter((call) => call !== 'LoginDeniedByAddress')).toEqual(wrong);
    expect(right.slice(2)).toEqual([
      'LoginDeniedByAddress',
      expect.stringMatching(/^UpdateCommand /),
      'LoginFailed',
      'invalid_credentials',
    ]);
    expect((await registry.find(clientId))?.lastDeniedIp).toBe('192.0.2.7');
  });

  it('with the right secret is counted otherwise, which proves that these tests can detect differences', async () => {
    const { client, clientSecret } = aClient();
    await saveInMemory(client);
    expect(await callsOf({ clientId: client.clientId, clientSecret })).toEqual([
      'key ids',
      'GetCommand TableName,Key,ConsistentRead true',
      'LoginSucceeded',
      'SigningKeyAgeDays',
    ]);
  });
});
