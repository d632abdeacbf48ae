import { randomInt } from 'node:crypto';
import type { ApiClient, ClientAccess, ClientAccessReader } from '../../domain/api-client.ts';
import { getItem, type Database } from './database.ts';
import { joinKey } from './join-key.ts';
import type { TransactionWrite } from './transaction.ts';

/**
 * The client data that every gate request reads is stored in several copies, each under its own key. DynamoDB reads one item
 * 3,000 times a second, so with 4 copies one client can make 12,000 requests a second. After raising the number of copies,
 * write all clients again.
 */
export const ACCESS_COPIES = 4;

/** The sort key of the copies. */
export const ACCESS_ITEM = 'access';

export const accessKey = (clientId: string, copy: number) => ({ clientId: joinKey(clientId, copy), item: ACCESS_ITEM });

/**
 * Returns the writes of all copies. They belong in the transaction that changes the client, so that no copy is out of date.
 * Copies of a deleted client give no access.
 */
export const toAccessWrites = (table: string, client: ApiClient, isDeleted = false): TransactionWrite[] => {
  const { clientId, companyId, scopes, revocationNumber, allowedIps } = client;
  const access = isDeleted
    ? { enabled: false }
    : { companyId, scopes, revocationNumber, enabled: client.enabled, ...(allowedIps && { allowedIps }) };
  return Array.from({ length: ACCESS_COPIES }, (_, copy) => ({
    Put: { TableName: table, Item: { ...accessKey(clientId, copy), ...access } },
  }));
};

/** Reads one of the copies. */
export const makeClientAccessReader = (database: Database, table: string): ClientAccessReader => ({
  async find(clientId) {
    const copy = await getItem(database, table, accessKey(clientId, randomInt(ACCESS_COPIES)));
    return copy?.['enabled'] === true ? (copy as unknown as ClientAccess) : undefined;
  },
});
