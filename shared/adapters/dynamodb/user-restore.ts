import { randomUUID } from 'node:crypto';
import type { UserRestore } from '../../domain/restore.ts';
import type { User, UserRef } from '../../domain/user.ts';
import { tables } from '../../tables.ts';
import { getItem, type Database } from './database.ts';
import { ifAbsent } from './expressions.ts';
import { makeItemRestore } from './item-restore.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { commit } from './transaction.ts';
import { unchangedSinceRead, toKnownUser, userKey } from './user-item.ts';
import { lookUpItemsOf, nameAttributes } from './user-look-ups.ts';
import { commitUser, returnFound, toPut } from './user-writes.ts';

export const makeUserRestore = (database: Database, table: string): UserRestore => {
  const createUser = async (user: User, item: Readonly<Record<string, unknown>>): Promise<boolean> => {
    const ref: UserRef = { companyId: user.companyId, userId: user.id };
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

  return {
    ...makeItemRestore(database, { table, definition: tables.users }),
    createUser,

    async restoreIdentifier(item) {
      const { userKey: key, userId } = item as { userKey: string; userId: number };
      if (await getItem(database, table, { userKey: key })) return false;
      const [companyId = ''] = key.split('#').map(decodeURIComponent);
      const ref = { companyId, userId };
      const found = await getItem(database, table, userKey(ref));
      const user = toKnownUser(found);
      const expected = user && lookUpItemsOf(user).find(({ item: lookUp }) => lookUp.userKey === key);
      if (!expected) return false;
      const unchangedUser = { ConditionCheck: { TableName: table, Key: userKey(ref), ...unchangedSinceRead(found) } };
      // If another writer creates the item first, even for the same user, this restore writes nothing and returns false.
      const Put = { TableName: table, Item: expected.item, ...ifAbsent('userKey') };
      return (await commit(database, [unchangedUser, { Put }])).isCommitted;
    },
  };
};
