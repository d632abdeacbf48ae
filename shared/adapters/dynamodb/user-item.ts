import type { KnownUser, LookUp, User, UserRef } from '../../domain/user.ts';
import type { Item } from './database.ts';
import { ifAbsent, stillHas } from './expressions.ts';
import { joinKey } from './join-key.ts';
import { defined } from '../../domain/defined.ts';

export const userKey = ({ companyId, userId }: UserRef) => ({ userKey: joinKey(companyId, 'id', userId) });

/** The key of a claim: the item that says which user a badge or e-mail address belongs to. */
export const claimKey = (companyId: string, identifier: LookUp) => ({
  userKey: joinKey(companyId, ...Object.entries(identifier).flat()),
});

/** The attributes that an import can change. */
export const profileNames = ['name', 'uid', 'uids', 'email', 'language'] as const;

/** Returns undefined for a tombstone, which has no `id`. */
export const toKnownUser = (item: Item | undefined): KnownUser | undefined => {
  if (item?.['id'] === undefined) return undefined;
  const { companyId, id, name, uid, uids, email, language, devices, changedBy, revision, takenAt } = item;
  const endpoints = devices instanceof Set ? [...devices] : [];
  const user = { companyId, id, name, uid, uids, email, language, devices: endpoints, changedBy, revision, takenAt };
  return defined(user) as unknown as KnownUser;
};

export const withoutRevision = (known: KnownUser): User => {
  const { revision: _, takenAt: __, ...user } = known;
  return user;
};

/** Returns the condition that a user or tombstone is still as it was read, or still absent. */
export const unchangedSinceRead = (item: { readonly revision?: unknown } | undefined) =>
  item ? stillHas({ revision: item.revision }) : ifAbsent('userKey');
