import { randomBytes } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { conditionalWrite, type Database } from './database.ts';

const KEY_BYTES = 32;
const ITEM = { member: 'setting#cursor-key' };

/**
 * The key that protects cursors against changes, created at its first use and then shared by all function instances. Programs
 * that can read this table can read the key, but they can read the members anyway.
 * @param table the one of the members
 */
export const makeCursorKey = (database: Database, table: string): (() => Promise<Buffer>) => {
  let known: Promise<Buffer> | undefined;
  const find = async (): Promise<Buffer | undefined> => {
    const { Item } = await database.send(new GetCommand({ TableName: table, Key: ITEM, ConsistentRead: true }));
    return Item && Buffer.from(Item['key'] as string, 'base64url');
  };
  const findOrCreate = async (): Promise<Buffer> => {
    const found = await find();
    if (found) return found;
    const put = new PutCommand({
      TableName: table,
      Item: { ...ITEM, key: randomBytes(KEY_BYTES).toString('base64url') },
      ConditionExpression: 'attribute_not_exists(#member)',
      ExpressionAttributeNames: { '#member': 'member' },
    });
    await conditionalWrite(database.send(put));
    return (await find()) as Buffer;
  };
  return () => {
    known ??= findOrCreate().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
};
