import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import type { ActivityLog } from '../../domain/activity-log.ts';
import { formatDateTime } from '../../domain/instant.ts';
import type { Database, Item } from './database.ts';
import { companyUser } from './log-item.ts';
import { readAllItems } from './read-all-items.ts';

const DELETES_AT_ONCE = 25;
/** Sorts after every key, because keys begin with the digits of a year. */
const END = ':';

export const makeEraseEntries = (
  database: Database,
  { checkinLog, auditDetails }: Readonly<Record<'checkinLog' | 'auditDetails', string>>,
): ActivityLog['erase'] => {
  const removeAll = async (table: string, partition: string, end: string): Promise<number> => {
    const items = await readAllItems(database, QueryCommand, {
      TableName: table,
      KeyConditionExpression: 'companyUser = :companyUser AND entry < :end',
      ProjectionExpression: 'companyUser, entry',
      ExpressionAttributeValues: { ':companyUser': partition, ':end': end },
      ConsistentRead: true,
    });
    const remove = (Key: Item) => database.send(new DeleteCommand({ TableName: table, Key }));
    await pMap(items, remove, { concurrency: DELETES_AT_ONCE });
    return items.length;
  };

  return async ({ companyId, userId }, until) => {
    const partition = companyUser(companyId, userId);
    const end = until === undefined ? END : formatDateTime(until + 1);
    const [removed] = await Promise.all([checkinLog, auditDetails].map((table) => removeAll(table, partition, end)));
    return removed ?? 0;
  };
};
