import { MAX_MEMBERS, type Role } from '../rules/roles.ts';
import type { ConsoleIdentity } from './console-identity.ts';
import type { Instant } from './instant.ts';
import { UseCaseError } from './use-case-error.ts';

/** A person who may use the console for a company. */
export interface Member extends ConsoleIdentity {
  readonly email?: string;
  readonly role: Role;
  readonly createdAt: Instant;
}

/**
 * All members of one company, stored in one item, so that two changes at once cannot leave a company without an
 * owner. Once a company has an owner it always has one.
 */
export interface Roster {
  readonly companyId: string;
  /** Increases with every change; 0 if the company has never had a member. */
  readonly revision: number;
  /** In the order in which they were added. */
  readonly members: readonly Member[];
}

const isSame = (one: ConsoleIdentity, other: ConsoleIdentity): boolean =>
  one.issuer === other.issuer && one.subject === other.subject;

export const findInRoster = ({ members }: Roster, identity: ConsoleIdentity): Member | undefined =>
  members.find((member) => isSame(member, identity));

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
  if (members.length >= MAX_MEMBERS) throw new UseCaseError('too_many_members', { companyId, most: MAX_MEMBERS });
  return withMembers(roster, [...members, member]);
};

const findOrThrow = (roster: Roster, identity: ConsoleIdentity): Member => {
  const member = findInRoster(roster, identity);
  if (!member) throw new UseCaseError('member_not_found', { subject: identity.subject });
  return member;
};

/** @returns the same object if the member has the role already. @throws UseCaseError `member_not_found`, `last_owner` */
export const changeRoleInRoster = (roster: Roster, identity: ConsoleIdentity, role: Role): Roster => {
  const before = findOrThrow(roster, identity);
  if (before.role === role) return roster;
  return withMembers(
    roster,
    roster.members.map((member) => (member === before ? { ...before, role } : member)),
  );
};

/** @throws UseCaseError `member_not_found`, `last_owner` */
export const removeFromRoster = (roster: Roster, identity: ConsoleIdentity): Roster => {
  const removed = findOrThrow(roster, identity);
  return withMembers(
    roster,
    roster.members.filter((member) => member !== removed),
  );
};

/** The store of members. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface MemberStore {
  /**
   * The company that an identity was last added to; that company's roster shows whether it still is a member. A consistent read.
   */
  findCompany(identity: ConsoleIdentity): Promise<string | undefined>;
  /** A consistent read; empty if the company has never had a member. */
  findRoster(companyId: string): Promise<Roster>;
  /** Of every company, in no order: reads the whole table. */
  listRosters(): Promise<Roster[]>;
  /**
   * Replaces `before` with `after`, with the next revision.
   * @returns false if it has another revision now
   */
  replaceRoster(before: Roster, after: Roster): Promise<boolean>;
  /**
   * Assigns an identity to a company, if it has none, has this one already, or has `from`.
   * @returns false if it has another.
   */
  assign(identity: ConsoleIdentity, companyId: string, from?: string): Promise<boolean>;
}

/**
 * Sends an invitation to an address.
 * @returns the subject of the account that it is for.
 */
export type InviteByEmail = (email: string) => Promise<string>;
