import type { ConsoleIdentity } from '../../domain/console-identity.ts';
import type { Member } from '../../domain/member.ts';
import { findInRoster, type MemberStore } from '../../domain/roster.ts';

/** A member and their company. */
export interface Membership {
  readonly companyId: string;
  readonly member: Member;
}

/** The current membership of an identity. A removed member has none immediately. @returns undefined if it is not a member */
export const findMembership = async (
  members: Pick<MemberStore, 'findCompany' | 'findRoster'>,
  identity: ConsoleIdentity,
): Promise<Membership | undefined> => {
  const companyId = await members.findCompany(identity);
  if (companyId === undefined) return undefined;
  const member = findInRoster(await members.findRoster(companyId), identity);
  return member && { companyId, member };
};
