import type { CreateTableCommandInput, GlobalSecondaryIndex, KeySchemaElement } from '@aws-sdk/client-dynamodb';
import { AwsError, invalid, invalidParameter, unsupported, type Input } from './request.ts';
import type { State } from './state.ts';
import { namesOf, type IndexDefinition, type KeySchema, type TableDefinition } from './table-definition.ts';

const NAME = /^[\w.-]{3,255}$/;

const assertName = (name: string | undefined, what: string): void => {
  if (!NAME.test(name ?? ''))
    throw invalid(`${what} '${name ?? ''}' must match [a-zA-Z0-9_.-]+ and have a length of 3 to 255`);
};

const assertDifferent = (names: readonly unknown[], what: string): void => {
  if (new Set(names).size < names.length) throw invalidParameter(`Two ${what} have the same name`);
};

type Types = ReadonlyMap<string | undefined, string | undefined>;

/** A partition key, then at most a sort key, both with a defined type. @throws AwsError */
const toKey = (types: Types, schema: readonly KeySchemaElement[] | undefined): KeySchema => {
  if (schema?.[0]?.KeyType !== 'HASH' || schema.length > 2 || schema.slice(1).some((one) => one.KeyType !== 'RANGE'))
    throw invalid('A KeySchema must have one HASH key, and then at most one RANGE key');
  assertDifferent(
    schema.map(({ AttributeName }) => AttributeName),
    'keys',
  );
  return schema.map(({ AttributeName: name = '' }) => {
    const type = types.get(name);
    if (type === undefined) throw invalidParameter(`The key ${name} is not in AttributeDefinitions`);
    if (type !== 'S' && type !== 'N') throw unsupported(`a key of the type ${type}`);
    return { name, type };
  });
};

const toIndex = (types: Types, { IndexName, KeySchema: schema, Projection }: GlobalSecondaryIndex): IndexDefinition => {
  assertName(IndexName, 'indexName');
  const { ProjectionType, NonKeyAttributes } = Projection ?? {};
  if (ProjectionType === undefined) throw invalidParameter('Indexes must have a projection specified');
  const namesAttributes = (NonKeyAttributes ?? []).length > 0;
  if (namesAttributes !== (ProjectionType === 'INCLUDE'))
    throw invalidParameter(`NonKeyAttributes belong to the projection INCLUDE, and only to it: ${ProjectionType}`);
  return {
    name: String(IndexName),
    key: toKey(types, schema),
    projected: ProjectionType === 'ALL' ? 'all' : (NonKeyAttributes ?? []),
  };
};

/**
 * @param description the members of a CreateTable request, and the time of creation
 * @throws AwsError for a definition that a deployment would fail with
 */
const toDefinition = (description: Input): TableDefinition => {
  const {
    TableName = '',
    AttributeDefinitions = [],
    KeySchema: schema,
    GlobalSecondaryIndexes,
    StreamSpecification: { StreamEnabled = false, StreamViewType } = {},
  } = description as unknown as CreateTableCommandInput;
  assertName(TableName, 'tableName');
  const defined = AttributeDefinitions.map(({ AttributeName }) => AttributeName);
  assertDifferent(defined, 'attributes');
  const types = new Map(AttributeDefinitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]));
  const key = toKey(types, schema);
  if (GlobalSecondaryIndexes?.length === 0) throw invalidParameter('List of GlobalSecondaryIndexes is empty');
  const indexes = (GlobalSecondaryIndexes ?? []).map((index) => toIndex(types, index));
  assertDifferent(
    indexes.map(({ name }) => name),
    'indexes',
  );
  const used = new Set([key, ...indexes.map((index) => index.key)].flatMap(namesOf));
  if (used.size < defined.length)
    throw invalidParameter('Some AttributeDefinitions are not used in the key of the table or of an index');
  return {
    name: TableName,
    key,
    indexes,
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
