import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DeviceStore } from '../../domain/device.ts';
import type { UserRef } from '../../domain/user.ts';
import { conditionalWrite, type Database } from './database.ts';
import { userKey } from './user-item.ts';

/** The devices are a set in the user's item, so that adding and removing are atomic. */
export const makeDeviceStore = (database: Database, table: string): DeviceStore => {
  const change = (user: UserRef, endpoint: string, action: 'ADD' | 'DELETE', condition: object) =>
    conditionalWrite(
      database.send(
        new UpdateCommand({
          TableName: table,
          Key: userKey(user),
          UpdateExpression: `${action} devices :devices`,
          ReturnValues: 'ALL_OLD',
          ...condition,
          ExpressionAttributeValues: {
            ':devices': new Set([endpoint]),
            ...(action === 'DELETE' && { ':endpoint': endpoint }),
          },
        }),
      ),
    );

  return {
    async add(user, endpoint) {
      const ifUserExists = { ConditionExpression: 'attribute_exists(companyId)' };
      const result = await change(user, endpoint, 'ADD', ifUserExists);
      if (!result.isWritten) return undefined;
      const before = result.output.Attributes?.['devices'] as Set<string> | undefined;
      return before?.has(endpoint) ? 'unchanged' : 'written';
    },
    async remove(user, endpoint) {
      const ifRegistered = { ConditionExpression: 'contains(devices, :endpoint)' };
      return (await change(user, endpoint, 'DELETE', ifRegistered)).isWritten ? 'written' : 'unchanged';
    },
  };
};
