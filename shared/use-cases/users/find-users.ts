import { withoutRevision, type UserStore, type User } from '../../domain/user.ts';
import { hasIdentifiers, hasAnyIdentifier, toLookUp, toLookUps, type Identifiers } from '../../domain/identifiers.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';

/** Takes no round trip by `id`, and one otherwise. */
export const findUserId = async (
  users: Pick<UserStore, 'findId'>,
  companyId: string,
  identifiers: Identifiers,
): Promise<number | undefined> => {
  const lookUp = toLookUp(identifiers);
  return identifiers.id ?? (lookUp && users.findId(companyId, lookUp));
};

/**
 * Whether the identifiers belong to different people of the company. An identifier that nobody has says nothing. Read it after no
 * user was found who has them all.
 */
export const belongToDifferentPeople = async (
  users: Pick<UserStore, 'find' | 'findId'>,
  companyId: string,
  { id, ...identifiers }: Identifiers,
): Promise<boolean> => {
  const lookUps = toLookUps(identifiers);
  if (lookUps.length + (id === undefined ? 0 : 1) < 2) return false;
  const owners = await Promise.all([
    id === undefined ? undefined : users.find({ companyId, userId: id }).then((user) => user?.id),
    ...lookUps.map((lookUp) => users.findId(companyId, lookUp)),
  ]);
  return new Set(owners.filter((owner) => owner !== undefined)).size > 1;
};

/** Reads users of a company. Ids without a user are left out. */
export const findUsersById = async (
  users: Pick<UserStore, 'findAll'>,
  companyId: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, User>> => {
  const found = await users.findAll([...new Set(ids)].map((userId) => ({ companyId, userId })));
  return new Map(found.map((user) => [user.id, withoutRevision(user)]));
};

/**
 * @throws UseCaseError `identifier_required`, or `user_not_found` if no user of the company has all the given identifiers.
 * @example
 * await findUser(users, 'acme', { uid: 'BADGE-0001', email: 'ada@example.com' }); // both must be Ada's
 */
export const findUser = async (users: UserStore, companyId: string, identifiers: Identifiers): Promise<User> => {
  if (!hasAnyIdentifier(identifiers)) throw new UseCaseError('identifier_required');
  const userId = await findUserId(users, companyId, identifiers);
  const user = userId === undefined ? undefined : await users.find({ companyId, userId });
  if (user && hasIdentifiers(user, identifiers)) return user;
  throw new UseCaseError('user_not_found', { companyId });
};
