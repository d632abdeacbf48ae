import type { UserStore } from '../../domain/user-store.ts';
import { isNamedBy, type Identifiers, type User } from '../../domain/user.ts';
import { OperatorError } from '../../../lib/cli/operator-error.ts';

const findId = async (users: UserStore, companyId: string, identifiers: Identifiers): Promise<number | undefined> => {
  const { id, uid, email } = identifiers;
  if (id !== undefined) return id;
  if (uid !== undefined) return users.findId(companyId, { uid });
  if (email !== undefined) return users.findId(companyId, { email });
  throw new OperatorError('Say which user: --id, --uid or --email.');
};

/** @throws OperatorError where no user of the company has all the given identifiers. */
export const findUser = async (users: UserStore, companyId: string, identifiers: Identifiers): Promise<User> => {
  const userId = await findId(users, companyId, identifiers);
  const user = userId === undefined ? undefined : await users.find({ companyId, userId });
  if (user && isNamedBy(user, identifiers)) return user;
  throw new OperatorError(`The company ${companyId} has no such user.`);
};
