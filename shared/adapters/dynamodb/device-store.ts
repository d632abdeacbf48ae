import type { AdminEntry } from '../../domain/audit-entry.ts';
import type { DeviceStore, UserRef } from '../../domain/user.ts';
import { noAudit } from './audit-log.ts';
import type { Database } from './database.ts';
import { commit } from './transaction.ts';
import { userKey } from './user-reader.ts';

/**
 * Devices are a set in the user's item, so changes are atomic.
 * @param toAuditWrites needed for audited changes
 */
export const makeDeviceStore = (database: Database, table: string, toAuditWrites = noAudit): DeviceStore => {
  const change =
    (action: 'ADD' | 'DELETE', ConditionExpression: string) =>
    async (user: UserRef, endpoint: string, entry?: AdminEntry) =>
      commit(database, [
        {
          Update: {
            TableName: table,
            Key: userKey(user),
            UpdateExpression: `${action} devices :devices`,
            ConditionExpression,
            ExpressionAttributeValues: { ':devices': new Set([endpoint]), ':endpoint': endpoint },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        ...(entry ? toAuditWrites(entry) : []),
      ]);
  const add = change('ADD', 'attribute_exists(companyId) AND NOT contains(devices, :endpoint)');
  const remove = change('DELETE', 'contains(devices, :endpoint)');

  return {
    async add(...args) {
      const result = await add(...args);
      if (result.isCommitted) return 'written';
      return result.failed[0]?.found?.['companyId'] === undefined ? undefined : 'unchanged';
    },
    remove: async (...args) => ((await remove(...args)).isCommitted ? 'written' : 'unchanged'),
  };
};
