import type { ConsoleIdentity } from '../../domain/console-identity.ts';
import type { Member } from '../../domain/member.ts';
import { findInRoster, type MemberStore } from '../../domain/roster.ts';

export interface Membership {
  readonly companyId: string;
  readonly member: Member;
}

/** Called at every request, so a removed member is rejected at once. @returns undefined if the identity is not a member */
export const findMembership = async (
  members: Pick<MemberStore, 'findCompany' | 'findRoster'>,
  identity: ConsoleIdentity,
): Promise<Membership | undefined> => {
  const companyId = await members.findCompany(identity);
  if (companyId === undefined) return undefined;
  const member = findInRoster(await members.findRoster(companyId), identity);
  return member && { companyId, member };
};
