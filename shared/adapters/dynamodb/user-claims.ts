import { randomUUID } from 'node:crypto';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { IdentifierTaken, type UserRef } from '../../domain/user.ts';
import { conditionalWrite, type Database } from './database.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { claimKey, identifiersOf, isAsRead, toKnownUser, userKey, type Identifier } from './user-item.ts';

/** The user who holds a uid or e-mail address. */
interface Claim {
  readonly userId: number;
  /** A new value each time the claim is taken. Claims of version 1.0 have none. */
  readonly token?: string;
}

const tokenIs = (token: string | undefined): string =>
  token === undefined ? 'attribute_not_exists(#token)' : '#token = :token';

/**
 * A claim is the look-up item under a uid or e-mail address. Claims prevent two users from having the same one, without
 * transactions, which not every engine has:
 *
 * 1. A save first takes the claims of the identifiers that the user will have, then writes the user on condition that its
 *    `revision` is unchanged since it was read, then deletes the claims that the user no longer needs.
 * 2. If a claim's user does not have the identifier, the claim belongs to a save that was interrupted or is still running.
 *    Another save that needs the claim first changes the `revision` of that user, so that a running save fails and starts again.
 *    It then takes the claim on condition that its `token` is unchanged since it was read.
 * 3. A claim is deleted only if its `token` is unchanged since before the user was written.
 */
export const makeUserClaims = (database: Database, table: string) => {
  const read = async (Key: { userKey: string }) =>
    (await database.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))).Item;

  const put = async (
    { companyId, userId }: UserRef,
    wanted: Identifier,
    condition: { ConditionExpression: string; names?: Record<string, string>; values: Record<string, unknown> },
  ): Promise<boolean> => {
    const { ConditionExpression, names, values } = condition;
    const command = new PutCommand({
      TableName: table,
      Item: { ...claimKey(companyId, wanted), userId, token: randomUUID() },
      ConditionExpression,
      ...(names && { ExpressionAttributeNames: names }),
      ExpressionAttributeValues: values,
    });
    return (await conditionalWrite(database.send(command))).isWritten;
  };

  /** @returns false if the user was changed since it was read. */
  const changeRevision = async (user: UserRef, item: Record<string, unknown> | undefined): Promise<boolean> => {
    const { ConditionExpression, values } = isAsRead(item);
    const command = new UpdateCommand({
      TableName: table,
      Key: userKey(user),
      UpdateExpression: 'SET revision = :next',
      ConditionExpression,
      ExpressionAttributeValues: { ...values, ':next': randomUUID() },
    });
    return (await conditionalWrite(database.send(command))).isWritten;
  };

  const takeOver = async (user: UserRef, wanted: Identifier): Promise<boolean> => {
    const claim = (await read(claimKey(user.companyId, wanted))) as Claim | undefined;
    if (!claim || claim.userId === user.userId) return false;
    const holder = { companyId: user.companyId, userId: claim.userId };
    const item = await read(userKey(holder));
    const has = identifiersOf(toKnownUser(item) ?? {});
    if (has.some(({ field, value }) => field === wanted.field && value === wanted.value))
      throw new IdentifierTaken(`${wanted.field} is user ${claim.userId}'s`);
    if (!(await changeRevision(holder, item))) return false;
    return put(user, wanted, {
      ConditionExpression: `userId = :holder AND ${tokenIs(claim.token)}`,
      names: { '#token': 'token' },
      values: { ':holder': claim.userId, ':token': claim.token },
    });
  };

  return {
    /** @throws IdentifierTaken */
    async take(user: UserRef, wanted: Identifier): Promise<void> {
      const isFree = {
        ConditionExpression: 'attribute_not_exists(userKey) OR userId = :self',
        values: { ':self': user.userId },
      };
      await retryOnConflict(
        async () => ((await put(user, wanted, isFree)) || (await takeOver(user, wanted))) && { isTaken: true },
      );
    },

    /**
     * Reads the claims that a change will release.
     * @returns a function that deletes each of them, if it was not taken in the meantime
     */
    async prepareRelease(user: UserRef, unwanted: readonly Identifier[]): Promise<() => Promise<void>> {
      const keys = unwanted.map((one) => claimKey(user.companyId, one));
      const claims = await Promise.all(
        keys.map(async (Key) => ({ Key, claim: (await read(Key)) as Claim | undefined })),
      );
      const own = claims.filter(({ claim }) => claim?.userId === user.userId);
      const remove = ({ Key, claim }: (typeof own)[number]) =>
        conditionalWrite(
          database.send(
            new DeleteCommand({
              TableName: table,
              Key,
              ConditionExpression: `userId = :self AND ${tokenIs(claim?.token)}`,
              ExpressionAttributeNames: { '#token': 'token' },
              ExpressionAttributeValues: { ':self': user.userId, ':token': claim?.token },
            }),
          ),
        );
      return async () => {
        await Promise.all(own.map(remove));
      };
    },
  };
};
