import type { StoredUser, User, UserReader, UserRef } from '../../domain/user.ts';
import type { LookUp } from '../../domain/identifiers.ts';
import { getItem, type Database, type Item } from './database.ts';
import { joinKey } from './join-key.ts';
import { userAttributeNames } from '../../rules/attributes.ts';
import { pick } from '../../rules/plain-values.ts';
import { readBatch } from './batches.ts';

export const userKey = ({ companyId, userId }: UserRef) => ({ userKey: joinKey(companyId, 'id', userId) });

/** The key of a claim: the item that says which user a badge or e-mail address belongs to. */
export const claimKey = (companyId: string, identifier: LookUp) => ({
  userKey: joinKey(companyId, ...identifier),
});

const userNames = ['companyId', 'id', ...userAttributeNames, 'changedBy'];

/** Returns undefined for a tombstone, which has no `id`. */
const readUser = (item: Item | undefined, names: readonly string[]): StoredUser | undefined => {
  if (item?.['id'] === undefined) return undefined;
  const { devices } = item;
  const endpoints = devices instanceof Set ? [...devices] : [];
  return { ...pick(item, names), devices: endpoints } as unknown as StoredUser;
};

export const toUser = (item: Item | undefined): User | undefined => readUser(item, userNames);

export const toStoredUser = (item: Item | undefined): StoredUser | undefined =>
  readUser(item, [...userNames, 'revision', 'takenAt']);

/** This part of the user store is a separate file, to keep the bundles of the check-in and push functions small. */
export const makeUserReader = (database: Database, table: string): UserReader => ({
  async find(ref) {
    return toUser(await getItem(database, table, userKey(ref)));
  },
  async findId(companyId, identifier) {
    const isConsistent = false;
    const claim = await getItem(database, table, claimKey(companyId, identifier), isConsistent);
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
    return items.map(toStoredUser).filter((user) => user !== undefined);
  },
});
