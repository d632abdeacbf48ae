import { type UserStore, hasIdentifiers, type Identifiers, type User } from '../../domain/user.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';

const findId = async (users: UserStore, companyId: string, identifiers: Identifiers): Promise<number | undefined> => {
  const { id, uid, email } = identifiers;
  if (id !== undefined) return id;
  if (uid !== undefined) return users.findId(companyId, { uid });
  if (email !== undefined) return users.findId(companyId, { email });
  throw new UseCaseError('identifier_required');
};

/** @throws UseCaseError `identifier_required`, or `user_not_found` if no user of the company has all the given identifiers. */
export const findUser = async (users: UserStore, companyId: string, identifiers: Identifiers): Promise<User> => {
  const userId = await findId(users, companyId, identifiers);
  const user = userId === undefined ? undefined : await users.find({ companyId, userId });
  if (user && hasIdentifiers(user, identifiers)) return user;
  throw new UseCaseError('user_not_found', { companyId });
};
