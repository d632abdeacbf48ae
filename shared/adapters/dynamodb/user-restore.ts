import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { UserRestore } from '../../domain/restore.ts';
import type { StoredItem } from '../../domain/table-copy.ts';
import type { User, UserRef } from '../../domain/user.ts';
import { tables } from '../../tables.ts';
import { conditionalWrite, type Database } from './database.ts';
import { makeItemRestore } from './item-restore.ts';
import { readBatch } from './read-batch.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { makeUserClaims } from './user-claims.ts';
import { claimKey, identifiersOf, isAsRead, toKnownUser, userKey } from './user-item.ts';

/** Creates users, devices included, from items of a copy, by the rules of {@link makeUserClaims}. */
export const makeUserRestore = (database: Database, table: string): UserRestore => {
  const claims = makeUserClaims(database, table);

  const read = async (ref: UserRef) =>
    (await database.send(new GetCommand({ TableName: table, Key: userKey(ref), ConsistentRead: true }))).Item;

  /** The item under the key of a missing user: none, or the item that a removal left. */
  const put = async (item: StoredItem, found: Record<string, unknown> | undefined): Promise<boolean> => {
    const { ConditionExpression, values } = isAsRead(found);
    const command = new PutCommand({
      TableName: table,
      Item: { ...item, revision: randomUUID() },
      ConditionExpression,
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    });
    return (await conditionalWrite(database.send(command))).isWritten;
  };

  const createUser = async (user: User, item: StoredItem): Promise<boolean> => {
    const ref = { companyId: user.companyId, userId: user.id };
    const { isWritten } = await retryOnConflict(async () => {
      const found = await read(ref);
      if (toKnownUser(found)) return { isWritten: false };
      for (const identifier of identifiersOf(user)) await claims.take(ref, identifier);
      return (await put(item, found)) && { isWritten: true };
    });
    return isWritten;
  };

  return {
    ...makeItemRestore(database, { table, definition: tables.users }),
    createUser,

    async restoreIdentifier(item) {
      const { userKey: key, userId } = item as { userKey: string; userId: number };
      const [present] = await readBatch(database, table, [{ userKey: key }]);
      if (present) return false;
      const [companyId = ''] = key.split('#').map(decodeURIComponent);
      const ref = { companyId, userId };
      const user = toKnownUser(await read(ref));
      const own = identifiersOf(user ?? {}).find((one) => claimKey(companyId, one).userKey === key);
      if (!own) return false;
      await claims.take(ref, own);
      return true;
    },
  };
};
