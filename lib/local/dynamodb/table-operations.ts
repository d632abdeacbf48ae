import { DynamoDbError, invalid, invalidParameter, unsupported } from './dynamodb-error.ts';
import { listIn, oneOf, recordIn, rejectOthers, type Input } from './request-members.ts';
import type { State } from './state.ts';
import {
  namesOf,
  type IndexDefinition,
  type KeyAttribute,
  type KeySchema,
  type TableDefinition,
} from './table-definition.ts';

const checkName = (name: unknown, member: string): string => {
  if (typeof name !== 'string' || !/^[\w.-]{3,255}$/.test(name))
    throw invalid(`${member} '${String(name)}' must match [a-zA-Z0-9_.-]+ and have a length of 3 to 255`);
  return name;
};

type Types = ReadonlyMap<unknown, KeyAttribute['type']>;

const typesIn = (raw: unknown): Types =>
  new Map(
    listIn(raw).map((one) => {
      const { AttributeName, AttributeType: type } = recordIn(one);
      if (type !== 'S' && type !== 'N') throw unsupported(`a key attribute of the type ${String(type)}`);
      return [AttributeName, type];
    }),
  );

const toKey = (raw: unknown, types: Types): KeySchema => {
  const [partition, sort] = listIn(raw).map((one, position): KeyAttribute => {
    const { AttributeName: name, KeyType } = recordIn(one);
    const type = types.get(name);
    if (KeyType !== ['HASH', 'RANGE'][position]) throw invalid('Invalid KeySchema: it must be HASH, or HASH and RANGE');
    if (!type) throw invalidParameter(`A key attribute is not defined in AttributeDefinitions: ${String(name)}`);
    return { name: String(name), type };
  });
  if (!partition) throw invalid('Invalid KeySchema: the HASH key is missing');
  return sort ? [partition, sort] : [partition];
};

const toIndex = (raw: Input, types: Types): IndexDefinition => {
  rejectOthers(raw, ['IndexName', 'KeySchema', 'Projection'], 'a global secondary index');
  const projection = recordIn(raw['Projection']);
  const type = oneOf(projection, 'ProjectionType', 'ALL', 'KEYS_ONLY', 'INCLUDE');
  const nonKeys = listIn(projection['NonKeyAttributes']).map(String);
  if ((type === 'INCLUDE') !== nonKeys.length > 0)
    throw invalidParameter(
      'NonKeyAttributes are required with the ProjectionType INCLUDE, and not allowed with any other',
    );
  return {
    name: checkName(raw['IndexName'], 'indexName'),
    key: toKey(raw['KeySchema'], types),
    projected: type === 'ALL' ? 'all' : nonKeys,
  };
};

/** @param description the members of a CreateTable request, and the time of creation */
const toDefinition = (description: Input): TableDefinition => {
  const types = typesIn(description['AttributeDefinitions']);
  const { StreamEnabled, StreamViewType } = recordIn(description['StreamSpecification'] ?? {});
  const indexes = listIn(description['GlobalSecondaryIndexes']).map((index) => toIndex(recordIn(index), types));
  const key = toKey(description['KeySchema'], types);
  const used = new Set<unknown>([key, ...indexes.map((index) => index.key)].flatMap(namesOf));
  if (used.size < types.size) throw invalidParameter('Some AttributeDefinitions are not used');
  return {
    name: checkName(description['TableName'], 'tableName'),
    key,
    indexes,
    ...(StreamEnabled === true && { streamViewType: String(StreamViewType) }),
    description,
  };
};

const describe = (state: State, { name, description }: TableDefinition): object => {
  const { BillingMode, GlobalSecondaryIndexes, ...members } = description;
  return {
    ...members,
    TableArn: `arn:aws:dynamodb:local:000000000000:table/${name}`,
    TableStatus: 'ACTIVE',
    BillingModeSummary: { BillingMode },
    ItemCount: state.table(name).size,
    ...(GlobalSecondaryIndexes !== undefined && {
      GlobalSecondaryIndexes: listIn(GlobalSecondaryIndexes).map((index) => ({
        ...recordIn(index),
        IndexStatus: 'ACTIVE',
      })),
    }),
  };
};

export const createTable = (state: State, input: Input): object => {
  const definition = toDefinition({ ...input, CreationDateTime: Date.now() / 1000 });
  if (state.tableNames.includes(definition.name))
    throw new DynamoDbError('ResourceInUseException', `Table already exists: ${definition.name}`);
  if (input['BillingMode'] !== 'PAY_PER_REQUEST') throw unsupported('a BillingMode other than PAY_PER_REQUEST');
  state.create(definition);
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

export const listTables = (state: State, { Limit }: Input): object => ({
  TableNames: state.tableNames.slice(0, Limit as number | undefined),
});

/** Has no effect, because this engine never deletes expired items. DynamoDB, too, can take days to delete them. */
export const updateTimeToLive = (state: State, { TableName, TimeToLiveSpecification }: Input): object => {
  state.table(TableName);
  return { TimeToLiveSpecification };
};
