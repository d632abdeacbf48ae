import type { ConsoleIdentity } from '../../domain/console-identity.ts';
import { findInRoster, type Member, type MemberStore } from '../../domain/member.ts';

/** A member, and the company whose member it is. */
export interface Membership {
  readonly companyId: string;
  readonly member: Member;
}

/** What an identity may do at this moment: whoever was removed is nobody at once. @returns undefined: nothing. */
export const findMembership = async (
  members: Pick<MemberStore, 'findCompany' | 'findRoster'>,
  identity: ConsoleIdentity,
): Promise<Membership | undefined> => {
  const companyId = await members.findCompany(identity);
  if (companyId === undefined) return undefined;
  const member = findInRoster(await members.findRoster(companyId), identity);
  return member && { companyId, member };
};
