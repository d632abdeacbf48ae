import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { KnownUser, User, UserProfile, UserRef, UserStore } from '../../domain/user.ts';
import { conditionalWrite, type Database } from './database.ts';
import { readBatch } from './read-batch.ts';
import { makeUserReader, toUser } from './user-reader.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { makeUserClaims } from './user-claims.ts';
import {
  claimKey,
  identifiersOf,
  isAsRead,
  profileNames,
  toKnownUser,
  userKey,
  withoutRevision,
  type Identifier,
} from './user-item.ts';

const without = (some: readonly Identifier[], others: readonly Identifier[]): Identifier[] =>
  some.filter(({ field, value }) => !others.some((other) => other.field === field && other.value === value));

/** The item under a user's key: a user, the item that a removal left, or none. */
type Read = { readonly revision?: unknown } | undefined;

/** A removal leaves an item with a revision, so that a save that began earlier cannot bring the user back. */
const toUpdate = (ref: UserRef, read: Read, after: UserProfile | undefined) => {
  const { ConditionExpression, values } = isAsRead(read);
  const { companyId, id } = after ?? {};
  const attributes = [
    ['companyId', companyId] as const,
    ['id', id] as const,
    ...profileNames.map((name) => [name, after?.[name]] as const),
    ...(after ? [] : [['devices', undefined] as const]),
  ];
  const set = attributes.filter(([, value]) => value !== undefined);
  const removed = attributes.filter(([, value]) => value === undefined).map(([name]) => `#${name}`);
  return {
    Key: userKey(ref),
    UpdateExpression: [
      `SET ${['revision = :next', ...set.map(([name]) => `#${name} = :${name}`)].join(', ')}`,
      ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
    ].join(' '),
    ConditionExpression,
    ExpressionAttributeNames: Object.fromEntries(attributes.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
      ...values,
      ':next': randomUUID(),
    },
  };
};

const profileOf = ({ devices: _, ...profile }: User): UserProfile => profile;

export const makeUserStore = (database: Database, table: string): UserStore => {
  const claims = makeUserClaims(database, table);

  const read = async (Key: { userKey: string }, ConsistentRead: boolean) =>
    (await database.send(new GetCommand({ TableName: table, Key, ConsistentRead }))).Item;

  const write = async (ref: UserRef, found: Read, after: UserProfile | undefined): Promise<boolean> => {
    const update = new UpdateCommand({ TableName: table, ...toUpdate(ref, found, after) });
    return (await conditionalWrite(database.send(update))).isWritten;
  };

  const change: UserStore['change'] = (ref, decide, known) =>
    retryOnConflict(async (isFirst) => {
      const item: Record<string, unknown> | KnownUser | undefined =
        known && isFirst ? known.user : await read(userKey(ref), true);
      const found = known && isFirst ? known.user : toKnownUser(item as Record<string, unknown> | undefined);
      const before = found && withoutRevision(found);
      const after = decide(before);
      if (isDeepStrictEqual(before && profileOf(before), after)) return { outcome: 'unchanged', before, after };
      const [had, wanted] = [before, after].map((one) => identifiersOf(one ?? {})) as [Identifier[], Identifier[]];
      const release = await claims.prepareRelease(ref, without(had, wanted));
      await Promise.all(without(wanted, had).map((one) => claims.take(ref, one)));
      if (!(await write(ref, item, after))) return false;
      await release();
      return { outcome: after ? 'written' : 'deleted', before, after };
    });

  return {
    ...makeUserReader(database, table),
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
    change,
    async save(profile) {
      const { outcome } = await change({ companyId: profile.companyId, userId: profile.id }, () => profile);
      return outcome === 'unchanged' ? outcome : 'written';
    },
    async releaseIdentifiers(ref) {
      const user = toUser(await read(userKey(ref), true));
      const release = await claims.prepareRelease(ref, identifiersOf(user ?? {}));
      await release();
    },
    async listByCompany(companyId, { after = 0, limit }) {
      const page = await database.send(
        new QueryCommand({
          TableName: table,
          IndexName: 'byCompany',
          KeyConditionExpression: 'companyId = :companyId AND #id > :after',
          ExpressionAttributeNames: { '#id': 'id' },
          ExpressionAttributeValues: { ':companyId': companyId, ':after': after },
          Limit: limit,
        }),
      );
      const users = (page.Items ?? []).map((item) => profileOf(toUser(item) as User));
      return { users, ...(page.LastEvaluatedKey && { next: page.LastEvaluatedKey['id'] as number }) };
    },
  };
};
