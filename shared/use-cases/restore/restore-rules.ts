import pMap from 'p-map';
import type { UserRef } from '../../domain/user.ts';

export interface RestoreRules {
  /** Whether items that still exist are overwritten. If false, only missing items are restored. */
  readonly overwrite: boolean;
  /** If true, nothing is written. */
  readonly dryRun: boolean;
  /** Removed users to restore, in the form of {@link nameUser}. */
  readonly reviveUsers: ReadonlySet<string>;
}

/** Why an item, or a part of it, was not restored. */
export type RefusalReason =
  | 'deleted_client'
  | 'disabled_client'
  | 'ended_secret'
  | 'revoked_family'
  | 'removed_user'
  /** The uid or e-mail address now belongs to another user. */
  | 'identifier_taken'
  /** Somebody changed the client during the restore. */
  | 'changed_meanwhile';

export interface Refusal {
  readonly reason: RefusalReason;
  /** The id of the client, secret or family, or the name of the user. */
  readonly name: string;
}

/**
 * `expired`: the retention of the item has ended. The other outcomes can have refusals too: a client can be `written`, but
 * stay disabled, or some of its secrets can stay ended.
 */
export interface ItemOutcome {
  readonly outcome: 'written' | 'unchanged' | 'expired' | 'refused';
  readonly refusals?: readonly Refusal[];
}

/** Names a user as on the command line: `acme/42`. */
export const nameUser = ({ companyId, userId }: UserRef): string => `${companyId}/${userId}`;

/** @returns the removed users that are not to be restored, in the form of {@link nameUser} */
export const findStillRemoved = async (
  users: readonly UserRef[],
  findRemoved: (users: readonly UserRef[]) => Promise<readonly UserRef[]>,
  { reviveUsers }: RestoreRules,
): Promise<ReadonlySet<string>> => {
  const distinct = new Map(users.map((user) => [nameUser(user), user]));
  const removed = (await findRemoved([...distinct.values()])).map(nameUser);
  return new Set(removed.filter((name) => !reviveUsers.has(name)));
};

export const refused = (reason: RefusalReason, name: string): ItemOutcome => ({
  outcome: 'refused',
  refusals: [{ reason, name }],
});

const WRITES_AT_ONCE = 25;

/** @returns the results in the order of the items */
export const restoreAll = <Item, Result>(
  items: readonly Item[],
  restore: (item: Item) => Promise<Result>,
): Promise<Result[]> => pMap(items, restore, { concurrency: WRITES_AT_ONCE });
