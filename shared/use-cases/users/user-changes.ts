import { defined } from '../../domain/defined.ts';
import { badgesOf, toBadges, type User, type UserProfile, type UserRef } from '../../domain/user.ts';

/** A field that is `null` clears the attribute; an absent field leaves the attribute as it is. */
export interface UserChanges {
  readonly name?: string | null;
  /** Replaces the first badge and keeps the others. If `uids` is given too, it must contain `uid`, which becomes the first. */
  readonly uid?: string | null;
  /** Replaces all badges. */
  readonly uids?: readonly string[] | null;
  /** Folded by {@link foldEmail}. */
  readonly email?: string | null;
  readonly language?: User['language'] | null;
}

/** Finds a `uid` that is not among the `uids`. `problem` completes a sentence that begins with the field's name. */
export const findContradiction = ({ uid, uids }: UserChanges): { field: 'uid'; problem: string } | undefined =>
  typeof uid === 'string' && uids && !uids.includes(uid) ? { field: 'uid', problem: 'must be one of uids' } : undefined;

const badgesAfter = (before: readonly string[], { uid, uids }: UserChanges): readonly string[] => {
  // In a file with both columns, the cell for `uids` is empty (null) for a person with only one badge.
  const others = uids === undefined ? before.slice(1) : (uids ?? []);
  if (uid === undefined) return uids === undefined ? before : others;
  return uid === null ? others : [uid, ...others.filter((other) => other !== uid)];
};

/** @param before undefined for a new user */
export const applyUserChanges = (
  before: User | undefined,
  { companyId, userId }: UserRef,
  changes: UserChanges,
): UserProfile => {
  const { devices: _, uid, uids, ...profile } = before ?? {};
  const { uid: _uid, uids: _uids, ...attributes } = changes;
  const badges = toBadges(badgesAfter(badgesOf({ uid, uids }), changes));
  const merged = { ...profile, companyId, id: userId, ...badges, ...defined(attributes) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)) as unknown as UserProfile;
};
