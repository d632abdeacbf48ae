import { randomUUID } from 'node:crypto';
import type { RestoreStores } from '../../domain/restore.ts';
import { getItem, type Database } from './database.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { unchangedSinceRead, toKnownUser, userKey } from './user-item.ts';
import { lookUpItemsOf, nameAttributes } from './user-look-ups.ts';
import { commitUser, returnFound, toPut } from './user-writes.ts';

/** Implements {@link RestoreStores.createUser}. */
export const makeCreateUser =
  (database: Database, table: string): RestoreStores['createUser'] =>
  async (user, item) => {
    const ref = { companyId: user.companyId, userId: user.id };
    const lookUpItems = lookUpItemsOf(user);
    const { isWritten } = await retryOnConflict(async () => {
      const found = await getItem(database, table, userKey(ref));
      if (toKnownUser(found)) return { isWritten: false };
      const revision = randomUUID();
      const Put = {
        TableName: table,
        Item: { ...item, ...nameAttributes(user), revision },
        ...unchangedSinceRead(found),
        ...returnFound,
      };
      const lookUps = lookUpItems.map((one) => toPut(table, ref, one));
      return (await commitUser(database, [{ Put }, ...lookUps], { lookUpItems, revision })) && { isWritten: true };
    });
    return isWritten;
  };
