import type { AdminEntry, AuditContext } from '../../domain/activity-log.ts';
import type { ConsoleIdentity } from '../../domain/console-identity.ts';
import {
  addToRoster,
  changeRoleInRoster,
  findInRoster,
  removeFromRoster,
  type Member,
  type MemberStore,
  type Roster,
} from '../../domain/member.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { findMembership } from './find-member.ts';
import type { Role } from '../../rules/roles.ts';

/** The dependencies of changes of members. */
export interface MembersContext extends AuditContext {
  readonly members: MemberStore;
}

/** More simultaneous changes of one company's members are not expected. */
const MAX_ATTEMPTS = 10;

/**
 * Changes a roster. If it changed in between, `change` is called again, unless `isDone`: after a lost response the SDK
 * repeats the write, which then finds its own change.
 */
const changeRoster = async (
  members: MemberStore,
  companyId: string,
  change: (roster: Roster) => Roster,
  isDone: (roster: Roster) => boolean,
): Promise<{ before: Roster; after: Roster }> => {
  let tried: Roster | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const before = await members.findRoster(companyId);
    if (tried && isDone(before)) return { before: tried, after: before };
    const after = change(before);
    if (after === before || (await members.replaceRoster(before, after))) return { before, after };
    tried = before;
  }
  throw new UseCaseError('members_changed', { companyId });
};

const record = (
  { adminLog, actor, now }: MembersContext,
  companyId: string,
  { subject }: ConsoleIdentity,
  change: Pick<AdminEntry, 'action' | 'before' | 'after'>,
): Promise<void> =>
  adminLog.recordAdmin({ kind: 'admin', companyId, receivedAt: now(), actor, target: { subject }, ...change });

const roleIn = (roster: Roster, identity: ConsoleIdentity): Role | undefined => findInRoster(roster, identity)?.role;

/** An identity is a member of at most one company. A removed member's item is not a membership. */
const assignTo = async (members: MemberStore, identity: ConsoleIdentity, companyId: string): Promise<void> => {
  if (await members.assign(identity, companyId)) return;
  const other = await members.findCompany(identity);
  const isStillMember = (await findMembership(members, identity)) !== undefined;
  if (!isStillMember && (await members.assign(identity, companyId, other))) return;
  throw new UseCaseError('member_of_another_company', { subject: identity.subject });
};

/** A new member. */
export interface NewMember extends ConsoleIdentity {
  readonly email?: string;
  readonly role: Role;
}

/** @throws UseCaseError `member_exists`, `member_of_another_company`, `too_many_members`, `members_changed` */
export const addMember = async (context: MembersContext, companyId: string, given: NewMember): Promise<Member> => {
  const { members, now } = context;
  const member = { ...given, createdAt: now() };
  await assignTo(members, given, companyId);
  await changeRoster(
    members,
    companyId,
    (roster) => addToRoster(roster, member),
    (roster) => findInRoster(roster, given)?.createdAt === member.createdAt,
  );
  await record(context, companyId, given, { action: 'members.add', after: { role: given.role } });
  return member;
};

/** @throws UseCaseError `member_not_found`, `last_owner`, `members_changed` */
export const changeMemberRole = async (
  context: MembersContext,
  companyId: string,
  identity: ConsoleIdentity,
  role: Role,
): Promise<Member> => {
  const change = (roster: Roster) => changeRoleInRoster(roster, identity, role);
  const isDone = (roster: Roster) => roleIn(roster, identity) === role;
  const { before, after } = await changeRoster(context.members, companyId, change, isDone);
  if (after !== before) {
    await record(context, companyId, identity, {
      action: 'members.change-role',
      before: { role: roleIn(before, identity) },
      after: { role },
    });
  }
  return findInRoster(after, identity) as Member;
};

/**
 * The member's next request is refused.
 * @throws UseCaseError `member_not_found`, `last_owner`, `members_changed`
 */
export const removeMember = async (
  context: MembersContext,
  companyId: string,
  identity: ConsoleIdentity,
): Promise<void> => {
  const change = (roster: Roster) => removeFromRoster(roster, identity);
  const isDone = (roster: Roster) => !findInRoster(roster, identity);
  const { before } = await changeRoster(context.members, companyId, change, isDone);
  await record(context, companyId, identity, { action: 'members.remove', before: { role: roleIn(before, identity) } });
};
