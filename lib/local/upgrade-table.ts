import {
  DeleteTableCommand,
  DescribeTableCommand,
  UpdateTableCommand,
  waitUntilTableNotExists,
  type DynamoDBClient,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import type { IndexDefinition, TableDefinition } from '../../shared/tables.ts';
import { toAttributeDefinitions, toIndex } from './table-request.ts';

const POLLING_MILLISECONDS = 50;
const MAX_POLLS = 1_200;
const WRITES_AT_ONCE = 25;

/** The table for the items while their own table is deleted and created again. */
const temporaryName = (table: string): string => `${table}-upgrade`;

const missingIndexes = (
  { GlobalSecondaryIndexes }: TableDescription,
  { indexes }: TableDefinition,
): IndexDefinition[] =>
  indexes.filter(({ name }) => !GlobalSecondaryIndexes?.some(({ IndexName }) => IndexName === name));

const describe = async (client: DynamoDBClient, TableName: string): Promise<TableDescription> =>
  (await client.send(new DescribeTableCommand({ TableName }))).Table as TableDescription;

/** DynamoDB refuses another index while one is being created. */
const waitForIndexes = async (client: DynamoDBClient, table: string): Promise<void> => {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const { TableStatus, GlobalSecondaryIndexes = [] } = await describe(client, table);
    if (TableStatus === 'ACTIVE' && GlobalSecondaryIndexes.every(({ IndexStatus }) => IndexStatus === 'ACTIVE')) return;
    await new Promise((resolve) => setTimeout(resolve, POLLING_MILLISECONDS));
  }
  throw new Error(`the indexes of ${table} were not ready in time`);
};

/** @returns false if the engine cannot add an index to a table, as dynalite cannot */
const addIndex = async (client: DynamoDBClient, table: string, index: IndexDefinition): Promise<boolean> => {
  const update = new UpdateTableCommand({
    TableName: table,
    AttributeDefinitions: toAttributeDefinitions([index]),
    GlobalSecondaryIndexUpdates: [{ Create: toIndex(index) }],
  });
  try {
    await client.send(update);
  } catch (error) {
    if ((error as Error).name === 'ValidationException') return false;
    throw error;
  }
  await waitForIndexes(client, table);
  return true;
};

const copyItems = async (client: DynamoDBClient, from: string, to: string): Promise<void> => {
  const database = DynamoDBDocumentClient.from(client);
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await database.send(new ScanCommand({ TableName: from, ConsistentRead: true, ExclusiveStartKey }));
    await pMap(page.Items ?? [], (Item) => database.send(new PutCommand({ TableName: to, Item })), {
      concurrency: WRITES_AT_ONCE,
    });
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
};

const remove = async (client: DynamoDBClient, TableName: string): Promise<void> => {
  await client.send(new DeleteTableCommand({ TableName }));
  await waitUntilTableNotExists({ client, maxWaitTime: 60, minDelay: 0.01, maxDelay: 0.5 }, { TableName });
};

export interface TableActions {
  readonly exists: (table: string) => boolean;
  /** Creates a table and resolves when it can be used. */
  readonly create: (table: string) => Promise<void>;
}

/**
 * Finishes an upgrade by {@link upgradeTable} that was interrupted after the items were copied. If both tables exist, the one
 * that lacks an index still has all items.
 */
export const finishUpgrade = async (
  client: DynamoDBClient,
  table: string,
  definition: TableDefinition,
  { exists, create }: TableActions,
): Promise<void> => {
  const temporary = temporaryName(table);
  if (!exists(temporary)) return;
  if (!exists(table)) await create(table);
  const isUpgraded = missingIndexes(await describe(client, table), definition).length === 0;
  if (isUpgraded) await copyItems(client, temporary, table);
  await remove(client, temporary);
};

/**
 * Adds the indexes that a table of an earlier version lacks, one at a time, as DynamoDB requires. If the engine cannot add an
 * index, the table is created again with its items; the next start finishes an interrupted upgrade.
 */
export const upgradeTable = async (
  client: DynamoDBClient,
  table: string,
  definition: TableDefinition,
  { create }: TableActions,
): Promise<void> => {
  for (const index of missingIndexes(await describe(client, table), definition)) {
    if (await addIndex(client, table, index)) continue;
    const temporary = temporaryName(table);
    await create(temporary);
    await copyItems(client, table, temporary);
    await remove(client, table);
    await create(table);
    await copyItems(client, temporary, table);
    return remove(client, temporary);
  }
};
