import pMap from 'p-map';

/** Items that are restored only if the operator names them. */
export interface Revivals {
  /** Client ids: disabled and deleted clients. */
  readonly clients: ReadonlySet<string>;
  /** Ids of ended secrets, as `clients show` prints them. */
  readonly secrets: ReadonlySet<string>;
  /** Ids of revoked token families. */
  readonly families: ReadonlySet<string>;
  /** Removed users, as {@link nameUser} writes them. */
  readonly users: ReadonlySet<string>;
}

export interface RestoreRules {
  /** Also overwrites existing items; otherwise only missing items are written. */
  readonly overwrite: boolean;
  /** Writes nothing. */
  readonly dryRun: boolean;
  readonly revive: Revivals;
}

/** Why an item was not restored. The first five reasons can be overridden by naming the item, the others cannot. */
export type RefusalReason =
  | 'deleted_client'
  | 'disabled_client'
  | 'ended_secret'
  | 'revoked_family'
  | 'removed_user'
  /** The uid or e-mail address now belongs to another user. */
  | 'identifier_taken'
  /** The client has two live secrets without the ended one. */
  | 'two_live_secrets'
  /** Other requests changed the client each time. */
  | 'changed_meanwhile';

export interface Refusal {
  readonly reason: RefusalReason;
  /** The id of the client, secret or family, or the user. */
  readonly name: string;
}

/**
 * The result of one item. `expired`: its retention has ended. A client can be written and partly refused: it stays disabled, or one
 * of its secrets stays ended.
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
 * @param restore returns undefined for an item that does not count
 * @returns an outcome for each item that counts, in no order
 */
export const restoreAll = async <Item>(
  items: readonly Item[],
  restore: (item: Item) => Promise<ItemOutcome | undefined>,
): Promise<ItemOutcome[]> => {
  const outcomes = await pMap(items, restore, { concurrency: WRITES_AT_ONCE });
  return outcomes.filter((outcome) => outcome !== undefined);
};
