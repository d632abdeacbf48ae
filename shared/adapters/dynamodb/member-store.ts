import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { ConsoleIdentity } from '../../domain/console-identity.ts';
import { changeBetween, type InvitationTarget, type MemberStore, type Roster } from '../../domain/roster.ts';
import { makeToAuditWrites, type AuditTables } from './audit-log.ts';
import { getItem, readAllItems, type Database, type Item } from './database.ts';
import { ifAbsent, stillHas } from './expressions.ts';
import { joinKey } from './join-key.ts';
import { readBatch } from './batches.ts';
import { commit, type TransactionWrite } from './transaction.ts';

type Key = { readonly member: string };

const identityKey = ({ issuer, subject }: ConsoleIdentity): Key => ({ member: joinKey('identity', issuer, subject) });
const ROSTER_PREFIX = 'company#';
const rosterKey = (companyId: string): Key => ({ member: ROSTER_PREFIX + joinKey(companyId) });

const invitedKey = ({ issuer, invitee }: InvitationTarget): Key => ({
  member: 'email' in invitee ? joinKey('email', issuer, invitee.email) : joinKey('subject', issuer, invitee.subject),
});

const toRoster = ({ companyId, revision, members, invitations }: Item): Roster =>
  ({ companyId, revision, members, invitations }) as Roster;

type Tables = AuditTables & { readonly members: string };

export const makeMemberStore = (database: Database, tables: Tables, adminLogDays: number): MemberStore => {
  const { members: table } = tables;
  const toAuditWrites = makeToAuditWrites(tables, adminLogDays);

  const replaceRoster = (before: Roster, { members, invitations }: Roster): TransactionWrite => {
    const { companyId, revision } = before;
    const Item = { ...rosterKey(companyId), companyId, revision: revision + 1, members, invitations };
    return { Put: { TableName: table, Item, ...(revision === 0 ? ifAbsent('member') : stillHas({ revision })) } };
  };

  const assign = (identity: ConsoleIdentity, companyId: string): TransactionWrite => ({
    Put: {
      TableName: table,
      Item: { ...identityKey(identity), companyId },
      ...ifAbsent('member'),
    },
  });

  const release = (identity: ConsoleIdentity): TransactionWrite => ({
    Delete: { TableName: table, Key: identityKey(identity) },
  });

  const updateInviters = (target: InvitationTarget, action: 'ADD' | 'DELETE', companyId: string): TransactionWrite => ({
    Update: {
      TableName: table,
      Key: invitedKey(target),
      UpdateExpression: `${action} companies :company`,
      ExpressionAttributeValues: { ':company': new Set([companyId]) },
    },
  });

  return {
    async findCompany(identity) {
      return (await getItem(database, table, identityKey(identity)))?.['companyId'] as string | undefined;
    },
    async findRoster(companyId) {
      const item = await getItem(database, table, rosterKey(companyId));
      return item ? toRoster(item) : { companyId, revision: 0, members: [], invitations: [] };
    },
    async findInvitingCompanies(targets) {
      const items = await readBatch(database, table, targets.map(invitedKey));
      return items.flatMap(({ companies }) => [...((companies as Set<string> | undefined) ?? [])]);
    },
    async listRosters() {
      const items = await readAllItems(database, ScanCommand, {
        TableName: table,
        ConsistentRead: true,
        FilterExpression: 'begins_with(#member, :prefix)',
        ExpressionAttributeNames: { '#member': 'member' },
        ExpressionAttributeValues: { ':prefix': ROSTER_PREFIX },
      });
      return items.map(toRoster).toSorted((one, other) => (one.companyId < other.companyId ? -1 : 1));
    },
    async commit(before, after, entry) {
      const { companyId } = before;
      const { joined, left, invited, uninvited } = changeBetween(before, after);
      const committed = await commit(database, [
        replaceRoster(before, after),
        ...joined.map((member) => assign(member, companyId)),
        ...left.map(release),
        ...invited.map((target) => updateInviters(target, 'ADD', companyId)),
        ...uninvited.map((target) => updateInviters(target, 'DELETE', companyId)),
        ...(entry ? toAuditWrites(entry) : []),
      ]);
      if (committed.isCommitted) return 'committed';
      const isRosterChanged = committed.failed.some(({ index }) => index === 0);
      return isRosterChanged ? 'changed' : 'member_elsewhere';
    },
  };
};
