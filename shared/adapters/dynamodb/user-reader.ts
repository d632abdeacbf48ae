import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { User, UserReader } from '../../domain/user.ts';
import type { Database } from './database.ts';
import { readBatch } from './read-batch.ts';
import { claimKey, identifiersOf, toKnownUser, userKey, withoutRevision, type Identifier } from './user-item.ts';

export const toUser = (item: Record<string, unknown> | undefined): User | undefined => {
  const known = toKnownUser(item);
  return known && withoutRevision(known);
};

/** What check-ins and pushes read of users. A separate file keeps their functions small. */
export const makeUserReader = (database: Database, table: string): UserReader => {
  const read = async (Key: { userKey: string }, ConsistentRead = false) =>
    (await database.send(new GetCommand({ TableName: table, Key, ConsistentRead }))).Item;
  return {
    async find(ref) {
      return toUser(await read(userKey(ref), true));
    },
    async findId(companyId, identifier) {
      const [wanted] = identifiersOf(identifier) as [Identifier];
      return (await read(claimKey(companyId, wanted)))?.['userId'] as number | undefined;
    },
    async findIds(companyId, identifiers) {
      const keys = identifiers.map((one) => claimKey(companyId, identifiersOf(one)[0] as Identifier).userKey);
      const distinct = [...new Set(keys)].map((key) => ({ userKey: key }));
      const items = await readBatch(database, table, distinct);
      const ids = new Map(items.map((item) => [item['userKey'], item['userId'] as number]));
      return keys.map((key) => ids.get(key));
    },
    async findAll(refs) {
      const items = await readBatch(database, table, refs.map(userKey));
      return items.map(toKnownUser).filter((user) => user !== undefined);
    },
  };
};
