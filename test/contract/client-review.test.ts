import { expect, it, describe, beforeEach } from '@jest/globals';
import { makeClientReviewStore } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { makeTokenFamilyStore } from '../../shared/adapters/dynamodb/token-family-store.ts';
import { createApiClient, type ApiClient } from '../../shared/domain/api-client.ts';
import { updateClient } from '../../shared/domain/client-changes.ts';
import { startFamily } from '../../shared/domain/token-family.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { defaultLifetimes } from '../../shared/settings.ts';
import { listClients } from '../../shared/use-cases/clients/list-clients.ts';
import { reviewClients } from '../../shared/use-cases/clients/watch-clients.ts';
import { makeMemoryDatabase, type Command, type MemoryDatabase } from '../support/memory-database/memory-database.ts';
import { toMeteredCall } from '../support/meter-database.ts';
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

describe('The read units of lists and of housekeeping', () => {
  const contents = { keyId: 'k', scopes: ['checkin'], revocationNumber: 0 } as const;
  const TABLE = localTableNames.apiClients;

  /**
   * @param clients the number of clients of one company, all watched and in use; ten of them have a secret that ends soon
   * @param familiesEach the number of token families of each client
   */
  const measure = async (clients: number, familiesEach: number) => {
    const memory = makeMemoryDatabase();
    let units = 0;
    const send = async (command: Command) => {
      const input = { ...command.input, ReturnConsumedCapacity: 'INDEXES' };
      const output = memory.perform({ constructor: command.constructor, input }) as object;
      units += toMeteredCall('', input, output).units;
      return output;
    };
    const metered: MemoryDatabase = { ...memory, send: send as MemoryDatabase['send'] };
    const unitsOf = async (action: () => Promise<unknown>): Promise<number> => {
      units = 0;
      await action();
      return units;
    };

    const filled = makeInMemoryApiClients([], metered);
    const tokens = makeTokenFamilyStore(metered, TABLE);
    for (let index = 0; index < clients; index += 1) {
      const isDue = index < 10;
      const properties = { companyId: 'acme', name: `Gate ${index}`, silentAfterHours: 48 };
      const { client } = createApiClient(
        { ...properties, ...(isDue && { expiresInDays: 90 }) },
        now - (isDue ? 70 * DAY : HOUR) + index,
      );
      await filled.create({ ...client, lastSeenAt: now });
      for (let family = 0; family < familiesEach; family += 1)
        await tokens.start(startFamily(client.clientId, contents, defaultLifetimes, now));
    }
    const review = () =>
      reviewClients({ clients: makeClientReviewStore(metered, TABLE), tell: async () => undefined, now: () => now });
    return {
      page: await unitsOf(() => listClients(filled, { companyId: 'acme', limit: 100 })),
      filteredPage: await unitsOf(() =>
        listClients(filled, { companyId: 'acme', nameOrIdContains: 'no such', limit: 100 }),
      ),
      all: await unitsOf(() => filled.listAll()),
      review: await unitsOf(review),
      nextReview: await unitsOf(review),
    };
  };

  it('depend on the number of clients only if all clients are read, and never on the number of token families', async () => {
    const [few, families, many] = [await measure(200, 1), await measure(200, 5), await measure(1_000, 1)];
    expect(families).toEqual(few);
    expect(many.page).toEqual(few.page);
    // The 1,000 clients have about 290 KB, and one unit reads 8 KB.
    expect([many.filteredPage, many.all, many.nextReview].map(Math.ceil)).toEqual([40, 36, 36]);
  });
});
