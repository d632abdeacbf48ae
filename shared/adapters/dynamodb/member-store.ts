import { GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { ConsoleIdentity } from '../../domain/console-identity.ts';
import type { MemberStore, Roster } from '../../domain/member.ts';
import { conditionalWrite, type Database } from './database.ts';
import { joinKey } from './join-key.ts';
import { readPages } from './read-pages.ts';

const identityKey = ({ issuer, subject }: ConsoleIdentity) => ({ member: joinKey('identity', issuer, subject) });
const ROSTER_PREFIX = 'company#';
const rosterKey = (companyId: string) => ({ member: ROSTER_PREFIX + joinKey(companyId) });

const toRoster = ({ companyId, revision, members }: Record<string, unknown>): Roster =>
  ({ companyId, revision, members }) as Roster;

/** One item per company with all its members, and one item per identity with its company. */
export const makeMemberStore = (database: Database, table: string): MemberStore => {
  const read = async (Key: { member: string }) =>
    (await database.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))).Item;

  const put = async (Item: object, condition: string, values: Record<string, unknown>): Promise<boolean> => {
    const command = new PutCommand({
      TableName: table,
      Item,
      ConditionExpression: `attribute_not_exists(#member) OR ${condition}`,
      ExpressionAttributeNames: { '#member': 'member' },
      ExpressionAttributeValues: values,
    });
    return (await conditionalWrite(database.send(command))).isWritten;
  };

  return {
    async findCompany(identity) {
      return (await read(identityKey(identity)))?.['companyId'] as string | undefined;
    },
    async findRoster(companyId) {
      const item = await read(rosterKey(companyId));
      return item ? toRoster(item) : { companyId, revision: 0, members: [] };
    },
    async listRosters() {
      const items = await readPages(database, ScanCommand, {
        TableName: table,
        ConsistentRead: true,
        FilterExpression: 'begins_with(#member, :prefix)',
        ExpressionAttributeNames: { '#member': 'member' },
        ExpressionAttributeValues: { ':prefix': ROSTER_PREFIX },
      });
      return items.map(toRoster);
    },
    replaceRoster({ companyId, revision }, { members }) {
      const item = { ...rosterKey(companyId), companyId, revision: revision + 1, members };
      return put(item, 'revision = :revision', { ':revision': revision });
    },
    assign(identity, companyId, from = companyId) {
      return put({ ...identityKey(identity), companyId }, 'companyId IN (:companyId, :from)', {
        ':companyId': companyId,
        ':from': from,
      });
    },
  };
};
