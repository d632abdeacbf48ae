import { auditEntry, type Acting, type AuditedAction } from '../../domain/audit-entry.ts';
import type { ConsoleIdentity } from '../../domain/console-identity.ts';
import { findInRoster, type MemberStore, type Roster } from '../../domain/roster.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';

export interface MembersContext extends Acting {
  readonly members: MemberStore;
  /** The person who makes the change, and who must still be an owner. Absent for an operator. */
  readonly owner?: ConsoleIdentity;
}

/** `entry` is written to the audit log. */
export interface Change {
  readonly after: Roster;
  readonly entry: AuditedAction;
}

/** More simultaneous changes to one roster than this are not expected. */
const MAX_TRIES = 10;

/** The write requires the roster to be as it was read, so the owner is still an owner when the change is made. */
const assertOwner = (roster: Roster, { owner }: MembersContext): void => {
  if (owner && findInRoster(roster, owner)?.role !== 'owner') throw new UseCaseError('forbidden', { role: 'owner' });
};

/**
 * Changes the members of a company. Calls `decide` again if others change the roster meanwhile.
 * @param decide returns undefined if nothing has to change
 * @returns the roster after the change
 * @throws UseCaseError `forbidden`, `member_of_another_company`, `members_changed`, and the errors of `decide`
 */
export const changeRoster = async (
  context: MembersContext,
  companyId: string,
  decide: (roster: Roster) => Change | undefined,
): Promise<Roster> => {
  const { members } = context;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const before = await members.findRoster(companyId);
    assertOwner(before, context);
    const change = decide(before);
    if (!change) return before;
    const outcome = await members.commit(before, change.after, auditEntry(context, companyId, change.entry));
    if (outcome === 'committed') return change.after;
    if (outcome === 'member_elsewhere') throw new UseCaseError('member_of_another_company');
  }
  throw new UseCaseError('members_changed', { companyId });
};
