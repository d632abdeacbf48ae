import type { AdminEntry } from '../../domain/audit-entry.ts';
import { MAX_DEVICES, type DeviceStore, type UserRef } from '../../domain/user.ts';
import { noAudit } from './audit-log.ts';
import type { Database } from './database.ts';
import { commit } from './transaction.ts';
import { userKey } from './user-reader.ts';

/** Devices are a set in the user's item, so changes are atomic. @param toAuditWrites needed for audited changes */
export const makeDeviceStore = (database: Database, table: string, toAuditWrites = noAudit): DeviceStore => {
  const change =
    (action: 'ADD' | 'DELETE', ConditionExpression: string, values = {}) =>
    async (user: UserRef, endpoint: string, entry?: AdminEntry) =>
      commit(database, [
        {
          Update: {
            TableName: table,
            Key: userKey(user),
            UpdateExpression: `${action} devices :devices`,
            ConditionExpression,
            ExpressionAttributeValues: { ':devices': new Set([endpoint]), ':endpoint': endpoint, ...values },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        ...(entry ? toAuditWrites(entry) : []),
      ]);
  const add = change(
    'ADD',
    'attribute_exists(companyId) AND (attribute_not_exists(devices) OR (size(devices) < :max AND NOT contains(devices, :endpoint)))',
    { ':max': MAX_DEVICES },
  );
  const remove = change('DELETE', 'contains(devices, :endpoint)');

  return {
    async add(user, endpoint, entry) {
      const result = await add(user, endpoint, entry);
      if (result.isCommitted) return 'written';
      const { companyId, devices } = result.failed[0]?.found ?? {};
      if (companyId === undefined) return undefined;
      return (devices as ReadonlySet<string>).has(endpoint) ? 'unchanged' : 'full';
    },
    remove: async (...args) => ((await remove(...args)).isCommitted ? 'written' : 'unchanged'),
  };
};
