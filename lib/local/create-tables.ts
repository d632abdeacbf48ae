import {
  CreateTableCommand,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type CreateTableCommandInput,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import type { TableDefinition } from '../../shared/tables.ts';
import { toCreateTable } from './table-request.ts';

/** Times in seconds. A local engine creates a table within milliseconds. */
const POLLING = { maxWaitTime: 10, minDelay: 0.01, maxDelay: 0.5 };

/** @returns false if the table already exists */
const create = async (client: DynamoDBClient, input: CreateTableCommandInput): Promise<boolean> => {
  try {
    await client.send(new CreateTableCommand(input));
    return true;
  } catch (error) {
    if (error instanceof ResourceInUseException) return false;
    throw error;
  }
};

const enableTimeToLive = async (client: DynamoDBClient, TableName: string, AttributeName: string): Promise<void> => {
  await client.send(
    new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { Enabled: true, AttributeName } }),
  );
};

const createTable = async (client: DynamoDBClient, name: string, table: TableDefinition): Promise<void> => {
  const isCreated = await create(client, toCreateTable(name, table));
  await waitUntilTableExists({ client, ...POLLING }, { TableName: name });
  if (isCreated && table.timeToLive !== undefined) await enableTimeToLive(client, name, table.timeToLive);
};

/** Creates missing tables. Resolves when all tables can be used. */
export const createTables = async <Id extends string>(
  client: DynamoDBClient,
  tables: Readonly<Record<Id, TableDefinition>>,
  names: Readonly<Record<Id, string>>,
): Promise<void> => {
  await Promise.all((Object.keys(tables) as Id[]).map((id) => createTable(client, names[id], tables[id])));
};
