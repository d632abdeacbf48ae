import { auditEntry, type Acting, type AuditedAction } from '../../domain/audit-entry.ts';
import { defined } from '../../rules/plain-values.ts';
import type { ConsoleIdentity } from '../../domain/console-identity.ts';
import {
  findInRoster,
  addToRoster,
  changeRoleInRoster,
  removeFromRoster,
  type MemberStore,
  type Roster,
  type Member,
} from '../../domain/roster.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import type { Role } from '../../rules/roles.ts';

export interface MembersContext extends Acting {
  readonly members: MemberStore;
  /** The person who makes the change, and who must still be an owner. Absent for an operator. */
  readonly owner?: ConsoleIdentity;
}

/** `entry` is written to the audit log. */
interface Change {
  readonly after: Roster;
  readonly entry: AuditedAction;
}

/** More simultaneous changes to one roster than this are not expected. */
const MAX_TRIES = 10;

/** The write fails if the roster has changed since it was read, so the owner is still an owner when the change is made. */
const assertOwner = (roster: Roster, { owner }: MembersContext): void => {
  if (owner && findInRoster(roster, owner)?.role !== 'owner') throw new UseCaseError('forbidden', { roles: 'owner' });
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

export interface Membership {
  readonly companyId: string;
  readonly member: Member;
  readonly roster: Roster;
}

/** Called at every request, so a removed member is rejected at once. @returns undefined if the identity is not a member */
export const findMembership = async (
  members: Pick<MemberStore, 'findCompany' | 'findRoster'>,
  identity: ConsoleIdentity,
): Promise<Membership | undefined> => {
  const companyId = await members.findCompany(identity);
  if (companyId === undefined) return undefined;
  const roster = await members.findRoster(companyId);
  const member = findInRoster(roster, identity);
  return member && { companyId, member, roster };
};

type NewMember = Omit<Member, 'createdAt'>;

/** The invitations that end because the member who sent them leaves or changes role. */
const endedInvitations = (before: Roster, after: Roster) => {
  const remaining = new Set(after.invitations.map(({ id }) => id));
  const ended = before.invitations.map(({ id }) => id).filter((id) => !remaining.has(id));
  return ended.length > 0 ? { invitations: ended } : {};
};

/**
 * Adds a member without an invitation, for a service on one machine, where the operator creates the accounts.
 * @throws UseCaseError `member_exists`, `member_of_another_company`, `too_many_members`, `members_changed`
 */
export const addMember = async (context: MembersContext, companyId: string, newMember: NewMember): Promise<Member> => {
  const member = { ...newMember, createdAt: context.now() };
  const { subject, role, email } = newMember;
  await changeRoster(context, companyId, (roster) => ({
    after: addToRoster(roster, member),
    entry: { action: 'members.add', target: { subject }, after: defined({ role, email }) },
  }));
  return member;
};

/** @throws UseCaseError `forbidden`, `member_not_found`, `last_owner`, `members_changed` */
export const changeMemberRole = async (
  context: MembersContext,
  companyId: string,
  identity: ConsoleIdentity,
  role: Role,
): Promise<Member> => {
  const roster = await changeRoster(context, companyId, (before) => {
    const after = changeRoleInRoster(before, identity, role);
    if (after === before) return undefined;
    const { subject } = identity;
    const { role: roleBefore } = findInRoster(before, identity) as Member;
    const stateBefore = { role: roleBefore, ...endedInvitations(before, after) };
    return {
      after,
      entry: { action: 'members.change-role', target: { subject }, before: stateBefore, after: { role } },
    };
  });
  return findInRoster(roster, identity) as Member;
};

const remove = async (
  context: MembersContext,
  companyId: string,
  identity: ConsoleIdentity,
  action: 'members.remove' | 'members.leave',
): Promise<void> => {
  await changeRoster(context, companyId, (before) => {
    const after = removeFromRoster(before, identity);
    const { role, email } = findInRoster(before, identity) ?? {};
    const state = defined({ role, email, ...endedInvitations(before, after) });
    return { after, entry: { action, target: { subject: identity.subject }, before: state } };
  });
};

/**
 * Removes a member, whose next request is rejected.
 * @throws UseCaseError `forbidden`, `member_not_found`, `last_owner`, `members_changed`
 */
export const removeMember = (context: MembersContext, companyId: string, identity: ConsoleIdentity): Promise<void> =>
  remove(context, companyId, identity, 'members.remove');

/** Any member may leave, not only an owner. @throws UseCaseError `member_not_found`, `last_owner`, `members_changed` */
export const leaveCompany = (
  context: Omit<MembersContext, 'owner'>,
  companyId: string,
  identity: ConsoleIdentity,
): Promise<void> => remove(context, companyId, identity, 'members.leave');
