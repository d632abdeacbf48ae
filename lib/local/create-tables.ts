import {
  CreateTableCommand,
  DescribeTableCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type CreateTableCommandInput,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import type { TableDefinition } from '../../shared/tables.ts';
import { toCreateTable } from './table-request.ts';
import { finishUpgrade, upgradeTable } from './upgrade-table.ts';

/** Seconds. A local engine creates a table within milliseconds. */
const POLLING = { maxWaitTime: 10, minDelay: 0.01, maxDelay: 0.5 };

const isMissing = async (client: DynamoDBClient, TableName: string): Promise<boolean> => {
  try {
    await client.send(new DescribeTableCommand({ TableName }));
    return false;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return true;
    throw error;
  }
};

/** @returns false if another process created the table first. */
const create = async (client: DynamoDBClient, input: CreateTableCommandInput): Promise<boolean> => {
  try {
    await client.send(new CreateTableCommand(input));
    return true;
  } catch (error) {
    if (error instanceof ResourceInUseException) return false;
    throw error;
  }
};

/** dynalite does not support time to live, so items stay. No reader depends on their deletion. */
const letExpire = async (client: DynamoDBClient, TableName: string, AttributeName: string): Promise<void> => {
  const TimeToLiveSpecification = { Enabled: true, AttributeName };
  try {
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  } catch (error) {
    if ((error as Error).name !== 'UnknownOperationException') throw error;
  }
};

const createTable = async (client: DynamoDBClient, name: string, table: TableDefinition): Promise<void> => {
  const isOurs = await create(client, toCreateTable(name, table));
  await waitUntilTableExists({ client, ...POLLING }, { TableName: name });
  if (isOurs && table.timeToLive !== undefined) await letExpire(client, name, table.timeToLive);
};

const ensureTable = async (client: DynamoDBClient, name: string, table: TableDefinition): Promise<void> => {
  const actions = {
    exists: async (each: string) => !(await isMissing(client, each)),
    create: (each: string) => createTable(client, each, table),
  };
  await finishUpgrade(client, name, table, actions);
  if (await isMissing(client, name)) await createTable(client, name, table);
  else await upgradeTable(client, name, table, actions);
};

/** Creates missing tables and adds the indexes that tables of an earlier version lack. Resolves when all can be used. */
export const createTables = async <Id extends string>(
  client: DynamoDBClient,
  tables: Readonly<Record<Id, TableDefinition>>,
  names: Readonly<Record<Id, string>>,
): Promise<void> => {
  await Promise.all((Object.keys(tables) as Id[]).map((id) => ensureTable(client, names[id], tables[id])));
};
