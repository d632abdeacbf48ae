import { expect, it, describe, beforeEach } from '@jest/globals';
import { makeClientReviewStore } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { createApiClient, type ApiClient } from '../../shared/domain/api-client.ts';
import { updateClient } from '../../shared/domain/client-changes.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { reviewClients } from '../../shared/use-cases/clients/watch-clients.ts';
import { makeMemoryDatabase, type MemoryDatabase } from '../support/memory-database/memory-database.ts';
import { makeInMemoryApiClients } from '../support/stores-in-memory.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const now = Date.UTC(2026, 10, 21);

let database: MemoryDatabase;
let registry: ReturnType<typeof makeInMemoryApiClients>;

beforeEach(() => {
  database = makeMemoryDatabase();
  registry = makeInMemoryApiClients([], database);
});

const save = async (changes: Partial<Parameters<typeof createApiClient>[0]>): Promise<ApiClient> => {
  const { client } = createApiClient({ companyId: 'acme', name: 'Gate', ...changes }, now);
  await registry.create(client);
  return client;
};

/** Runs housekeeping once. */
const run = async (at: number, tell: () => Promise<void> = async () => undefined) => {
  const told: string[] = [];
  const reviewed = await reviewClients({
    clients: makeClientReviewStore(database, localTableNames.apiClients),
    tell: async (notice) => {
      await tell();
      told.push(`${notice.client.name}: ${notice.kind}`);
    },
    now: () => at,
  });
  return { told, reviewed };
};

describe('Housekeeping of API clients', () => {
  it('reports once that a client is silent, and once that it is active again', async () => {
    const client = await save({ silentAfterHours: 24 });
    await save({ name: 'Unwatched' });
    expect((await run(now + 24 * HOUR)).told).toEqual([]);
    expect((await run(now + 25 * HOUR)).told).toEqual(['Gate: silent']);
    expect((await registry.find(client.clientId))?.silentSince).toBe(now + 25 * HOUR);
    expect((await run(now + 26 * HOUR)).told).toEqual([]);
    const silent = (await registry.find(client.clientId)) as ApiClient;
    await registry.recordLastUsed({ client: silent }, now + 26.5 * HOUR);
    expect((await run(now + 27 * HOUR)).told).toEqual(['Gate: back']);
    expect((await run(now + 28 * HOUR)).told).toEqual([]);
    expect('silentSince' in ((await registry.find(client.clientId)) ?? {})).toBe(false);
    expect((await run(now + 60 * HOUR)).told).toEqual(['Gate: silent']);
  });

  it('sends each notice about the end of a secret once, even after missed runs', async () => {
    await save({ expiresInDays: 90 });
    const told = [];
    for (const day of [59, 60, 61, 77, 85, 90, 91, 100]) told.push((await run(now + day * DAY)).told.length);
    expect(told).toEqual([0, 1, 0, 1, 1, 0, 0, 0]);
    expect((await run(now + 200 * DAY)).told).toEqual([]);
  });

  it('sends a notice again if sending it failed', async () => {
    await save({ silentAfterHours: 1 });
    const failToTell = async () => {
      throw new Error('the bus is unavailable');
    };
    await expect(run(now + 2 * HOUR, failToTell)).rejects.toThrow('the bus is unavailable');
    expect((await run(now + 2 * HOUR)).told).toEqual(['Gate: silent']);
    expect((await run(now + 2 * HOUR)).told).toEqual([]);
  });

  it('reports no client that is disabled, deleted or no longer watched', async () => {
    const clients = await Promise.all([1, 2, 3].map(() => save({ silentAfterHours: 1 })));
    const [disabled, deleted, unwatched] = clients as [ApiClient, ApiClient, ApiClient];
    await registry.replace(disabled, updateClient(disabled, { enabled: false }, now));
    await registry.delete(deleted, now);
    await registry.replace(unwatched, updateClient(unwatched, { silentAfterHours: null }, now));
    expect(await run(now + 9 * HOUR)).toEqual({ told: [], reviewed: 2 });
  });

  it('does not overwrite a change that an administrator makes during the run', async () => {
    const client = await save({ silentAfterHours: 1 });
    await run(now + 2 * HOUR, async () => {
      const found = (await registry.find(client.clientId)) as ApiClient;
      await registry.replace(found, updateClient(found, { name: 'Renamed' }, now));
    });
    expect(await registry.find(client.clientId)).toMatchObject({ name: 'Renamed', revision: 2 });
    expect((await run(now + 3 * HOUR)).told).toEqual(['Renamed: silent']);
  });

  it('reviews hundreds of clients, each once', async () => {
    await Promise.all(Array.from({ length: 250 }, (_, index) => save({ name: `${index}`, silentAfterHours: 1 })));
    const { told, reviewed } = await run(now + 2 * HOUR);
    expect([new Set(told).size, reviewed]).toEqual([250, 250]);
  });
});
