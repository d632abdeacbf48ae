import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type User, type UserRef, IdentifierTaken, type UserStore } from '../../domain/user.ts';
import { ifConditionHolds, type Database } from './database.ts';
import { joinKey } from './join-key.ts';

type Profile = Omit<User, 'devices'>;
type UniqueField = 'uid' | 'email';
interface Claim {
  readonly field: UniqueField;
  readonly value: string;
}

export const userKey = ({ companyId, userId }: UserRef) => ({ userKey: joinKey(companyId, 'id', userId) });
const claimKey = (companyId: string, { field, value }: Claim) => ({ userKey: joinKey(companyId, field, value) });

const toUser = ({ companyId, id, uid, email, devices }: Record<string, unknown>): User =>
  ({
    companyId,
    id,
    ...(uid !== undefined && { uid }),
    ...(email !== undefined && { email }),
    devices: devices instanceof Set ? [...devices] : [],
  }) as unknown as User;

const claimsOf = ({ uid, email }: Pick<User, UniqueField>): Claim[] => [
  ...(uid === undefined ? [] : [{ field: 'uid' as const, value: uid }]),
  ...(email === undefined ? [] : [{ field: 'email' as const, value: email }]),
];

const isAmong = (claims: readonly Claim[], { field, value }: Claim): boolean =>
  claims.some((claim) => claim.field === field && claim.value === value);

export const makeUserStore = (database: Database, table: string): UserStore => {
  const read = async (Key: { userKey: string }, ConsistentRead: boolean) =>
    (await database.send(new GetCommand({ TableName: table, Key, ConsistentRead }))).Item;

  const find = async (ref: UserRef, isConsistent = false): Promise<User | undefined> => {
    const item = await read(userKey(ref), isConsistent);
    return item && toUser(item);
  };

  const take = async (companyId: string, claim: Claim, userId: number, from: number): Promise<boolean> => {
    const put = new PutCommand({
      TableName: table,
      Item: { ...claimKey(companyId, claim), userId },
      ConditionExpression: 'attribute_not_exists(userKey) OR userId IN (:self, :from)',
      ExpressionAttributeValues: { ':self': userId, ':from': from },
    });
    return (await ifConditionHolds(database.send(put))) !== undefined;
  };

  const claim = async ({ companyId, id }: Profile, wanted: Claim): Promise<void> => {
    if (await take(companyId, wanted, id, id)) return;
    const holder = (await read(claimKey(companyId, wanted), true))?.['userId'] as number | undefined;
    const user = holder === undefined ? undefined : await find({ companyId, userId: holder }, true);
    // A claim whose user does not bear it was left behind when a save was cut short.
    const isLeftBehind = !user || !isAmong(claimsOf(user), wanted);
    if (isLeftBehind && (await take(companyId, wanted, id, holder ?? id))) return;
    throw new IdentifierTaken(`${wanted.field} is user ${holder}'s`);
  };

  const release = async ({ companyId, id }: Profile, unwanted: Claim): Promise<void> => {
    const remove = new DeleteCommand({
      TableName: table,
      Key: claimKey(companyId, unwanted),
      ConditionExpression: 'userId = :self',
      ExpressionAttributeValues: { ':self': id },
    });
    await ifConditionHolds(database.send(remove));
  };

  const write = async ({ companyId, id, uid, email }: Profile): Promise<void> => {
    const removed = [...(uid === undefined ? ['uid'] : []), ...(email === undefined ? ['email'] : [])];
    const kept = [...(uid === undefined ? [] : ['uid = :uid']), ...(email === undefined ? [] : ['email = :email'])];
    const set = ['companyId = :companyId', 'id = :id', ...kept].join(', ');
    const update = new UpdateCommand({
      TableName: table,
      Key: userKey({ companyId, userId: id }),
      UpdateExpression: `SET ${set}${removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''}`,
      ExpressionAttributeValues: { ':companyId': companyId, ':id': id, ':uid': uid, ':email': email },
    });
    await database.send(update);
  };

  return {
    find: (ref) => find(ref),
    async findId(companyId, identifier) {
      const wanted = claimsOf(identifier)[0] as Claim;
      return (await read(claimKey(companyId, wanted), false))?.['userId'] as number | undefined;
    },
    /** Claims first, then the user, then what is no longer claimed: cut short anywhere, doing it again completes it. */
    async save(profile) {
      const before = await find({ companyId: profile.companyId, userId: profile.id }, true);
      if (before && before.uid === profile.uid && before.email === profile.email) return 'unchanged';
      const wanted = claimsOf(profile);
      await Promise.all(wanted.map((one) => claim(profile, one)));
      await write(profile);
      const unwanted = before ? claimsOf(before).filter((one) => !isAmong(wanted, one)) : [];
      await Promise.all(unwanted.map((one) => release(profile, one)));
      return 'written';
    },
  };
};
