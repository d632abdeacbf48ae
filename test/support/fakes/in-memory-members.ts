import type { ConsoleIdentity } from '../../../shared/domain/console-identity.ts';
import type { MemberStore, Roster } from '../../../shared/domain/member.ts';

const keyOf = ({ issuer, subject }: ConsoleIdentity): string => JSON.stringify([issuer, subject]);

export const makeInMemoryMembers = (): MemberStore => {
  const companies = new Map<string, string>();
  const rosters = new Map<string, Roster>();
  const rosterOf = (companyId: string): Roster => rosters.get(companyId) ?? { companyId, revision: 0, members: [] };

  return {
    findCompany: async (identity) => companies.get(keyOf(identity)),
    findRoster: async (companyId) => rosterOf(companyId),
    listRosters: async () => [...rosters.values()],
    replaceRoster: async (before, after) => {
      if (rosterOf(before.companyId).revision !== before.revision) return false;
      rosters.set(before.companyId, { ...after, revision: before.revision + 1 });
      return true;
    },
    assign: async (identity, companyId, from) => {
      const current = companies.get(keyOf(identity));
      if (current !== undefined && current !== companyId && current !== from) return false;
      companies.set(keyOf(identity), companyId);
      return true;
    },
  };
};
