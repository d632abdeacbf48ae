import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeActivityLogStore } from '../../shared/adapters/dynamodb/activity-log-store.ts';
import { makeMemberStore } from '../../shared/adapters/dynamodb/member-store.ts';
import type { MemberStore } from '../../shared/domain/roster.ts';
import { MAX_INVITATIONS, MAX_MEMBERS } from '../../shared/rules/roles.ts';
import { defaultLogRetention } from '../../shared/settings.ts';
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

describe('The member store in DynamoDB', () => {
  describeMemberStore(store, countEntries);

  it('fits the max number of members, with addresses of max length, into one item', async () => {
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
    // DynamoDB's "Item size limit".
    expect(JSON.stringify(item).length).toBeLessThan(400 * 1024);
  });
});
