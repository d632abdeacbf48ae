import { withoutRevision, type UserStore, type User } from '../../domain/user.ts';
import { hasIdentifiers, hasAnyIdentifier, type Identifiers } from '../../domain/identifiers.ts';
import { findUserId } from './look-up-user.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';

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
