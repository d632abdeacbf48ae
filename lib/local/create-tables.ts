import {
  CreateTableCommand,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type CreateTableCommandInput,
  type DynamoDBClient,
  type KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import { projectionOf, type TableDefinition } from '../../shared/tables.ts';

type Keys = Pick<TableDefinition, 'partitionKey' | 'sortKey'>;

const keySchema = ({ partitionKey, sortKey }: Keys): KeySchemaElement[] => [
  { AttributeName: partitionKey.name, KeyType: 'HASH' },
  ...(sortKey ? [{ AttributeName: sortKey.name, KeyType: 'RANGE' as const }] : []),
];

/** The types of the attributes that are keys. */
const attributeDefinitions = (keys: readonly Keys[]) => {
  const attributes = keys.flatMap(({ partitionKey, sortKey }) => [partitionKey, ...(sortKey ? [sortKey] : [])]);
  const types = new Map(attributes.map(({ name, type }) => [name, type]));
  return [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }));
};

export const toCreateTable = (TableName: string, table: TableDefinition): CreateTableCommandInput => ({
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: attributeDefinitions([table, ...table.indexes]),
  KeySchema: keySchema(table),
  // DynamoDB rejects an empty list.
  ...(table.indexes.length > 0 && {
    GlobalSecondaryIndexes: table.indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index),
      Projection: projectionOf(index),
    })),
  }),
  ...(table.stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: table.stream } }),
});

/** Times in seconds. A local engine creates a table within milliseconds. */
const POLLING = { maxWaitTime: 10, minDelay: 0.01, maxDelay: 0.5 };

const createTable = async (client: DynamoDBClient, TableName: string, table: TableDefinition): Promise<void> => {
  const isCreated = await client.send(new CreateTableCommand(toCreateTable(TableName, table))).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ResourceInUseException) return false;
      throw error;
    },
  );
  await waitUntilTableExists({ client, ...POLLING }, { TableName });
  if (!isCreated || table.timeToLive === undefined) return;
  const TimeToLiveSpecification = { Enabled: true, AttributeName: table.timeToLive };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
};

/** Creates missing tables. Resolves when all tables can be used. */
export const createTables = async <Id extends string>(
  client: DynamoDBClient,
  tables: Readonly<Record<Id, TableDefinition>>,
  names: Readonly<Record<Id, string>>,
): Promise<void> => {
  await Promise.all((Object.keys(tables) as Id[]).map((id) => createTable(client, names[id], tables[id])));
};
