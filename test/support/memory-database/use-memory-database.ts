import { setImmediate } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { localTableNames } from '../../../shared/local-service.ts';
import { tables, type TableId } from '../../../shared/tables.ts';
import { changeForFile } from '../run/change-for-file.ts';
import { makeMemoryDatabase, type Command } from './memory-database.ts';

/** An address that no call reaches. */
const ADDRESS = 'http://127.0.0.1:1';

const TABLE_COMMANDS = new Set([
  'ListTablesCommand',
  'CreateTableCommand',
  'DescribeTableCommand',
  'UpdateTimeToLiveCommand',
]);

const indexesOf = (tableName: string | undefined): { readonly IndexName: string }[] =>
  Object.entries(localTableNames)
    .filter(([, name]) => name === tableName)
    .flatMap(([id]) => tables[id as TableId].indexes.map(({ name }) => ({ IndexName: name })));

/** @throws Error for a command that reads or writes items: only the stores' client uses the database in memory */
const sendTableCommand = async ({ constructor: { name }, input }: Command): Promise<object> => {
  if (!TABLE_COMMANDS.has(name)) throw new Error(`no ${name} here`);
  const { TableName } = input as { readonly TableName?: string };
  return { TableNames: [], Table: { TableStatus: 'ACTIVE', GlobalSecondaryIndexes: indexesOf(TableName) } };
};

/**
 * Until the end of the test file, the stores of this process use a new database in memory, whatever address they have. It has all tables.
 * Each call ends in a later turn of the event loop, so that the calls of simultaneous requests alternate.
 * @returns the address to configure
 */
export const useMemoryDatabase = (): string => {
  const database = makeMemoryDatabase();
  const send = async (command: Command): Promise<unknown> => {
    await setImmediate();
    return database.perform(command);
  };
  changeForFile<object>(DynamoDBDocumentClient.prototype, { send });
  changeForFile<object>(DynamoDBClient.prototype, { send: sendTableCommand });
  return ADDRESS;
};
