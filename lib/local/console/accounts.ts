import type { MemberStore } from '../../../shared/domain/roster.ts';
import type { Account } from './sign-in-page.ts';

/** The accounts that can sign in: the members with this issuer, in any company, and the `visitors` who are not members. */
export const makeAccountList =
  (members: Pick<MemberStore, 'listRosters'>, issuer: string, visitors: readonly Account[]) =>
  async (): Promise<Account[]> => {
    const accounts = (await members.listRosters()).flatMap((roster) =>
      roster.members
        .filter((member) => member.issuer === issuer)
        .map(({ subject, role, email }) => ({ subject, membership: `${role} of ${roster.companyId}`, email })),
    );
    const memberSubjects = new Set(accounts.map(({ subject }) => subject));
    return [...accounts, ...visitors.filter(({ subject }) => !memberSubjects.has(subject))];
  };
