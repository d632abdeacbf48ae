import type { ConsoleIdentity } from '../../domain/console-identity.ts';
import { findInRoster, type Member, type MemberStore } from '../../domain/member.ts';

/** A member, and the company whose member it is. */
export interface Membership {
  readonly companyId: string;
  readonly member: Member;
}

/** The membership of an identity now; a removed member has none at once. @returns undefined: not a member. */
export const findMembership = async (
  members: Pick<MemberStore, 'findCompany' | 'findRoster'>,
  identity: ConsoleIdentity,
): Promise<Membership | undefined> => {
  const companyId = await members.findCompany(identity);
  if (companyId === undefined) return undefined;
  const member = findInRoster(await members.findRoster(companyId), identity);
  return member && { companyId, member };
};
