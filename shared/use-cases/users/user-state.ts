import { badgesOf, type UserProfile } from '../../domain/user.ts';

/** The members of a user's state that identify the user at a gate. */
export const identifierNames = ['uids', 'email'] as const;

/** Returns a user as the audit log shows it. */
export const toState = ({ name, email, language, ...badges }: UserProfile): Record<string, unknown> => {
  const uids = badgesOf(badges);
  return { name, uids: uids.length > 0 ? uids : undefined, email, language };
};
