import { randomUUID } from 'node:crypto';
import { IdentifierTaken, type User, type UserProfile, type UserRef } from '../../domain/user.ts';
import type { Database } from './database.ts';
import { commit, type TransactionWrite } from './transaction.ts';
import { claimKey, identifiersOf, isAsRead, profileNames, userKey, type Identifier } from './user-item.ts';

const without = (some: readonly Identifier[], others: readonly Identifier[]): Identifier[] =>
  some.filter(({ field, value }) => !others.some((other) => other.field === field && other.value === value));

/** The item under a user's key: a user, a tombstone, or none. */
export type Read = { readonly revision?: unknown } | undefined;

/** A change of one user. */
export interface UserWrite {
  readonly ref: UserRef;
  /** What the condition of the write compares with. */
  readonly read: Read;
  readonly before: User | undefined;
  /** Undefined removes the user. */
  readonly after: UserProfile | undefined;
}

const returnFound = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

const toUpdate = (TableName: string, { ref, read }: UserWrite, after: UserProfile, revision: string) => {
  const { ConditionExpression, values } = isAsRead(read);
  const attributes = (['companyId', 'id', ...profileNames] as const).map((name) => [name, after[name]] as const);
  const set = attributes.filter(([, value]) => value !== undefined);
  const removed = attributes.filter(([, value]) => value === undefined).map(([name]) => `#${name}`);
  return {
    TableName,
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
      ':next': revision,
    },
    ...returnFound,
  };
};

/** Replaces the whole item, so that nothing of the user is left. An old write in flight cannot bring the user back. */
const toTombstone = (TableName: string, { ref, read }: UserWrite, revision: string) => {
  const { ConditionExpression, values } = isAsRead(read);
  return {
    TableName,
    Item: { ...userKey(ref), revision },
    ConditionExpression,
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    ...returnFound,
  };
};

/** Nobody has the identifier, or this user has it. */
const ifFree = ({ userId }: UserRef) => ({
  ConditionExpression: 'attribute_not_exists(userKey) OR userId = :self',
  ExpressionAttributeValues: { ':self': userId },
  ...returnFound,
});

export const toClaim = (table: string, ref: UserRef, identifier: Identifier): TransactionWrite => ({
  Put: { TableName: table, Item: { ...claimKey(ref.companyId, identifier), userId: ref.userId }, ...ifFree(ref) },
});

const toRelease = (table: string, ref: UserRef, identifier: Identifier): TransactionWrite => ({
  Delete: { TableName: table, Key: claimKey(ref.companyId, identifier), ...ifFree(ref) },
});

/**
 * Writes a user and its claims: first the write of the user's own item, then those of claims.
 * @param claimed the identifiers of the claims, in their order
 * @returns false if the user's item is not as it was read
 * @throws IdentifierTaken
 */
export const commitUser = async (
  database: Database,
  [own, ...claims]: readonly [TransactionWrite, ...TransactionWrite[]],
  { claimed, revision }: { readonly claimed: readonly Identifier[]; readonly revision: string },
): Promise<boolean> => {
  const result = await commit(database, [own, ...claims]);
  if (result.isCommitted) return true;
  const user = result.failed.find(({ index }) => index === 0);
  // The commit of a try whose response was lost.
  if (user) return user.found?.['revision'] === revision;
  const [{ index, found }] = result.failed as [(typeof result.failed)[0]];
  throw new IdentifierTaken(`${claimed[index - 1]?.field} is user ${String(found?.['userId'])}'s`);
};

/**
 * Changes, creates or removes a user together with its claims, in one transaction.
 * @returns false if the user was changed since it was read
 * @throws IdentifierTaken if the uid or the e-mail address is another user's
 */
export const writeUser = (database: Database, table: string, write: UserWrite): Promise<boolean> => {
  const { ref, before, after } = write;
  const revision = randomUUID();
  const [had, wanted] = [identifiersOf(before ?? {}), identifiersOf(after ?? {})];
  const [gained, lost] = [without(wanted, had), without(had, wanted)];
  const own: TransactionWrite = after
    ? { Update: toUpdate(table, write, after, revision) }
    : { Put: toTombstone(table, write, revision) };
  return commitUser(
    database,
    [own, ...gained.map((one) => toClaim(table, ref, one)), ...lost.map((one) => toRelease(table, ref, one))],
    { claimed: [...gained, ...lost], revision },
  );
};
