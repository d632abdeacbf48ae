import { badgesOf, type User, type UserProfile } from '../../domain/user.ts';
import { pick, userAttributeNames } from '../../rules/attributes.ts';

/** Returns the attributes of a user as the console's API, exports and the command line show them. `uids` are all badges. */
export const viewProfile = (user: UserProfile) => ({
  ...pick(user, ['companyId', 'id', ...userAttributeNames]),
  uids: [...badgesOf(user)],
});

export const viewUser = (user: User) => ({ ...viewProfile(user), devices: [...user.devices] });
