import { findMembership, type MembersContext } from '../../../../shared/use-cases/members/change-members.ts';
import { auditEntries } from '../../../support/audit-entries.ts';
import { openMembersInMemory } from '../../../support/members-in-memory.ts';

export const issuer = 'https://issuer.example';
export const ana = { issuer, subject: 'ana' };
export const vic = { issuer, subject: 'vic' };
export const NOW = 1_800_000_000_000;

/** Opens an empty table of members for an operator, with the log of the changes. */
export const openCompany = () => {
  const { members, database } = openMembersInMemory();
  const context: MembersContext = { members, actor: { through: 'cli', id: 'root' }, now: () => NOW };
  return {
    context,
    /** Returns the log entries about a company, in no particular order. */
    entries: (companyId: string) =>
      auditEntries(database)
        .filter((entry) => entry.companyId === companyId)
        .map(({ action, target, before, after }) => [action, target, before, after]),
    find: (identity: typeof ana) => findMembership(members, identity),
  };
};
