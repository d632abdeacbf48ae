import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { clientKey } from '../../../shared/adapters/dynamodb/api-client-item.ts';
import { makeApiClientRegistry } from '../../../shared/adapters/dynamodb/api-client-store.ts';
import type { ApiClient, ApiClientRegistry } from '../../../shared/domain/api-client.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import { makeMemoryDatabase, type MemoryDatabase } from '../memory-database/memory-database.ts';

/** The store of API clients on a database whose audit entries a test can read; `existing` is the initial content. */
export const makeInMemoryApiClients = (
  existing: readonly ApiClient[] = [],
  database: MemoryDatabase = makeMemoryDatabase(),
): ApiClientRegistry => {
  for (const client of existing) {
    const Item = { ...client, ...clientKey(client.clientId) };
    database.perform(new PutCommand({ TableName: localTableNames.apiClients, Item }));
  }
  return makeApiClientRegistry(database, localTableNames, 400);
};
