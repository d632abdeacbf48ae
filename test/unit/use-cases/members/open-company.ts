import type { MembersContext } from '../../../../shared/use-cases/members/change-roster.ts';
import { findMembership } from '../../../../shared/use-cases/members/find-member.ts';
import { openMembersInMemory } from '../../../support/members-in-memory.ts';

export const issuer = 'https://issuer.example';
export const ana = { issuer, subject: 'ana' };
export const vic = { issuer, subject: 'vic' };
export const NOW = 1_800_000_000_000;

/** An empty table of members, whose changes an operator makes, and the entries about them. */
export const openCompany = () => {
  const { members, database } = openMembersInMemory();
  const context: MembersContext = { members, actor: { through: 'cli', id: 'root' }, now: () => NOW };
  return {
    context,
    /** What the log says about a company, in no order. */
    entries: (companyId: string) =>
      database
        .items('auditLog')
        .filter((entry) => entry['companyId'] === companyId)
        .map(({ action, target, before, after }) => [action, target, before, after]),
    find: (identity: typeof ana) => findMembership(members, identity),
  };
};
