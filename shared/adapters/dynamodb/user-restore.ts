import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { UserRestore } from '../../domain/restore.ts';
import type { User, UserRef } from '../../domain/user.ts';
import { tables } from '../../tables.ts';
import type { Database } from './database.ts';
import { makeItemRestore } from './item-restore.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { commit } from './transaction.ts';
import { isAsRead, toKnownUser, userKey } from './user-item.ts';
import { lookUpItemsOf, nameAttributes } from './user-look-ups.ts';
import { commitUser, toPut } from './user-writes.ts';

/** Creates users, devices included, from items of a copy, each with its claims and search items in one transaction. */
export const makeUserRestore = (database: Database, table: string): UserRestore => {
  const read = async (Key: { userKey: string }) =>
    (await database.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))).Item;

  const createUser = async (user: User, item: Readonly<Record<string, unknown>>): Promise<boolean> => {
    const ref: UserRef = { companyId: user.companyId, userId: user.id };
    const written = lookUpItemsOf(user);
    const { isWritten } = await retryOnConflict(async () => {
      const found = await read(userKey(ref));
      if (toKnownUser(found)) return { isWritten: false };
      const revision = randomUUID();
      const { ConditionExpression, values } = isAsRead(found);
      const Put = {
        TableName: table,
        Item: { ...item, ...nameAttributes(user), revision },
        ConditionExpression,
        ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      };
      const lookUps = written.map((one) => toPut(table, ref, one));
      return (await commitUser(database, [{ Put }, ...lookUps], { written, revision })) && { isWritten: true };
    });
    return isWritten;
  };

  return {
    ...makeItemRestore(database, { table, definition: tables.users }),
    createUser,

    async restoreIdentifier(item) {
      const { userKey: key, userId } = item as { userKey: string; userId: number };
      if (await read({ userKey: key })) return false;
      const [companyId = ''] = key.split('#').map(decodeURIComponent);
      const ref = { companyId, userId };
      const found = await read(userKey(ref));
      const user = toKnownUser(found);
      const own = user && lookUpItemsOf(user).find(({ item: lookUp }) => lookUp.userKey === key);
      if (!own) return false;
      const { ConditionExpression, values } = isAsRead(found);
      const isUnchanged = {
        ConditionCheck: {
          TableName: table,
          Key: userKey(ref),
          ConditionExpression,
          ExpressionAttributeValues: values,
        },
      };
      // An item that was written meanwhile does not count, even for the same user: this restore did not write it.
      const Put = {
        TableName: table,
        Item: own.item,
        ConditionExpression: 'attribute_not_exists(userKey)',
      };
      return (await commit(database, [isUnchanged, { Put }])).isCommitted;
    },
  };
};
