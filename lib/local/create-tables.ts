import {
  CreateTableCommand,
  DescribeTableCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type CreateTableCommandInput,
  type DynamoDBClient,
  type KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import type { IndexDefinition, KeyAttribute, TableDefinition } from '../../shared/tables.ts';

type Keys = Pick<TableDefinition, 'partitionKey' | 'sortKey'>;

/** Seconds. An engine on this machine makes a table within milliseconds. */
const POLLING = { maxWaitTime: 10, minDelay: 0.01, maxDelay: 0.5 };

const keySchema = ({ partitionKey, sortKey }: Keys): KeySchemaElement[] => [
  { AttributeName: partitionKey.name, KeyType: 'HASH' },
  ...(sortKey ? [{ AttributeName: sortKey.name, KeyType: 'RANGE' as const }] : []),
];

const keyAttributes = ({ partitionKey, sortKey }: Keys): KeyAttribute[] =>
  sortKey ? [partitionKey, sortKey] : [partitionKey];

const toIndex = (index: IndexDefinition) => ({
  IndexName: index.name,
  KeySchema: keySchema(index),
  Projection:
    index.projectedAttributes === 'all'
      ? { ProjectionType: 'ALL' as const }
      : { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...index.projectedAttributes] },
});

/** The request that makes a table. */
export const toCreateTable = (TableName: string, table: TableDefinition): CreateTableCommandInput => {
  const types = new Map([table, ...table.indexes].flatMap(keyAttributes).map(({ name, type }) => [name, type]));
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    KeySchema: keySchema(table),
    // An empty list is refused.
    ...(table.indexes.length > 0 && { GlobalSecondaryIndexes: table.indexes.map(toIndex) }),
    // dynalite has no streams, and passes over this.
    ...(table.stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: table.stream } }),
  };
};

const isMissing = async (client: DynamoDBClient, TableName: string): Promise<boolean> => {
  try {
    await client.send(new DescribeTableCommand({ TableName }));
    return false;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return true;
    throw error;
  }
};

/** @returns false if another process that starts on the same database created the table first. */
const create = async (client: DynamoDBClient, input: CreateTableCommandInput): Promise<boolean> => {
  try {
    await client.send(new CreateTableCommand(input));
    return true;
  } catch (error) {
    if (error instanceof ResourceInUseException) return false;
    throw error;
  }
};

/** dynalite lets nothing expire and does not know the operation; items then stay, which no reader relies on. */
const letExpire = async (client: DynamoDBClient, TableName: string, AttributeName: string): Promise<void> => {
  const TimeToLiveSpecification = { Enabled: true, AttributeName };
  try {
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  } catch (error) {
    if ((error as Error).name !== 'UnknownOperationException') throw error;
  }
};

const ensureTable = async (client: DynamoDBClient, name: string, table: TableDefinition): Promise<void> => {
  if (!(await isMissing(client, name))) return;
  const isOurs = await create(client, toCreateTable(name, table));
  await waitUntilTableExists({ client, ...POLLING }, { TableName: name });
  if (isOurs && table.timeToLive !== undefined) await letExpire(client, name, table.timeToLive);
};

/** Makes the tables that are missing, and resolves when all of them can be used. */
export const createTables = async <Id extends string>(
  client: DynamoDBClient,
  tables: Readonly<Record<Id, TableDefinition>>,
  names: Readonly<Record<Id, string>>,
): Promise<void> => {
  await Promise.all((Object.keys(tables) as Id[]).map((id) => ensureTable(client, names[id], tables[id])));
};
