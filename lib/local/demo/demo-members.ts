import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '../../../shared/domain/instant.ts';
import { addToRoster, type Member, type MemberStore, type Roster } from '../../../shared/domain/roster.ts';
import type { Role } from '../../../shared/rules/roles.ts';

interface DemoMember {
  readonly subject: string;
  readonly companyId: string;
  readonly role: Role;
}

const demoMembers: readonly DemoMember[] = [
  { subject: 'Ana', companyId: 'demo', role: 'owner' },
  { subject: 'Vic', companyId: 'demo', role: 'viewer' },
  { subject: 'Rita', companyId: 'demo', role: 'reception' },
  { subject: 'Gil', companyId: 'globex', role: 'admin' },
];

/** Accounts that are not members of a company. The issuer has not verified the second account's e-mail address. */
export const demoVisitors = [
  { subject: 'Nobody', membership: 'member of no company', email: 'nobody@demo.example' },
  {
    subject: 'Uma',
    membership: 'member of no company, address not verified',
    email: 'uma@demo.example',
    isEmailVerified: false,
  },
] as const;

/**
 * Adds the missing demo members. Replaces demo members with another issuer: they were created when the local service ran on
 * another port, and can no longer sign in.
 */
const withDemoMembers = (roster: Roster, issuer: string, now: Instant): Roster => {
  const companyMembers = demoMembers.filter(({ companyId }) => companyId === roster.companyId);
  const isOutdated = (member: Member): boolean =>
    member.issuer !== issuer && companyMembers.some(({ subject }) => subject === member.subject);
  const current = { ...roster, members: roster.members.filter((member) => !isOutdated(member)) };
  return companyMembers
    .filter(({ subject }) => !current.members.some((member) => member.subject === subject))
    .reduce<Roster>((before, { subject, role }) => {
      const email = `${subject.toLowerCase()}@${roster.companyId}.example`;
      return addToRoster(before, { issuer, subject, email, role, createdAt: now });
    }, current);
};

/** Creates the missing demo members. @param issuer the `iss` of the members' tokens */
export const seedDemoMembers = async (members: MemberStore, issuer: string, now: Instant): Promise<void> => {
  const seedCompany = async (companyId: string): Promise<void> => {
    const before = await members.findRoster(companyId);
    const after = withDemoMembers(before, issuer, now);
    // The result does not matter: if the commit fails, another local service has just created the same members.
    if (!isDeepStrictEqual(after, before)) await members.commit(before, after);
  };
  const companies = [...new Set(demoMembers.map(({ companyId }) => companyId))];
  await Promise.all(companies.map(seedCompany));
};
