import type { CreateTableCommandInput, KeySchemaElement } from '@aws-sdk/client-dynamodb';
import { projectionOf, type IndexDefinition, type KeyAttribute, type TableDefinition } from '../../shared/tables.ts';

type Keys = Pick<TableDefinition, 'partitionKey' | 'sortKey'>;

const keySchema = ({ partitionKey, sortKey }: Keys): KeySchemaElement[] => [
  { AttributeName: partitionKey.name, KeyType: 'HASH' },
  ...(sortKey ? [{ AttributeName: sortKey.name, KeyType: 'RANGE' as const }] : []),
];

const keyAttributes = ({ partitionKey, sortKey }: Keys): KeyAttribute[] =>
  sortKey ? [partitionKey, sortKey] : [partitionKey];

export const toIndex = (index: IndexDefinition) => ({
  IndexName: index.name,
  KeySchema: keySchema(index),
  Projection: projectionOf(index),
});

/** The types of the attributes that are keys. */
export const toAttributeDefinitions = (keys: readonly Keys[]) => {
  const types = new Map(keys.flatMap(keyAttributes).map(({ name, type }) => [name, type]));
  return [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }));
};

export const toCreateTable = (TableName: string, table: TableDefinition): CreateTableCommandInput => ({
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: toAttributeDefinitions([table, ...table.indexes]),
  KeySchema: keySchema(table),
  // DynamoDB rejects an empty list.
  ...(table.indexes.length > 0 && { GlobalSecondaryIndexes: table.indexes.map(toIndex) }),
  ...(table.stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: table.stream } }),
});
