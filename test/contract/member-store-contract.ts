import { expect, it } from '@jest/globals';
import type { Member, MemberStore } from '../../shared/domain/member.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';

const aMember = (changes: Partial<Member> = {}): Member => ({
  issuer: 'https://issuer.example',
  subject: freshCompanyId(),
  email: 'ana@example.com',
  role: 'viewer',
  createdAt: 1_000,
  ...changes,
});

/** The tests for every {@link MemberStore}, on any storage. */
export const describeMemberStore = (open: () => MemberStore): void => {
  it('has an empty roster for a company that never had a member', async () => {
    const companyId = freshCompanyId();
    expect(await open().findRoster(companyId)).toEqual({ companyId, revision: 0, members: [] });
  });

  it('keeps members in their order, and lists the companies that have any', async () => {
    const members = open();
    const companyId = freshCompanyId();
    const [ana, vic] = [aMember({ role: 'owner' }), aMember()];
    const { email: _, ...nameless } = aMember();
    const roster = { companyId, revision: 0, members: [ana, vic, nameless] };

    expect(await members.replaceRoster(roster, roster)).toBe(true);

    expect(await members.findRoster(companyId)).toEqual({ ...roster, revision: 1 });
    expect(await members.listRosters()).toContainEqual({ ...roster, revision: 1 });
  });

  it('replaces a roster only if it is unchanged since it was read', async () => {
    const members = open();
    const companyId = freshCompanyId();
    const empty = await members.findRoster(companyId);
    const [first, second] = [
      { ...empty, members: [aMember()] },
      { ...empty, members: [aMember(), aMember()] },
    ];

    expect(await members.replaceRoster(empty, first)).toBe(true);
    expect(await members.replaceRoster(empty, second)).toBe(false);

    expect((await members.findRoster(companyId)).members).toEqual(first.members);
  });

  it('performs exactly one of many simultaneous replacements of a roster', async () => {
    const members = open();
    const before = await members.findRoster(freshCompanyId());
    const replacements = Array.from({ length: 10 }, () => ({ ...before, members: [aMember()] }));
    const done = await Promise.all(replacements.map((after) => members.replaceRoster(before, after)));
    expect(done.filter(Boolean)).toHaveLength(1);
  });

  it('assigns an identity to one company, until it is moved', async () => {
    const members = open();
    const identity = aMember();
    const [acme, globex] = [freshCompanyId(), freshCompanyId()];
    expect(await members.findCompany(identity)).toBeUndefined();

    expect(await members.assign(identity, acme)).toBe(true);
    expect(await members.assign(identity, acme)).toBe(true);
    expect(await members.assign(identity, globex)).toBe(false);
    expect(await members.assign(identity, globex, 'a third company')).toBe(false);
    expect(await members.findCompany(identity)).toBe(acme);

    expect(await members.assign(identity, globex, acme)).toBe(true);
    expect(await members.findCompany(identity)).toBe(globex);
  });

  it('distinguishes the same subject of another issuer, and similar subjects', async () => {
    const members = open();
    const subject = freshCompanyId();
    await members.assign({ issuer: 'https://a.example', subject }, 'acme');

    expect(await members.findCompany({ issuer: 'https://b.example', subject })).toBeUndefined();
    expect(await members.findCompany({ issuer: 'https://a.example#', subject: subject.slice(1) })).toBeUndefined();
  });

  it('does not confuse an identity with a company', async () => {
    const members = open();
    const companyId = freshCompanyId();
    await members.assign({ issuer: companyId, subject: 'x' }, 'acme');
    expect((await members.findRoster(`${companyId}#x`)).members).toEqual([]);
  });
};
