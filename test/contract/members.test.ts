import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeLogStore } from '../../shared/adapters/dynamodb/log-store.ts';
import { makeMemberStore } from '../../shared/adapters/dynamodb/member-store.ts';
import type { Invitation, Invitee, Member, Roster } from '../../shared/domain/roster.ts';
import { MAX_INVITATIONS, MAX_MEMBERS } from '../../shared/rules/roles.ts';
import { defaultLogRetention } from '../../shared/settings.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { anAuditEntry } from '../support/log-entries.ts';
import { openDatabase } from '../support/open-database.ts';

const HOUR = 3_600_000;
const db = await openDatabase();
afterAll(() => db.close());

const store = makeMemberStore(db.database, db.tableNames, 400);

const countEntries = async (companyId: string): Promise<number> => {
  const log = makeLogStore(db.database, db.tableNames, defaultLogRetention);
  const page = await log.listByCompany(companyId, { from: Date.now() - HOUR }, { limit: 100 });
  return page.items.length;
};

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

const anEntry = (companyId: string) => anAuditEntry({ companyId, receivedAt: Date.now() });

describe('The member store', () => {
  const aRoster = async (...members: Member[]): Promise<Roster> => {
    const before = await store.findRoster(freshCompanyId());
    expect(await store.commit(before, { ...before, members })).toBe('committed');
    return store.findRoster(before.companyId);
  };

  it('has an empty roster for a company that never had a member', async () => {
    const companyId = freshCompanyId();
    const empty = { companyId, revision: 0, members: [], invitations: [] };
    expect(await store.findRoster(companyId)).toEqual(empty);
  });

  it('keeps members and invitations in order, and lists by id the companies that have members or invitations', async () => {
    const { email: _, ...withoutEmail } = aMember();
    const members = [aMember({ role: 'owner' }), aMember(), withoutEmail];
    const invitations = [anInvitation({ email: 'x@example.com' }), anInvitation({ subject: 'x' })];
    const companyId = freshCompanyId();
    const before = await store.findRoster(companyId);
    await store.commit(before, { ...before, members, invitations });

    const roster = { companyId, revision: 1, members, invitations };
    expect(await store.findRoster(companyId)).toEqual(roster);
    await aRoster(aMember());
    await aRoster(aMember());
    const all = await store.listRosters();
    expect(all).toContainEqual(roster);
    const ids = all.map((one) => one.companyId);
    expect(ids).toEqual(ids.toSorted());
  });

  it('changes a roster only if nobody else has changed it since it was read, and otherwise logs nothing', async () => {
    const before = await aRoster(aMember());
    const { companyId } = before;
    const [first, second] = [
      { ...before, members: [...before.members, aMember()] },
      { ...before, members: [...before.members, aMember(), aMember()] },
    ];

    expect(await store.commit(before, first, anEntry(companyId))).toBe('committed');
    expect(await store.commit(before, second, anEntry(companyId))).toBe('changed');

    expect((await store.findRoster(companyId)).members).toEqual(first.members);
    expect(await store.findCompany(second.members[1] as Member)).toBeUndefined();
    expect(await countEntries(companyId)).toBe(1);
  });

  it('lets an identity be a member of only one company at a time', async () => {
    const identity = aMember();
    const acme = await aRoster(identity);
    const globex = await store.findRoster(freshCompanyId());
    expect(await store.findCompany(identity)).toBe(acme.companyId);

    const joining = { ...globex, members: [identity] };
    expect(await store.commit(globex, joining, anEntry(globex.companyId))).toBe('member_elsewhere');
    expect((await store.findRoster(globex.companyId)).members).toEqual([]);
    expect(await countEntries(globex.companyId)).toBe(0);

    await store.commit(acme, { ...acme, members: [] });
    expect(await store.findCompany(identity)).toBeUndefined();
    expect(await store.commit(globex, joining)).toBe('committed');
    expect(await store.findCompany(identity)).toBe(globex.companyId);
  });

  it('lets only one of two companies add the same identity at the same time', async () => {
    const identity = aMember();
    const companies = await Promise.all([1, 2].map(() => store.findRoster(freshCompanyId())));
    const outcomes = await Promise.all(
      companies.map((roster) => store.commit(roster, { ...roster, members: [identity] })),
    );
    expect(outcomes.toSorted()).toEqual(['committed', 'member_elsewhere']);
    const winner = companies[outcomes.indexOf('committed')]?.companyId;
    expect(await store.findCompany(identity)).toBe(winner);
  });

  it('finds the companies that invite an address or a subject, as long as the invitations exist', async () => {
    const email = `${freshCompanyId()}@example.com`;
    const target = { issuer, invitee: { email } };
    const invite = async (roster: Roster) => {
      await store.commit(roster, { ...roster, invitations: [anInvitation({ email })] });
      return store.findRoster(roster.companyId);
    };
    const [acme, globex] = await Promise.all([invite(await aRoster()), invite(await aRoster())]);
    const find = async () => new Set(await store.findInvitingCompanies([target]));

    expect(await find()).toEqual(new Set([acme.companyId, globex.companyId]));
    expect(await store.findInvitingCompanies([{ issuer, invitee: { subject: email } }])).toEqual([]);
    expect(await store.findInvitingCompanies([{ ...target, issuer: 'https://another.example' }])).toEqual([]);

    await store.commit(acme, { ...acme, invitations: [] });
    expect(await find()).toEqual(new Set([globex.companyId]));
    await store.commit(globex, { ...globex, invitations: [] });
    expect(await find()).toEqual(new Set());
  });

  it('does not confuse identities with the same subject, or with a similar issuer and subject', async () => {
    const member = aMember({ issuer: 'https://a.example' });
    await aRoster(member);
    const { subject } = member;
    expect(await store.findCompany({ issuer: 'https://b.example', subject })).toBeUndefined();
    expect(await store.findCompany({ issuer: 'https://a.example#', subject: subject.slice(1) })).toBeUndefined();
  });

  it('fits the max number of members and invitations into one item, even with addresses of the max length', async () => {
    const cognito = 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_AbCdEfGhI';
    const member = (index: number) => ({
      issuer: cognito,
      subject: String(index).padStart(255, 's'),
      email: String(index).padStart(254, 'e'),
      role: 'reception' as const,
      createdAt: Date.now(),
    });
    const members = Array.from({ length: MAX_MEMBERS }, (_, index) => member(index));
    const invitations = members.slice(0, MAX_INVITATIONS).map(({ subject, email, role }) => ({
      id: randomUUID(),
      issuer: cognito,
      invitee: { email },
      role,
      invitedBy: { through: 'console' as const, id: subject },
      endsAt: Date.now(),
    }));
    const item = marshall({ companyId: 'c'.repeat(64), revision: 1_000, members, invitations });
    // DynamoDB accepts items of up to 400 KB.
    expect(JSON.stringify(item).length).toBeLessThan(400 * 1024);
  });
});
