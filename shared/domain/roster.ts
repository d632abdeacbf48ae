import { INVITATION_DAYS, MAX_INVITATIONS, MAX_MEMBERS, type Role } from '../rules/roles.ts';
import type { ConsoleIdentity } from './console-identity.ts';
import { DAY, type Instant } from './instant.ts';
import type { Actor, AuditEntry } from './audit-entry.ts';
import { UseCaseError } from './use-case-error.ts';

export interface Member extends ConsoleIdentity {
  readonly email?: string;
  readonly role: Role;
  readonly createdAt: Instant;
}

export const isSameIdentity = (one: ConsoleIdentity, other: ConsoleIdentity): boolean =>
  one.issuer === other.issuer && one.subject === other.subject;

/** The account with this subject, or any account with this e-mail address if the issuer has verified the address. */
export type Invitee = { readonly email: string } | { readonly subject: string };

export interface Invitation {
  readonly id: string;
  /** The issuer with which the invited person signs in. */
  readonly issuer: string;
  readonly invitee: Invitee;
  readonly role: Role;
  readonly invitedBy: Actor;
  readonly endsAt: Instant;
}

export const endOfInvitation = (now: Instant): Instant => now + INVITATION_DAYS * DAY;

export const isOpen = ({ endsAt }: Invitation, now: Instant): boolean => now < endsAt;

export type InvitationTarget = Pick<Invitation, 'issuer' | 'invitee'>;

export const isSameTarget = (one: InvitationTarget, other: InvitationTarget): boolean =>
  one.issuer === other.issuer && JSON.stringify(one.invitee) === JSON.stringify(other.invitee);

/** Creates an account for the address if there is none. Mails a temporary password unless the account has already been used. */
export type InviteByEmail = (email: string) => Promise<void>;

/**
 * The members and invitations of a company, stored in one item, so that two simultaneous changes cannot leave the company
 * without an owner.
 */
export interface Roster {
  readonly companyId: string;
  /** 0 if the company has never had a member or invitation. */
  readonly revision: number;
  readonly members: readonly Member[];
  /** Expired invitations stay until they are dropped. */
  readonly invitations: readonly Invitation[];
}

export const findInRoster = ({ members }: Roster, identity: ConsoleIdentity): Member | undefined =>
  members.find((member) => isSameIdentity(member, identity));

const hasOwner = (members: readonly Member[]): boolean => members.some(({ role }) => role === 'owner');

/** @throws UseCaseError `last_owner` if the company would have no owner left. */
const withMembers = (roster: Roster, members: readonly Member[]): Roster => {
  const { companyId } = roster;
  if (hasOwner(roster.members) && !hasOwner(members)) throw new UseCaseError('last_owner', { companyId });
  return { ...roster, members };
};

/** @throws UseCaseError `member_exists`, `too_many_members` */
export const addToRoster = (roster: Roster, member: Member): Roster => {
  const { companyId, members } = roster;
  if (findInRoster(roster, member)) throw new UseCaseError('member_exists', { subject: member.subject });
  if (members.length >= MAX_MEMBERS) throw new UseCaseError('too_many_members', { companyId, max: MAX_MEMBERS });
  return withMembers(roster, [...members, member]);
};

const memberOrThrow = (roster: Roster, identity: ConsoleIdentity): Member => {
  const member = findInRoster(roster, identity);
  if (!member) throw new UseCaseError('member_not_found', { subject: identity.subject });
  return member;
};

/** Removes the invitations by a member who leaves or changes role. Of the members, only owners can invite. */
const withoutInvitationsBy = (roster: Roster, identity: ConsoleIdentity): Roster => ({
  ...roster,
  invitations: roster.invitations.filter(
    ({ issuer, invitedBy: { through, id } }) =>
      through !== 'console' || !isSameIdentity(identity, { issuer, subject: id }),
  ),
});

/** @returns the same object if the member has the role already. @throws UseCaseError `member_not_found`, `last_owner` */
export const changeRoleInRoster = (roster: Roster, identity: ConsoleIdentity, role: Role): Roster => {
  const before = memberOrThrow(roster, identity);
  if (before.role === role) return roster;
  const members = roster.members.map((member) => (member === before ? { ...before, role } : member));
  return withoutInvitationsBy(withMembers(roster, members), identity);
};

/** @throws UseCaseError `member_not_found`, `last_owner` */
export const removeFromRoster = (roster: Roster, identity: ConsoleIdentity): Roster => {
  const removed = memberOrThrow(roster, identity);
  const members = roster.members.filter((member) => member !== removed);
  return withoutInvitationsBy(withMembers(roster, members), identity);
};

const isMember = ({ members }: Roster, { issuer, invitee }: InvitationTarget): boolean =>
  members.some((member) =>
    'email' in invitee ? member.email === invitee.email : isSameIdentity(member, { issuer, ...invitee }),
  );

/** Drops expired invitations once there are {@link MAX_INVITATIONS}, to make room for new ones. */
const withoutEndedIfFull = ({ invitations }: Roster, now: Instant): readonly Invitation[] =>
  invitations.length < MAX_INVITATIONS ? invitations : invitations.filter((one) => isOpen(one, now));

/** Replaces an earlier invitation for the same person. @throws UseCaseError `member_exists`, `too_many_invitations` */
export const inviteToRoster = (roster: Roster, invitation: Invitation, now: Instant): Roster => {
  const { companyId } = roster;
  if (isMember(roster, invitation)) throw new UseCaseError('member_exists');
  const others = withoutEndedIfFull(roster, now).filter((one) => !isSameTarget(one, invitation));
  if (others.length >= MAX_INVITATIONS)
    throw new UseCaseError('too_many_invitations', { companyId, max: MAX_INVITATIONS });
  return { ...roster, invitations: [...others, invitation] };
};

/** @throws UseCaseError `invitation_not_found` */
export const findInvitation = ({ invitations }: Roster, id: string): Invitation => {
  const invitation = invitations.find((one) => one.id === id);
  if (!invitation) throw new UseCaseError('invitation_not_found', { invitationId: id });
  return invitation;
};

/** @throws UseCaseError `invitation_not_found` */
export const renewInvitation = (roster: Roster, id: string, now: Instant): Roster => {
  const renewed = { ...findInvitation(roster, id), endsAt: endOfInvitation(now) };
  return { ...roster, invitations: roster.invitations.map((one) => (one.id === id ? renewed : one)) };
};

/** @throws UseCaseError `invitation_not_found` */
export const withdrawInvitation = (roster: Roster, id: string): Roster => {
  const withdrawn = findInvitation(roster, id);
  return { ...roster, invitations: roster.invitations.filter((one) => one !== withdrawn) };
};

/**
 * The caller must have checked that the invitation is for this person and open.
 * @throws UseCaseError `invitation_not_found` if it was withdrawn; `member_exists`, `too_many_members`
 */
export const acceptInvitation = (roster: Roster, id: string, identity: ConsoleIdentity, now: Instant): Roster => {
  const { invitee, role } = findInvitation(roster, id);
  const email = 'email' in invitee ? { email: invitee.email } : {};
  return withdrawInvitation(addToRoster(roster, { ...identity, ...email, role, createdAt: now }), id);
};

/** The differences between two rosters. The store uses them to update the items derived from the roster. */
interface RosterChange {
  readonly joined: readonly Member[];
  readonly left: readonly Member[];
  readonly invited: readonly Invitation[];
  readonly uninvited: readonly Invitation[];
}

export const changeBetween = (before: Roster, after: Roster): RosterChange => {
  const isNoMemberOf = (roster: Roster) => (member: Member) => !findInRoster(roster, member);
  const isNotInvitedTo = (roster: Roster) => (one: Invitation) =>
    !roster.invitations.some((other) => isSameTarget(one, other));
  return {
    joined: after.members.filter(isNoMemberOf(before)),
    left: before.members.filter(isNoMemberOf(after)),
    invited: after.invitations.filter(isNotInvitedTo(before)),
    uninvited: before.invitations.filter(isNotInvitedTo(after)),
  };
};

export interface MemberStore {
  /** Reads consistently. */
  findCompany(identity: ConsoleIdentity): Promise<string | undefined>;
  /** Reads consistently, and returns an empty roster for an unknown company. */
  findRoster(companyId: string): Promise<Roster>;
  /** Returns the companies with an open or expired invitation for one of the targets. Reads consistently. */
  findInvitingCompanies(targets: readonly InvitationTarget[]): Promise<string[]>;
  /** Reads the whole table. @returns the rosters in the order of their company ids */
  listRosters(): Promise<Roster[]>;
  /**
   * Writes, in one transaction: `after` with the next revision, the company of each person who joins or leaves, the look-up
   * items for invitations, and the audit entry.
   * @returns `changed` if the stored roster differs from `before`, `member_elsewhere` if somebody who joins is a member of
   * another company
   */
  commit(before: Roster, after: Roster, entry?: AuditEntry): Promise<'committed' | 'changed' | 'member_elsewhere'>;
}
