import pMap from 'p-map';

export interface RestoreRules {
  /** Also overwrites existing items; otherwise only missing items are written. */
  readonly overwrite: boolean;
  /** Writes nothing. */
  readonly dryRun: boolean;
  /** Removed users who are restored, as {@link nameUser} writes them. */
  readonly reviveUsers: ReadonlySet<string>;
}

/** Why an item was not restored. */
export type RefusalReason =
  | 'deleted_client'
  | 'disabled_client'
  | 'ended_secret'
  | 'revoked_family'
  | 'removed_user'
  /** The uid or e-mail address now belongs to another user. */
  | 'identifier_taken'
  /** Other requests changed the client each time. */
  | 'changed_meanwhile';

export interface Refusal {
  readonly reason: RefusalReason;
  /** The id of the client, secret or family, or the user. */
  readonly name: string;
}

/**
 * The result of one item. `expired`: its retention has ended. A client can be restored in part: it stays disabled, or one of its
 * secrets stays ended.
 */
export interface ItemOutcome {
  readonly outcome: 'written' | 'unchanged' | 'expired' | 'refused';
  readonly refusals?: readonly Refusal[];
}

/** How a user is named on the command line and in the summary. */
export const nameUser = ({ companyId, userId }: { readonly companyId: string; readonly userId: number }): string =>
  `${companyId}/${userId}`;

export const refused = (reason: RefusalReason, name: string): ItemOutcome => ({
  outcome: 'refused',
  refusals: [{ reason, name }],
});

/** The number of parallel writes. */
const WRITES_AT_ONCE = 25;

/**
 * Restores items in parallel.
 * @param restore returns undefined for an item that is not reported
 * @returns the other outcomes, in no order
 */
export const restoreAll = async <Item>(
  items: readonly Item[],
  restore: (item: Item) => Promise<ItemOutcome | undefined>,
): Promise<ItemOutcome[]> => {
  const outcomes = await pMap(items, restore, { concurrency: WRITES_AT_ONCE });
  return outcomes.filter((outcome) => outcome !== undefined);
};
