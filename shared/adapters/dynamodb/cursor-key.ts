import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { ifAbsent } from './expressions.ts';
import { rememberSuccess } from '../remember-success.ts';
import { conditionalWrite, getItem, type Database } from './database.ts';

const KEY_BYTES = 32;
const ITEM = { member: 'setting#cursor-key' };

/** The key that signs cursors, created at its first use and shared by all function instances. */
export const makeCursorKey = (database: Database, membersTable: string): (() => Promise<Buffer>) => {
  const find = async (): Promise<Buffer | undefined> => {
    const item = await getItem(database, membersTable, ITEM);
    return item && Buffer.from(item['key'] as string, 'base64url');
  };
  return rememberSuccess(async () => {
    const found = await find();
    if (found) return found;
    const put = new PutCommand({
      TableName: membersTable,
      Item: { ...ITEM, key: randomBytes(KEY_BYTES).toString('base64url') },
      ...ifAbsent('member'),
    });
    await conditionalWrite(database, put);
    return (await find()) as Buffer;
  });
};
