import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createSecretOnce } from '../../functions/admin/new-secret.ts';
import { makeCursorKey } from '../../shared/adapters/dynamodb/cursor-key.ts';
import { makeRepeatableRequestStore } from '../../shared/adapters/dynamodb/repeatable-request-store.ts';
import { IN_FLIGHT_MILLISECONDS, REPEATABLE_MILLISECONDS } from '../../shared/domain/repeatable-request.ts';
import { logIn, type ApiClient } from '../../shared/domain/api-client.ts';
import { digestSecret } from '../../shared/domain/client-secret.ts';
import { rotateClientSecret, createClient, type ClientContext } from '../../shared/use-cases/clients/change-client.ts';
import { makeInMemoryApiClients } from '../support/stores-in-memory.ts';
import { openDatabase } from '../support/open-database.ts';

const db = await openDatabase();
afterAll(() => db.close());

const requests = makeRepeatableRequestStore(db.database, db.tableNames.checkinAttempts);
const now = 1_800_000_000_000;
const first = { digest: 'one', receivedAt: now, clientId: 'ckc_1', requestId: 'request-1' };
const second = { digest: 'two', receivedAt: now + 1, clientId: 'ckc_2', requestId: 'request-2' };
const aKey = () => ({
  companyId: 'acme',
  issuer: 'https://issuer.example',
  subject: 'ana',
  idempotencyKey: randomUUID(),
});

const context: ClientContext = {
  apiClients: makeInMemoryApiClients(),
  actor: { through: 'console', id: 'ana' },
  now: () => now,
};
const details = { companyId: 'acme', name: 'Gate 1' };

describe('Requests that create a secret', () => {
  it('are remembered for exactly ten minutes, even if DynamoDB deletes them later', async () => {
    const key = aKey();
    const last = { ...second, digest: first.digest, receivedAt: now + REPEATABLE_MILLISECONDS - 1 };
    expect(await requests.begin(key, first)).toEqual(first);
    expect(await requests.begin(key, last)).toEqual(first);

    const late = { ...second, receivedAt: now + REPEATABLE_MILLISECONDS };
    expect(await requests.begin(key, late)).toEqual(late);
  });

  it('are remembered with the id of the secret that they created', async () => {
    const key = aKey();
    await requests.begin(key, first);
    await requests.complete(key, first, 'sec_1');
    expect(await requests.begin(key, { ...first, requestId: 'request-2' })).toEqual({ ...first, secretId: 'sec_1' });
  });

  it('are forgotten if they were rejected', async () => {
    const key = aKey();
    await requests.begin(key, first);
    await requests.forget(key);
    expect(await requests.begin(key, second)).toEqual(second);
  });

  it.each([
    { subject: 'vic' },
    { issuer: 'https://another.example' },
    { companyId: 'globex' },
    { idempotencyKey: 'x' },
  ])('do not count as repeats of a request if their key differs in %j', async (change) => {
    const key = aKey();
    await requests.begin(key, first);
    expect(await requests.begin({ ...key, ...change }, second)).toEqual(second);
  });

  it('begin one at a time: while one is in flight, no other with the same Idempotency-Key begins', async () => {
    const key = aKey();
    const beginAll = async (after: number) => {
      const all = Array.from({ length: 10 }, (_, index) =>
        requests.begin(key, { ...first, requestId: `request-${after}-${index}`, receivedAt: now + after }),
      );
      return (await Promise.all(all)).filter((request) => request !== undefined);
    };
    const [begun, ...others] = await beginAll(0);
    expect(others).toEqual([]);
    expect(await requests.begin(key, { ...first, requestId: 'request-x', receivedAt: now + 1 })).toBeUndefined();

    await requests.release(key, begun ?? first);
    expect(await beginAll(2)).toEqual([begun]);
    expect(await beginAll(IN_FLIGHT_MILLISECONDS + 2)).toEqual([begun]);
  });

  it('recognise their own first write if the SDK retries it', async () => {
    const key = aKey();
    expect(await requests.begin(key, first)).toEqual(first);
    expect(await requests.begin(key, first)).toEqual(first);
    await requests.release(key, first);
    const repeat = { ...first, requestId: 'request-2', receivedAt: now + 1 };
    expect([await requests.begin(key, repeat), await requests.begin(key, repeat)]).toEqual([first, first]);
  });
});

describe('A creation that is retried while the first request is in flight', () => {
  it('returns a secret that stays valid, because the retry is rejected', async () => {
    const key = aKey();
    const started = Promise.withResolvers<void>();
    const permitted = Promise.withResolvers<void>();
    const createOnce = () =>
      createSecretOnce(context, requests, {
        key,
        clientId: undefined,
        content: 'create',
        create: async (ids) => {
          const created = await createClient(context, { ...details, ...ids });
          started.resolve();
          await permitted.promise;
          return created;
        },
      });
    const slow = createOnce();
    await started.promise;
    await expect(createOnce()).rejects.toMatchObject({ code: 'request_in_flight' });
    permitted.resolve();

    const { client, clientSecret } = await slow;
    expect(logIn(await context.apiClients.find(client.clientId), clientSecret, now)).toBeDefined();
    expect((await createOnce()).client.clientId).toBe(client.clientId);
  });
});

const fail = () => Promise.reject(new Error('failed'));

interface Failing {
  readonly replace?: typeof fail;
  readonly complete?: typeof fail;
}

/** Makes a rotation that can be retried. The calls in `failing` are rejected. */
const aRotation = ({ clientId, revision }: ApiClient) => {
  const key = aKey();
  return ({ replace, complete }: Failing = {}) => {
    const failingContext = { ...context, apiClients: { ...context.apiClients, ...(replace && { replace }) } };
    return createSecretOnce(
      failingContext,
      { ...requests, ...(complete && { complete }) },
      {
        key,
        clientId,
        content: 'rotate',
        create: ({ requestId }) =>
          rotateClientSecret(failingContext, { clientId, revision }, { graceMilliseconds: 3_600_000, requestId }),
      },
    );
  };
};

describe('A retry of a request that creates a secret', () => {
  it.each(['replace', 'complete'])('replaces the secret that nobody saw if `%s` failed', async (call) => {
    const { client } = await createClient(context, details);
    const rotate = aRotation(client);
    await expect(rotate({ [call]: fail })).rejects.toThrow('failed');

    const { clientSecret } = await rotate();
    const secrets = (await context.apiClients.find(client.clientId))?.secrets;
    expect(secrets?.map(({ digest }) => digest)).toEqual([client.secrets[0]?.digest, digestSecret(clientSecret)]);
  });

  it('replaces the secret of an earlier retry that was interrupted', async () => {
    const key = aKey();
    const create = (store = requests) =>
      createSecretOnce(context, store, {
        key,
        clientId: undefined,
        content: 'create',
        create: (origin) => createClient(context, { ...details, ...origin }),
      });
    const created = await create();
    await expect(create({ ...requests, complete: fail })).rejects.toThrow('failed');

    const { client, clientSecret } = await create();
    expect(client.clientId).toBe(created.client.clientId);
    expect(client.secrets.map(({ digest }) => digest)).toEqual([digestSecret(clientSecret)]);
  });

  it('does not replace the secret of another rotation', async () => {
    const { client } = await createClient(context, details);
    await aRotation(client)();
    const again = aRotation({ ...client, revision: client.revision + 1 })();
    await expect(again).rejects.toMatchObject({ code: 'two_live_secrets' });
  });
});

describe('The cursor key', () => {
  it('is the same for all callers, even if several of them create it at the same time', async () => {
    const read = () => makeCursorKey(db.database, db.tableNames.members)();
    const keys = [...(await Promise.all(Array.from({ length: 10 }, read))), await read()];
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
  });
});
