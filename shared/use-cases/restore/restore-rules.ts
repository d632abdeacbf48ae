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

export const writtenIf = (isWritten: boolean): ItemOutcome => ({ outcome: isWritten ? 'written' : 'unchanged' });

export const refused = (reason: RefusalReason, name: string): ItemOutcome => ({
  outcome: 'refused',
  refusals: [{ reason, name }],
});
