import { randomUUID } from 'node:crypto';
import type { CreateUsers, UserProfile } from '../../domain/user.ts';
import type { Database } from './database.ts';
import { makeStatementWriter } from './statement-writer.ts';
import { claimKey, identifiersOf, userKey } from './user-item.ts';
import { toInsert } from './write-statements.ts';

const toClaims = (user: UserProfile) =>
  identifiersOf(user).map((one) => ({ ...claimKey(user.companyId, one), userId: user.id, token: randomUUID() }));

const toItem = (user: UserProfile) => ({
  ...userKey({ companyId: user.companyId, userId: user.id }),
  ...user,
  revision: randomUUID(),
});

/**
 * Creates many users per call, by the rules of `user-claims.ts`: first all claims, then the users who got all their claims, each
 * on condition that its key is free. A claim without a user is treated as one of an interrupted save: a later save of the user
 * uses it, and a save of another user may take it.
 */
export const makeCreateUsers = (database: Database, table: string): CreateUsers => {
  const write = makeStatementWriter(database);
  const insert = (items: readonly object[]) => write(items.map((item) => toInsert(table, item)));
  return async (users) => {
    const claims = users.map(toClaims);
    const isTaken = await insert(claims.flat());
    let next = 0;
    const hasClaims = claims.map((own) => {
      next += own.length;
      return isTaken.slice(next - own.length, next).every(Boolean);
    });
    const isCreated = await insert(users.filter((_, index) => hasClaims[index]).map(toItem));
    const results = isCreated.values();
    return hasClaims.map((has) => has && results.next().value === true);
  };
};
