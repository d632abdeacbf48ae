import type { User, UserReader } from '../../domain/user.ts';
import { getItem, type Database, type Item } from './database.ts';
import { readBatch } from './batches.ts';
import { claimKey, toKnownUser, userKey, withoutRevision } from './user-item.ts';

export const toUser = (item: Item | undefined): User | undefined => {
  const known = toKnownUser(item);
  return known && withoutRevision(known);
};

/** This part of the user store is a separate file, to keep the bundles of the check-in and push functions small. */
export const makeUserReader = (database: Database, table: string): UserReader => ({
  async find(ref) {
    return toUser(await getItem(database, table, userKey(ref)));
  },
  async findId(companyId, identifier) {
    const claim = await getItem(database, table, claimKey(companyId, identifier), false);
    return claim?.['userId'] as number | undefined;
  },
  async findIds(companyId, identifiers) {
    const keys = identifiers.map((one) => claimKey(companyId, one).userKey);
    const distinct = [...new Set(keys)].map((key) => ({ userKey: key }));
    const items = await readBatch(database, table, distinct);
    const ids = new Map(items.map((item) => [item['userKey'], item['userId'] as number]));
    return keys.map((key) => ids.get(key));
  },
  async findAll(refs) {
    const items = await readBatch(database, table, refs.map(userKey));
    return items.map(toKnownUser).filter((user) => user !== undefined);
  },
});
