import { isDeepStrictEqual } from 'node:util';
import type { ApiClient, ApiClientRegistry } from '../../../shared/domain/api-client.ts';

/** API clients in memory, `existing` among them from the start. */
export const makeInMemoryApiClients = (existing: readonly ApiClient[] = []): ApiClientRegistry => {
  const clients = new Map(existing.map((client) => [client.clientId, client]));
  const find = async (clientId: string): Promise<ApiClient | undefined> => clients.get(clientId);

  return {
    find,
    recordLastUsed: async ({ client, secret }, now) => {
      const found = clients.get(client.clientId);
      const secrets = found?.secrets.map((one) => (one.digest === secret.digest ? { ...one, lastUsedAt: now } : one));
      if (found && secrets) clients.set(client.clientId, { ...found, secrets });
    },
    create: async (client) => {
      if (!clients.has(client.clientId)) clients.set(client.clientId, client);
    },
    list: async (companyId) => {
      const found = [...clients.values()].filter((client) => companyId === undefined || client.companyId === companyId);
      return found.toSorted((one, other) => one.createdAt - other.createdAt);
    },
    replace: async (before, after) => {
      if (!isDeepStrictEqual(clients.get(before.clientId), before)) return false;
      clients.set(after.clientId, after);
      return true;
    },
    delete: async (clientId) => clients.delete(clientId),
  };
};
