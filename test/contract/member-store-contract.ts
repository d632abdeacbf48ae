import { expect, it } from '@jest/globals';
import type { AdminEntry } from '../../shared/domain/audit-entry.ts';
import type { Invitation, Invitee } from '../../shared/domain/invitation.ts';
import type { Member } from '../../shared/domain/member.ts';
import type { MemberStore, Roster } from '../../shared/domain/roster.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';

const issuer = 'https://issuer.example';

const aMember = (changes: Partial<Member> = {}): Member => ({
  issuer,
  subject: freshCompanyId(),
  email: 'ana@example.com',
  role: 'viewer',
  createdAt: 1_000,
  ...changes,
});

const anInvitation = (invitee: Invitee): Invitation => ({
  id: freshCompanyId(),
  issuer,
  invitee,
  role: 'viewer',
  invitedBy: { through: 'cli', id: 'test' },
  endsAt: 2_000,
});

const anEntry = (companyId: string): AdminEntry => ({
  kind: 'admin',
  companyId,
  receivedAt: Date.now(),
  actor: { through: 'cli', id: 'test' },
  action: 'members.add',
  target: {},
});

/** The tests for every {@link MemberStore}. @param countEntries counts a company's entries in the audit log */
export const describeMemberStore = (
  open: () => MemberStore,
  countEntries: (companyId: string) => Promise<number>,
): void => {
  const aRoster = async (...members: Member[]): Promise<Roster> => {
    const before = await open().findRoster(freshCompanyId());
    expect(await open().commit(before, { ...before, members })).toBe('committed');
    return open().findRoster(before.companyId);
  };

  it('has an empty roster for a company that never had a member', async () => {
    const companyId = freshCompanyId();
    const empty = { companyId, revision: 0, members: [], invitations: [] };
    expect(await open().findRoster(companyId)).toEqual(empty);
  });

  it('keeps members and invitations in order, and lists the companies that have members or invitations', async () => {
    const { email: _, ...withoutEmail } = aMember();
    const members = [aMember({ role: 'owner' }), aMember(), withoutEmail];
    const invitations = [anInvitation({ email: 'x@example.com' }), anInvitation({ subject: 'x' })];
    const companyId = freshCompanyId();
    const before = await open().findRoster(companyId);
    await open().commit(before, { ...before, members, invitations });

    const roster = { companyId, revision: 1, members, invitations };
    expect(await open().findRoster(companyId)).toEqual(roster);
    expect(await open().listRosters()).toContainEqual(roster);
  });

  it('changes a roster only if the roster is unchanged since it was read, and otherwise logs nothing', async () => {
    const before = await aRoster(aMember());
    const { companyId } = before;
    const [first, second] = [
      { ...before, members: [...before.members, aMember()] },
      { ...before, members: [...before.members, aMember(), aMember()] },
    ];

    expect(await open().commit(before, first, anEntry(companyId))).toBe('committed');
    expect(await open().commit(before, second, anEntry(companyId))).toBe('changed');

    expect((await open().findRoster(companyId)).members).toEqual(first.members);
    expect(await open().findCompany(second.members[1] as Member)).toBeUndefined();
    expect(await countEntries(companyId)).toBe(1);
  });

  it('performs exactly one of many simultaneous changes of a roster', async () => {
    const before = await open().findRoster(freshCompanyId());
    const changes = Array.from({ length: 10 }, () => ({ ...before, members: [aMember()] }));
    const done = await Promise.all(changes.map((after) => open().commit(before, after, anEntry(before.companyId))));
    expect(done.filter((outcome) => outcome === 'committed')).toHaveLength(1);
    expect(await countEntries(before.companyId)).toBe(1);
  });

  it('lets an identity be a member of only one company at a time', async () => {
    const identity = aMember();
    const acme = await aRoster(identity);
    const globex = await open().findRoster(freshCompanyId());
    expect(await open().findCompany(identity)).toBe(acme.companyId);

    const joining = { ...globex, members: [identity] };
    expect(await open().commit(globex, joining, anEntry(globex.companyId))).toBe('member_elsewhere');
    expect((await open().findRoster(globex.companyId)).members).toEqual([]);
    expect(await countEntries(globex.companyId)).toBe(0);

    await open().commit(acme, { ...acme, members: [] });
    expect(await open().findCompany(identity)).toBeUndefined();
    expect(await open().commit(globex, joining)).toBe('committed');
    expect(await open().findCompany(identity)).toBe(globex.companyId);
  });

  it('lets only one of two companies add the same identity at the same time', async () => {
    const identity = aMember();
    const companies = await Promise.all([1, 2].map(() => open().findRoster(freshCompanyId())));
    const outcomes = await Promise.all(
      companies.map((roster) => open().commit(roster, { ...roster, members: [identity] })),
    );
    expect(outcomes.toSorted()).toEqual(['committed', 'member_elsewhere']);
    const winner = companies[outcomes.indexOf('committed')]?.companyId;
    expect(await open().findCompany(identity)).toBe(winner);
  });

  it('finds the companies that invite an address or a subject, as long as the invitations exist', async () => {
    const email = `${freshCompanyId()}@example.com`;
    const target = { issuer, invitee: { email } };
    const invite = async (roster: Roster) => {
      await open().commit(roster, { ...roster, invitations: [anInvitation({ email })] });
      return open().findRoster(roster.companyId);
    };
    const [acme, globex] = await Promise.all([invite(await aRoster()), invite(await aRoster())]);
    const find = async () => new Set(await open().findInvitingCompanies([target]));

    expect(await find()).toEqual(new Set([acme.companyId, globex.companyId]));
    expect(await open().findInvitingCompanies([{ issuer, invitee: { subject: email } }])).toEqual([]);
    expect(await open().findInvitingCompanies([{ ...target, issuer: 'https://another.example' }])).toEqual([]);

    await open().commit(acme, { ...acme, invitations: [] });
    expect(await find()).toEqual(new Set([globex.companyId]));
    await open().commit(globex, { ...globex, invitations: [] });
    expect(await find()).toEqual(new Set());
  });

  it('distinguishes equal subjects of different issuers, and similar subjects', async () => {
    const member = aMember({ issuer: 'https://a.example' });
    await aRoster(member);
    const { subject } = member;
    expect(await open().findCompany({ issuer: 'https://b.example', subject })).toBeUndefined();
    expect(await open().findCompany({ issuer: 'https://a.example#', subject: subject.slice(1) })).toBeUndefined();
  });
};
