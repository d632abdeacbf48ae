import {
  CreateTableCommand,
  paginateListTables,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type CreateTableCommandInput,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import type { TableDefinition } from '../../shared/tables.ts';
import { toCreateTable } from './table-request.ts';

/** Seconds. A local engine creates a table within milliseconds. */
const POLLING = { maxWaitTime: 10, minDelay: 0.01, maxDelay: 0.5 };

const listTables = async (client: DynamoDBClient): Promise<Set<string>> => {
  const names = new Set<string>();
  for await (const { TableNames = [] } of paginateListTables({ client }, {})) {
    for (const name of TableNames) names.add(name);
  }
  return names;
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

/** Creates missing tables. Resolves when all can be used. */
export const createTables = async <Id extends string>(
  client: DynamoDBClient,
  tables: Readonly<Record<Id, TableDefinition>>,
  names: Readonly<Record<Id, string>>,
): Promise<void> => {
  // One call for all tables, because the first calls of a process are slow.
  const existing = await listTables(client);
  const missing = (Object.keys(tables) as Id[]).filter((id) => !existing.has(names[id]));
  await Promise.all(missing.map((id) => createTable(client, names[id], tables[id])));
};
