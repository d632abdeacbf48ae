import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import type { AdminEntry } from '../../domain/audit-entry.ts';
import type { RestoreStores } from '../../domain/restore.ts';
import type { UserRef } from '../../domain/user.ts';
import type { Database } from './database.ts';
import { joinKey } from './join-key.ts';
import { readBatch } from './batches.ts';
import { readAllItems } from './read-all-items.ts';
import { toKnownUser, userKey } from './user-item.ts';

const readAdminEntries = async (database: Database, table: string, companyUser: string): Promise<AdminEntry[]> =>
  (await readAllItems(database, QueryCommand, {
    TableName: table,
    KeyConditionExpression: 'companyUser = :companyUser',
    ExpressionAttributeValues: { ':companyUser': companyUser },
    ScanIndexForward: false,
    ConsistentRead: true,
  })) as unknown as AdminEntry[];

/** Implements {@link RestoreStores.listAdminEntries}. */
export const makeListAdminEntries =
  (database: Database, table: string): RestoreStores['listAdminEntries'] =>
  (companyId) =>
    readAdminEntries(database, table, joinKey(companyId, ''));

const READS_AT_ONCE = 25;

/**
 * Implements {@link RestoreStores.findRemoved}. A removal leaves a tombstone and an audit entry. Either one proves the removal,
 * even if the other's table was lost.
 */
export const makeFindRemoved = (
  database: Database,
  tableNames: Readonly<Record<'users' | 'auditLog', string>>,
): RestoreStores['findRemoved'] => {
  const isRemoved = async (ref: UserRef, item: Record<string, unknown> | undefined): Promise<boolean> => {
    if (item) return toKnownUser(item) === undefined;
    const entries = await readAdminEntries(database, tableNames.auditLog, joinKey(ref.companyId, ref.userId));
    return entries.some(({ action }) => action === 'users.remove');
  };
  return async (users) => {
    const items = await readBatch(database, tableNames.users, users.map(userKey));
    const byKey = new Map(items.map((item) => [item['userKey'], item]));
    const removed = await pMap(users, (ref) => isRemoved(ref, byKey.get(userKey(ref).userKey)), {
      concurrency: READS_AT_ONCE,
    });
    return users.filter((_, index) => removed[index]);
  };
};
