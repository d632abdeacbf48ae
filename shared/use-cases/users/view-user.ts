import type { User, UserProfile } from '../../domain/user.ts';
import { badgesOf } from '../../domain/identifiers.ts';
import { userAttributeNames } from '../../rules/attributes.ts';
import { pick } from '../../rules/plain-values.ts';

/** Returns the attributes of a user as the console's API, exports and the command line show them. `uids` are all badges. */
export const viewProfile = (user: UserProfile) => ({
  ...pick(user, ['companyId', 'id', ...userAttributeNames]),
  uids: [...badgesOf(user)],
});

export const viewUser = (user: User) => ({ ...viewProfile(user), devices: [...user.devices] });
