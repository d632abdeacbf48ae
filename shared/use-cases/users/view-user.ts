import type { User, UserProfile } from '../../domain/user.ts';
import { badgesOf } from '../../domain/identifiers.ts';
import { identifierNames, userAttributeNames } from '../../rules/attributes.ts';
import { pick } from '../../rules/plain-values.ts';

/** Returns the attributes of a user as the console's API, exports and the command line show them. `uids` are all badges. */
export const viewProfile = (user: UserProfile) => ({
  ...pick(user, ['companyId', 'id', ...userAttributeNames]),
  uids: [...badgesOf(user)],
});

export const viewUser = (user: User) => ({ ...viewProfile(user), devices: [...user.devices] });

/** The attributes in a user's {@link toState} that identify the user at a gate. */
export const identifyingAttributes = [...identifierNames.filter((name) => name !== 'uid'), 'uids'];

/** Returns a user as the audit log shows it: `uids` are all badges. */
export const toState = (user: UserProfile): Record<string, unknown> => {
  const { uid: _, ...state } = { ...pick(user, userAttributeNames), uids: badgesOf(user) };
  return { ...state, uids: state.uids.length > 0 ? state.uids : undefined };
};
