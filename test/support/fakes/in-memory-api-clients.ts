import { isDeepStrictEqual } from 'node:util';
import type { ApiClient, ApiClientRegistry } from '../../../shared/domain/api-client.ts';

const inOrder = (clients: readonly ApiClient[]): ApiClient[] =>
  clients.toSorted((one, other) => one.createdAt - other.createdAt);

/** API clients in memory; `existing` is the initial content. */
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
      if (clients.has(client.clientId)) return false;
      clients.set(client.clientId, client);
      return true;
    },
    listAll: async () => inOrder([...clients.values()]),
    listByCompany: async (companyId, { limit, after }) => {
      const all = inOrder([...clients.values()].filter((client) => client.companyId === companyId));
      const start = after ? all.findIndex(({ clientId }) => clientId === after.clientId) + 1 : 0;
      const items = all.slice(start, start + limit);
      const last = items.at(-1);
      const isCut = start + limit < all.length;
      return { items, ...(isCut && last && { next: { clientId: last.clientId, createdAt: last.createdAt } }) };
    },
    replace: async (before, after) => {
      if (!isDeepStrictEqual(clients.get(before.clientId), before)) return undefined;
      const client = { ...after, revision: before.revision + 1 };
      clients.set(client.clientId, client);
      return client;
    },
    delete: async ({ clientId, companyId, revision }) => {
      const found = clients.get(clientId);
      if (companyId !== undefined && found?.companyId !== companyId) return undefined;
      if (revision !== undefined && found?.revision !== revision) return undefined;
      clients.delete(clientId);
      return found;
    },
  };
};
