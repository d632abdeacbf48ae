import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeMemberStore } from '../../shared/adapters/dynamodb/member-store.ts';
import type { MemberStore } from '../../shared/domain/member.ts';
import {
  addMember,
  changeMemberRole,
  removeMember,
  type MembersContext,
} from '../../shared/use-cases/members/change-members.ts';
import { makeInMemoryActivityLog } from '../support/fakes/in-memory-activity-log.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabase, type TestDatabase } from '../support/open-database.ts';
import { describeMemberStore } from './member-store-contract.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await openDatabase();
});
afterAll(() => db.close());

const store = (): MemberStore => makeMemberStore(db.database, db.tableNames.members);

describe('Members in DynamoDB', () => {
  describeMemberStore(store);

  it('fit into one item, even 500 with the longest addresses', async () => {
    const companyId = freshCompanyId();
    const member = (index: number) => ({
      issuer: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_AbCdEfGhI',
      subject: String(index).padStart(255, 's'),
      email: String(index).padStart(254, 'e'),
      role: 'auditor' as const,
      createdAt: Date.now(),
    });
    const roster = { companyId, revision: 0, members: Array.from({ length: 500 }, (_, index) => member(index)) };
    expect(await store().replaceRoster(roster, roster)).toBe(true);
    expect((await store().findRoster(companyId)).members).toEqual(roster.members);
  });
});

describe('The owners of a company', () => {
  const issuer = 'https://issuer.example';

  const aCompanyOf = async (count: number) => {
    const context: MembersContext = {
      members: store(),
      adminLog: makeInMemoryActivityLog(),
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
