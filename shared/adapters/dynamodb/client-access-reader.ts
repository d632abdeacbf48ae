import type { ClientAccess, ClientAccessReader } from '../../domain/api-client.ts';
import { getItem, type Database } from './database.ts';

/** The key of a client's access item, which every gate request reads. It is separate, so that no gate reads digests of secrets. */
export const accessKey = (clientId: string) => ({ clientId, item: 'access' });

export const makeClientAccessReader = (database: Database, table: string): ClientAccessReader => ({
  async find(clientId) {
    const access = await getItem(database, table, accessKey(clientId));
    return access?.['enabled'] === true ? (access as unknown as ClientAccess) : undefined;
  },
});
