import type { ConsoleIdentity } from '../../domain/console-identity.ts';
import type { Member } from '../../domain/member.ts';
import { addToRoster, changeRoleInRoster, findInRoster, removeFromRoster, type Roster } from '../../domain/roster.ts';
import type { Role } from '../../rules/roles.ts';
import { changeRoster, type MembersContext } from './change-roster.ts';

type NewMember = Omit<Member, 'createdAt'>;

const roleIn = (roster: Roster, identity: ConsoleIdentity): Role | undefined => findInRoster(roster, identity)?.role;

/**
 * Adds a member without an invitation, for a service on one machine, where the operator creates the accounts.
 * @throws UseCaseError `member_exists`, `member_of_another_company`, `too_many_members`, `members_changed`
 */
export const addMember = async (context: MembersContext, companyId: string, newMember: NewMember): Promise<Member> => {
  const member = { ...newMember, createdAt: context.now() };
  const { subject, role } = newMember;
  await changeRoster(context, companyId, (roster) => ({
    after: addToRoster(roster, member),
    entry: { action: 'members.add', target: { subject }, after: { role } },
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
    const entry = { target: { subject }, before: { role: roleIn(before, identity) }, after: { role } };
    return { after, entry: { action: 'members.change-role', ...entry } };
  });
  return findInRoster(roster, identity) as Member;
};

const remove = async (
  context: MembersContext,
  companyId: string,
  identity: ConsoleIdentity,
  action: 'members.remove' | 'members.leave',
): Promise<void> => {
  await changeRoster(context, companyId, (before) => ({
    after: removeFromRoster(before, identity),
    entry: { action, target: { subject: identity.subject }, before: { role: roleIn(before, identity) } },
  }));
};

/**
 * Removes a member, whose next request is rejected.
 * @throws UseCaseError `forbidden`, `member_not_found`, `last_owner`, `members_changed`
 */
export const removeMember = (context: MembersContext, companyId: string, identity: ConsoleIdentity): Promise<void> =>
  remove(context, companyId, identity, 'members.remove');

/** @throws UseCaseError `member_not_found`, `last_owner`, `members_changed` */
export const leaveCompany = (
  context: Omit<MembersContext, 'owner'>,
  companyId: string,
  identity: ConsoleIdentity,
): Promise<void> => remove(context, companyId, identity, 'members.leave');
