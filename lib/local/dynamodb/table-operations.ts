import { AwsError, invalid, unsupported, type Input } from './request.ts';
import type { CreateTableCommandInput, KeySchemaElement } from '@aws-sdk/client-dynamodb';
import type { State } from './state.ts';
import type { KeyAttribute, KeySchema, TableDefinition } from './table-definition.ts';

/**
 * Only the project's own definitions reach this engine, so it does not check whether they are consistent.
 * @param description the members of a CreateTable request, and the time of creation
 */
const toDefinition = (description: Input): TableDefinition => {
  const {
    TableName = '',
    AttributeDefinitions = [],
    KeySchema = [],
    GlobalSecondaryIndexes = [],
    StreamSpecification: { StreamEnabled = false, StreamViewType } = {},
  } = description as unknown as CreateTableCommandInput;
  if (!/^[\w.-]{3,255}$/.test(TableName))
    throw invalid(`tableName '${TableName}' must match [a-zA-Z0-9_.-]+ and have a length of 3 to 255`);
  const types = new Map(AttributeDefinitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]));
  const toKey = (schema: readonly KeySchemaElement[] = []): KeySchema =>
    schema.map(({ AttributeName: name = '' }) => ({ name, type: types.get(name) as KeyAttribute['type'] }));
  return {
    name: TableName,
    key: toKey(KeySchema),
    indexes: GlobalSecondaryIndexes.map(({ IndexName: name = '', KeySchema: schema, Projection }) => ({
      name,
      key: toKey(schema),
      projected: Projection?.ProjectionType === 'ALL' ? 'all' : (Projection?.NonKeyAttributes ?? []),
    })),
    ...(StreamEnabled && { streamViewType: String(StreamViewType) }),
    description,
  };
};

const describe = (state: State, { name, description }: TableDefinition, TableStatus = 'ACTIVE'): object => ({
  ...description,
  TableArn: `arn:aws:dynamodb:local:000000000000:table/${name}`,
  TableStatus,
  ItemCount: state.table(name).size,
});

export const createTable = (state: State, input: Input): object => {
  const definition = toDefinition({ ...input, CreationDateTime: Date.now() / 1000 });
  if (state.tableNames.includes(definition.name))
    throw new AwsError('ResourceInUseException', `Table already exists: ${definition.name}`);
  if (input['BillingMode'] !== 'PAY_PER_REQUEST') throw unsupported('a BillingMode other than PAY_PER_REQUEST');
  state.create(definition);
  return { TableDescription: describe(state, definition) };
};

export const describeTable = (state: State, { TableName }: Input): object => ({
  Table: describe(state, state.table(TableName).definition),
});

export const deleteTable = (state: State, { TableName }: Input): object => {
  const { definition } = state.table(TableName);
  const TableDescription = describe(state, definition, 'DELETING');
  state.drop(definition.name);
  return { TableDescription };
};

export const listTables = (state: State, { Limit }: Input): object => ({
  TableNames: state.tableNames.slice(0, Limit as number | undefined),
});

/** Has no effect, because this engine never deletes expired items. DynamoDB, too, can take days to delete them. */
export const updateTimeToLive = (state: State, { TableName, TimeToLiveSpecification }: Input): object => {
  state.table(TableName);
  return { TimeToLiveSpecification };
};
