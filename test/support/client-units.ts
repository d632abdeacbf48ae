import { GetItemCommand, PutItemCommand, type GetItemCommandOutput } from '@aws-sdk/client-dynamodb';
import { makeApiClientRegistry } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { makeClientReviewStore } from '../../shared/adapters/dynamodb/client-review-store.ts';
import type { Database } from '../../shared/adapters/dynamodb/database.ts';
import { joinKey } from '../../shared/adapters/dynamodb/join-key.ts';
import { makeTokenFamilyStore } from '../../shared/adapters/dynamodb/token-family-store.ts';
import { createApiClient } from '../../shared/domain/api-client.ts';
import { startFamily } from '../../shared/domain/token-family.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { defaultLifetimes, defaultLogRetention } from '../../shared/settings.ts';
import { listClients } from '../../shared/use-cases/clients/list-clients.ts';
import { reviewClients } from '../../shared/use-cases/clients/review-clients.ts';
import { makeMemoryDatabase, type MemoryDatabase } from './memory-database/memory-database.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 21, 8);
const DUE = 10;
const familyProperties = {
  accessKeyId: 'access-1',
  refreshKeyId: 'refresh-1',
  scopes: ['checkin'],
  revocationNumber: 0,
} as const;

/** Counts the capacity units of all calls; `take` returns and resets the count. */
const meter = (database: Database): { readonly database: Database; readonly take: () => number } => {
  let units = 0;
  const send = async (command: Parameters<Database['send']>[0]) => {
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
    const output = (await database.send(command)) as {
      ConsumedCapacity?: { CapacityUnits: number } | { CapacityUnits: number }[];
    };
    units += [output.ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
    return output;
  };
  return {
    database: { send },
    take: () => {
      const taken = units;
      units = 0;
      return taken;
    },
  };
};

/** Adds copies of an item under other sort keys. The copies share their values, so that a million fit into memory. */
const addCopies = (memory: MemoryDatabase, Key: Record<'clientId' | 'item', { S: string }>, count: number): void => {
  const TableName = localTableNames.apiClients;
  const { Item } = memory.perform(new GetItemCommand({ TableName, Key })) as GetItemCommandOutput;
  for (let copy = 1; copy <= count; copy += 1) {
    memory.perform(new PutItemCommand({ TableName, Item: { ...Item, item: { S: `${Key.item.S}-${copy}` } } }));
  }
};

/**
 * Measures the capacity units of lists and of housekeeping, with the engine in this process.
 * @param clients the number of clients of one company, all watched and in use; {@link DUE} of them have a secret that ends soon
 * @param familiesEach the number of token families of each client
 */
export const measureClientUnits = async (clients: number, familiesEach: number) => {
  const memory = makeMemoryDatabase();
  const tokens = makeTokenFamilyStore(memory, localTableNames.apiClients);
  const unmeteredRegistry = makeApiClientRegistry(memory, localTableNames, defaultLogRetention.adminLogDays);
  for (let index = 0; index < clients; index += 1) {
    const isDue = index < DUE;
    const properties = {
      companyId: 'acme',
      name: `Gate ${index}`,
      silentAfterHours: 48,
      ...(isDue && { expiresInDays: 90 }),
    };
    const { client } = createApiClient(properties, NOW - (isDue ? 70 * DAY : HOUR) + index);
    await unmeteredRegistry.create({ ...client, lastSeenAt: NOW });
    if (familiesEach === 0) continue;
    const { clientId } = client;
    const family = startFamily(clientId, familyProperties, defaultLifetimes, NOW);
    await tokens.start(family);
    addCopies(memory, { clientId: { S: clientId }, item: { S: joinKey('family', family.familyId) } }, familiesEach - 1);
  }

  const { database, take } = meter(memory);
  const registry = makeApiClientRegistry(database, localTableNames, defaultLogRetention.adminLogDays);
  const review = async (): Promise<void> => {
    const store = makeClientReviewStore(database, localTableNames.apiClients);
    await reviewClients({ clients: store, tell: async () => undefined, now: () => NOW });
  };
  const unitsOf = async (action: () => Promise<unknown>): Promise<number> => {
    await action();
    return take();
  };
  return {
    page: await unitsOf(() => listClients(registry, { companyId: 'acme', limit: 100 }, NOW)),
    filteredPage: await unitsOf(() => listClients(registry, { companyId: 'acme', status: 'silent', limit: 100 }, NOW)),
    all: await unitsOf(() => registry.listAll()),
    due: await unitsOf(review),
    nothingDue: await unitsOf(review),
  };
};
