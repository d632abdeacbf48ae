import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeActivityLogStore } from '../../shared/adapters/dynamodb/activity-log-store.ts';
import { makeMemberStore } from '../../shared/adapters/dynamodb/member-store.ts';
import type { MemberStore } from '../../shared/domain/roster.ts';
import { MAX_INVITATIONS, MAX_MEMBERS } from '../../shared/rules/roles.ts';
import { addMember, changeMemberRole, removeMember } from '../../shared/use-cases/members/change-members.ts';
import type { MembersContext } from '../../shared/use-cases/members/change-roster.ts';
import { defaultLogRetention } from '../../shared/settings.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabase, type TestDatabase } from '../support/open-database.ts';
import { describeMemberStore } from './member-store-contract.ts';

const HOUR = 3_600_000;
let db: TestDatabase;

beforeAll(async () => {
  db = await openDatabase();
});
afterAll(() => db.close());

const store = (): MemberStore => makeMemberStore(db.database, db.tableNames, 400);

const countEntries = async (companyId: string): Promise<number> => {
  const log = makeActivityLogStore(db.database, db.tableNames, defaultLogRetention);
  const page = await log.listByCompany(companyId, { from: Date.now() - HOUR }, { limit: 100 });
  return page.entries.length;
};

describe('Members in DynamoDB', () => {
  describeMemberStore(store, countEntries);

  it('fit into one item, even the maximum with the longest addresses', async () => {
    const member = (index: number) => ({
      issuer: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_AbCdEfGhI',
      subject: String(index).padStart(255, 's'),
      email: String(index).padStart(254, 'e'),
      role: 'reception' as const,
      createdAt: Date.now(),
    });
    const members = Array.from({ length: MAX_MEMBERS }, (_, index) => member(index));
    const invitations = members.slice(0, MAX_INVITATIONS).map(({ issuer, subject, email, role }) => ({
      id: randomUUID(),
      issuer,
      invitee: { email },
      role,
      invitedBy: { through: 'console' as const, id: subject },
      endsAt: Date.now(),
    }));
    const item = marshall({ companyId: 'c'.repeat(64), revision: 1_000, members, invitations });
    // DynamoDB, "Item size limit".
    expect(JSON.stringify(item).length).toBeLessThan(400 * 1024);
  });
});

describe('The owners of a company', () => {
  const issuer = 'https://issuer.example';

  const aCompanyOf = async (count: number) => {
    const context: MembersContext = {
      members: store(),
      actor: { through: 'console', id: 'test' },
      now: Date.now,
    };
    const companyId = freshCompanyId();
    const owners = Array.from({ length: count }, () => ({ issuer, subject: freshCompanyId() }));
    for (const owner of owners) await addMember(context, companyId, { ...owner, role: 'owner' });
    const roles = async () => (await store().findRoster(companyId)).members.map(({ role }) => role);
    return { context, companyId, owners, roles };
  };

  it('keep one if two demote each other at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { context, companyId, owners, roles } = await aCompanyOf(2);
      const demotions = owners.map((owner) => changeMemberRole(context, companyId, owner, 'viewer'));
      const results = await Promise.allSettled(demotions);

      expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'last_owner' } }]);
      expect((await roles()).toSorted()).toEqual(['owner', 'viewer']);
    }
  });

  it('keep one if five are removed or demoted at once', async () => {
    const { context, companyId, owners, roles } = await aCompanyOf(5);
    const results = await Promise.allSettled(
      owners.map((owner, index) =>
        index % 2 === 0
          ? removeMember(context, companyId, owner)
          : changeMemberRole(context, companyId, owner, 'admin'),
      ),
    );

    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect((await roles()).filter((role) => role === 'owner')).toHaveLength(1);
  });
});
