import { DynamoDbError, invalid, invalidParameter } from './dynamodb-error.ts';
import { recordIn, recordsIn, rejectOthers } from './members.ts';
import type { State } from './state.ts';
import type { IndexDefinition, KeyAttribute, KeySchema, TableDefinition } from './table-definition.ts';

type Input = Readonly<Record<string, unknown>>;

const ARN = 'arn:aws:dynamodb:local:000000000000:table/';

const checkName = (name: unknown, member: string): string => {
  if (typeof name !== 'string' || !/^[\w.-]{3,255}$/.test(name))
    throw invalid(
      `1 validation error detected: Value '${String(name)}' at '${member}' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+ and have a length of 3 to 255`,
    );
  return name;
};

type Types = ReadonlyMap<string, KeyAttribute['type']>;

const typesIn = (raw: unknown): Types =>
  new Map(
    recordsIn(raw).map(({ AttributeName, AttributeType }) => {
      if (AttributeType !== 'S' && AttributeType !== 'N' && AttributeType !== 'B')
        throw invalid(`AttributeType: ${String(AttributeType)} is unknown`);
      return [String(AttributeName), AttributeType];
    }),
  );

const toKey = (raw: unknown, types: Types): KeySchema => {
  const [partition, sort, ...others] = recordsIn(raw);
  if (partition?.['KeyType'] !== 'HASH' || (sort && sort['KeyType'] !== 'RANGE') || others.length > 0)
    throw invalid('Invalid KeySchema: The first KeySchemaElement is not a HASH key type, or the second is no RANGE');
  const [first, second] = [partition, ...(sort ? [sort] : [])].map(({ AttributeName }) => {
    const name = String(AttributeName);
    const type = types.get(name);
    if (!type)
      throw invalidParameter(`Some index key attributes are not defined in AttributeDefinitions. Keys: [${name}]`);
    return { name, type };
  }) as [KeyAttribute, KeyAttribute?];
  return second ? [first, second] : [first];
};

const toIndex = (raw: Input, types: Types): IndexDefinition => {
  rejectOthers(raw, ['IndexName', 'KeySchema', 'Projection'], 'A global secondary index');
  const { ProjectionType, NonKeyAttributes } = recordIn(raw['Projection']);
  if (!['ALL', 'KEYS_ONLY', 'INCLUDE'].includes(String(ProjectionType)))
    throw invalidParameter(`Unknown ProjectionType: ${String(ProjectionType)}`);
  return {
    name: checkName(raw['IndexName'], 'indexName'),
    key: toKey(raw['KeySchema'], types),
    projected: ProjectionType === 'ALL' ? 'all' : ((NonKeyAttributes ?? []) as string[]),
  };
};

const schemaOf = (key: KeySchema): object[] =>
  key.flatMap((attribute, index) =>
    attribute ? [{ AttributeName: attribute.name, KeyType: index === 0 ? 'HASH' : 'RANGE' }] : [],
  );

const projectionOf = ({ projected }: IndexDefinition): object => {
  if (projected === 'all') return { ProjectionType: 'ALL' };
  return projected.length === 0
    ? { ProjectionType: 'KEYS_ONLY' }
    : { ProjectionType: 'INCLUDE', NonKeyAttributes: projected };
};

const attributesOf = ({ key, indexes }: TableDefinition): KeyAttribute[] =>
  [key, ...indexes.map((index) => index.key)].flat().filter((one) => one !== undefined);

const describe = (state: State, { name, key, indexes, streamViewType, createdAt }: TableDefinition): object => ({
  TableName: name,
  TableArn: ARN + name,
  TableStatus: 'ACTIVE',
  CreationDateTime: createdAt / 1000,
  BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
  KeySchema: schemaOf(key),
  AttributeDefinitions: [...new Map(attributesOf(state.table(name).definition).map((one) => [one.name, one.type]))].map(
    ([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }),
  ),
  ItemCount: state.table(name).items.size,
  ...(streamViewType && { StreamSpecification: { StreamEnabled: true, StreamViewType: streamViewType } }),
  ...(indexes.length > 0 && {
    GlobalSecondaryIndexes: indexes.map((index) => ({
      IndexName: index.name,
      IndexArn: `${ARN}${name}/index/${index.name}`,
      IndexStatus: 'ACTIVE',
      KeySchema: schemaOf(index.key),
      Projection: projectionOf(index),
    })),
  }),
});

const assertTypesUsed = (definition: TableDefinition, types: Types): void => {
  const used = new Set(attributesOf(definition).map(({ name }) => name));
  if ([...types.keys()].some((name) => !used.has(name)))
    throw invalidParameter('Some AttributeDefinitions are not used');
};

export const createTable = (state: State, input: Input): object => {
  const name = checkName(input['TableName'], 'tableName');
  if (state.has(name)) throw new DynamoDbError('ResourceInUseException', `Table already exists: ${name}`);
  if (input['BillingMode'] !== 'PAY_PER_REQUEST') throw invalid('BillingMode: must be PAY_PER_REQUEST here');
  const types = typesIn(input['AttributeDefinitions']);
  const { StreamEnabled, StreamViewType } = recordIn(input['StreamSpecification'] ?? {});
  const definition: TableDefinition = {
    name,
    key: toKey(input['KeySchema'], types),
    indexes: recordsIn(input['GlobalSecondaryIndexes']).map((index) => toIndex(index, types)),
    ...(StreamEnabled === true && { streamViewType: String(StreamViewType) }),
    createdAt: Date.now(),
  };
  assertTypesUsed(definition, types);
  state.define(definition);
  return { TableDescription: describe(state, definition) };
};

export const describeTable = (state: State, { TableName }: Input): object => ({
  Table: describe(state, state.table(TableName).definition),
});

export const deleteTable = (state: State, { TableName }: Input): object => {
  const { definition } = state.table(TableName);
  const description = describe(state, definition);
  state.drop(definition.name);
  return { TableDescription: { ...description, TableStatus: 'DELETING' } };
};

const MAX_NAMES = 100;

export const listTables = (state: State, { ExclusiveStartTableName = '', Limit }: Input): object => {
  const names = state.tableNames.filter((name) => name > (ExclusiveStartTableName as string));
  const TableNames = names.slice(0, Number(Limit ?? MAX_NAMES));
  return { TableNames, ...(TableNames.length < names.length && { LastEvaluatedTableName: TableNames.at(-1) }) };
};

/** Creates or deletes one index. */
export const updateTable = (state: State, input: Input): object => {
  const { definition } = state.table(input['TableName']);
  const [update, ...others] = recordsIn(input['GlobalSecondaryIndexUpdates']);
  if (others.length > 0)
    throw new DynamoDbError(
      'LimitExceededException',
      'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
    );
  const { Create, Delete, ...unknown } = update ?? {};
  rejectOthers(unknown, [], 'GlobalSecondaryIndexUpdates');
  if ((Create === undefined) === (Delete === undefined))
    throw invalidParameter('One of GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete is required');
  const types = new Map([
    ...attributesOf(definition).map((one) => [one.name, one.type] as const),
    ...typesIn(input['AttributeDefinitions']),
  ]);
  const created = Create === undefined ? undefined : toIndex(recordIn(Create), types);
  const deleted = Delete === undefined ? undefined : recordIn(Delete)['IndexName'];
  const isKnown = (name: unknown): boolean => definition.indexes.some((index) => index.name === name);
  if (created && isKnown(created.name)) throw invalid(`Attempting to create an index which already exists`);
  if (deleted !== undefined && !isKnown(deleted))
    throw new DynamoDbError('ResourceNotFoundException', 'Requested resource not found');
  const changed = {
    ...definition,
    indexes: [...definition.indexes.filter(({ name }) => name !== deleted), ...(created ? [created] : [])],
  };
  state.define(changed);
  return { TableDescription: describe(state, changed) };
};

/** Items are never deleted by time to live here; DynamoDB may take days. */
export const updateTimeToLive = (state: State, { TableName, TimeToLiveSpecification }: Input): object => {
  const { definition } = state.table(TableName);
  const { Enabled, AttributeName } = recordIn(TimeToLiveSpecification);
  const { timeToLive, ...others } = definition;
  if ((Enabled === true) === (timeToLive !== undefined))
    throw invalid(`TimeToLive is already ${Enabled === true ? 'enabled' : 'disabled'}`);
  state.define({ ...others, ...(Enabled === true && { timeToLive: String(AttributeName) }) });
  return { TimeToLiveSpecification };
};

export const describeTimeToLive = (state: State, { TableName }: Input): object => {
  const { timeToLive } = state.table(TableName).definition;
  return {
    TimeToLiveDescription:
      timeToLive === undefined
        ? { TimeToLiveStatus: 'DISABLED' }
        : { TimeToLiveStatus: 'ENABLED', AttributeName: timeToLive },
  };
};
