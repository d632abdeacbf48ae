import { firstLookUp, givenLookUps, type Identifiers } from '../../domain/identifiers.ts';
import type { UserStore } from '../../domain/user.ts';

/** Takes no round trip by `id`, and one otherwise. */
export const findUserId = async (
  users: Pick<UserStore, 'findId'>,
  companyId: string,
  identifiers: Identifiers,
): Promise<number | undefined> => {
  const lookUp = firstLookUp(identifiers);
  return identifiers.id ?? (lookUp && users.findId(companyId, lookUp));
};

/**
 * Whether the identifiers belong to different people of the company. Identifiers that nobody has are ignored. Call it only if no
 * user has all the identifiers.
 */
export const belongToDifferentPeople = async (
  users: Pick<UserStore, 'find' | 'findId'>,
  companyId: string,
  { id, ...identifiers }: Identifiers,
): Promise<boolean> => {
  const lookUps = givenLookUps(identifiers);
  if (lookUps.length + (id === undefined ? 0 : 1) < 2) return false;
  const owners = await Promise.all([
    id === undefined ? undefined : users.find({ companyId, userId: id }).then((user) => user?.id),
    ...lookUps.map((lookUp) => users.findId(companyId, lookUp)),
  ]);
  return new Set(owners.filter((owner) => owner !== undefined)).size > 1;
};
