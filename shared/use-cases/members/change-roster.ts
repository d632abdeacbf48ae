import { auditEntry, type Acting, type AuditedAction } from '../../domain/audit-entry.ts';
import type { ConsoleIdentity } from '../../domain/console-identity.ts';
import { findInRoster, type MemberStore, type Roster } from '../../domain/roster.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';

/** The dependencies of changes of members and invitations. */
export interface MembersContext extends Acting {
  readonly members: MemberStore;
  /** The member who makes the change, who must still be an owner. Undefined for an operator. */
  readonly owner?: ConsoleIdentity;
}

/** What changes in a roster, and what the audit log says about it. */
export interface Change {
  readonly after: Roster;
  readonly entry: AuditedAction;
}

/** More simultaneous changes of one company's members are not expected. */
const MAX_TRIES = 10;

/** The condition of the write is the roster as it was read, so this is checked in the transaction that makes the change. */
const assertOwner = (roster: Roster, { owner }: MembersContext): void => {
  if (owner && findInRoster(roster, owner)?.role !== 'owner') throw new UseCaseError('forbidden', { role: 'owner' });
};

/**
 * Changes the roster of a company, together with its entry in the audit log. If others change the roster in the meantime, `decide` is
 * called again.
 * @param decide returns undefined if nothing has to change
 * @returns the roster after the change
 * @throws UseCaseError `forbidden`, `member_of_another_company`, `members_changed`, and what `decide` throws
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
