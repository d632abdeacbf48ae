import type { Instant } from '../../domain/instant.ts';
import { userKey, type UserRef, type UserStore } from '../../domain/user.ts';

export type IsUser = (ref: UserRef) => boolean;

/** Files are usually grouped by company, so a larger cache would only take memory. */
const MAX_USERS_REMEMBERED = 100_000;

/** A user can be removed during an import, and must not get bookings long after that: see {@link sweepRemovedUsers}. */
const MAX_AGE_MILLISECONDS = 60_000;

/** Tells which users exist. Each user is read at most once a minute. */
export const makeKnownUsers = (users: Pick<UserStore, 'findAll'>, now: () => Instant, allowUnknownUsers: boolean) => {
  let cache = new Set<string>();
  let since = now();
  return async (refs: readonly UserRef[]): Promise<IsUser> => {
    if (allowUnknownUsers) return () => true;
    // Stryker disable next-line ConditionalExpression,EqualityOperator: a smaller or larger cache has the same results.
    if (cache.size > MAX_USERS_REMEMBERED || now() - since > MAX_AGE_MILLISECONDS) {
      cache = new Set();
      since = now();
    }
    const existing = cache;
    const unseen = new Map(refs.map((ref) => [userKey(ref), ref] as const));
    for (const key of unseen.keys()) if (existing.has(key)) unseen.delete(key);
    for (const { companyId, id } of await users.findAll([...unseen.values()]))
      existing.add(userKey({ companyId, userId: id }));
    return (ref) => existing.has(userKey(ref));
  };
};
