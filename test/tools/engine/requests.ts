import fc from 'fast-check';
import type { AttributeValue, Item } from '../../../lib/local/dynamodb/attribute-value.ts';
import {
  anyValue,
  attributeNames,
  condition,
  definePlaceholders,
  phrase,
  projection,
  update,
  valueFrom,
} from './expressions.ts';

/** One operation with its input. */
export interface Request {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
];

/** A table with a partition and a sort key, and two indexes: one with all attributes, one with few. */
export const tableOf = (TableName: string) => ({
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: Object.entries({ owner: 'S', id: 'N', group: 'S', rank: 'N', label: 'S' }).map(
    ([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }),
  ),
  KeySchema: keySchema('owner', 'id'),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byRank',
      KeySchema: keySchema('group', 'rank'),
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['note'] },
    },
    { IndexName: 'byLabel', KeySchema: keySchema('group', 'label'), Projection: { ProjectionType: 'ALL' } },
  ],
});

type Definition = ReturnType<typeof tableOf>;

/** Changes of a table's definition that DynamoDB refuses. */
const faults: readonly ((table: Definition) => object)[] = [
  () => ({ KeySchema: undefined }),
  () => ({ KeySchema: [] }),
  ({ KeySchema }) => ({ KeySchema: KeySchema.toReversed() }),
  ({ KeySchema }) => ({ KeySchema: [...KeySchema, ...keySchema('group', 'rank')] }),
  () => ({ KeySchema: keySchema('owner', 'owner') }),
  ({ AttributeDefinitions: [first, ...others] }) => ({ AttributeDefinitions: [first, first, ...others] }),
  ({ AttributeDefinitions }) => ({ AttributeDefinitions: AttributeDefinitions.slice(1) }),
  ({ AttributeDefinitions }) => ({
    AttributeDefinitions: [...AttributeDefinitions, { AttributeName: 'unused', AttributeType: 'S' }],
  }),
  ({ GlobalSecondaryIndexes: [first] }) => ({ GlobalSecondaryIndexes: [first, first] }),
  ({ GlobalSecondaryIndexes: [first, ...others] }) => ({
    GlobalSecondaryIndexes: [{ ...first, IndexName: 'b' }, ...others],
  }),
  ({ GlobalSecondaryIndexes: [first, ...others] }) => ({
    GlobalSecondaryIndexes: [{ ...first, KeySchema: undefined }, ...others],
  }),
  ({ GlobalSecondaryIndexes: [first, ...others] }) => ({
    GlobalSecondaryIndexes: [{ ...first, Projection: { ProjectionType: 'INCLUDE' } }, ...others],
  }),
];

/** Requests to create a table that cannot exist. */
export const refusedTables = (TableName: string): Request[] =>
  faults.map((change) => {
    const table = tableOf(TableName);
    return { operation: 'CreateTable', input: { ...table, ...change(table) } };
  });

export const owners = ['a', 'b'];
export const groups = ['g', 'h'];

const id = fc.constantFrom('1', '2', '3', '10', '-1').map((N): AttributeValue => ({ N }));
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>, freq = 1) => fc.option(arbitrary, { nil: undefined, freq });

type Members<Value> = Readonly<Record<string, fc.Arbitrary<Value>>>;

/** Generates the input of an operation: its members, expressions, and their placeholders. What is undefined is left out. */
const inputOf = (members: Members<unknown>, expressions: Members<string | undefined> = {}): fc.Arbitrary<object> =>
  fc.tuple(fc.record(members), fc.record(expressions)).map(([values, texts]) => ({
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
    ...definePlaceholders(texts),
  }));

/**
 * The key of an action's item, so that no generated transaction contains an item twice. Otherwise, the responses would differ:
 * our engine rejects such a transaction at once, whereas DynamoDB Local first checks the conditions.
 */
const identityOf = (action: object): string => {
  const { Key, Item } = Object.values(action)[0] as { readonly Key?: Item; readonly Item?: Item };
  const key = Key ?? Item;
  return JSON.stringify([key?.['owner'], key?.['id']]);
};

/** Random requests to a table. */
export const requestsTo = (TableName: string): fc.Arbitrary<Request> => {
  const key: fc.Arbitrary<Item> = fc.record({ owner: fc.constantFrom(...owners).map((S) => ({ S })), id });
  const wrongKey = fc.constantFrom<Item>(
    { owner: { S: 'a' } },
    { owner: { S: '' }, id: { N: '1' } },
    { owner: { S: 'x'.repeat(2049) }, id: { N: '1' } },
    { owner: { N: '1' }, id: { N: '1' } },
    { owner: { S: 'x' }, id: { N: '1' }, other: { S: 'x' } },
  );
  const anyKey = fc.oneof({ arbitrary: key, weight: 30 }, wrongKey);
  const rank = fc.constantFrom('1', '1', '2', '35').map((N): AttributeValue => ({ N }));
  const label = fc.constantFrom('a', 'a', 'b', 'é', '\u{1F600}', '\uFFFD').map((S): AttributeValue => ({ S }));
  const attributes = fc.record(
    {
      group: fc.constantFrom(...groups).map((S): AttributeValue => ({ S })),
      rank: fc.oneof({ arbitrary: rank, weight: 30 }, fc.constant<AttributeValue>({ S: 'none' })),
      label: fc.oneof(
        { arbitrary: label, weight: 30 },
        fc.constantFrom<AttributeValue>({ S: '' }, { S: 'x'.repeat(1025) }),
      ),
      ...Object.fromEntries(attributeNames.map((name) => [name, anyValue])),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Item>;
  /** An item whose size is near the limit of 400 KB. */
  const large = fc.tuple(key, fc.integer({ min: -1, max: 1 })).map(([keyAttributes, extra]): Item => {
    const used = 'owner'.length + 'a'.length + 'id'.length + 2 + 'note'.length;
    return { ...keyAttributes, id: { N: '1' }, note: { S: 'x'.repeat(400 * 1024 - used + extra) } };
  });
  const item = fc.oneof(
    {
      arbitrary: fc.tuple(anyKey, attributes).map(([keyAttributes, others]): Item => ({ ...others, ...keyAttributes })),
      weight: 60,
    },
    large,
  );
  const table = { TableName: fc.constant(TableName) };
  const capacity = { ReturnConsumedCapacity: maybe(fc.constant('INDEXES')) };
  const common = { ...table, ReturnValuesOnConditionCheckFailure: maybe(fc.constant('ALL_OLD')) };
  const check = { ConditionExpression: maybe(condition) };
  const put = { ...common, Item: item };
  const change = { ...common, Key: anyKey };

  const sources = [
    { index: undefined, partition: 'owner', sort: 'id', values: owners, range: id },
    { index: 'byRank', partition: 'group', sort: 'rank', values: groups, range: rank },
    { index: 'byLabel', partition: 'group', sort: 'label', values: groups, range: label },
  ];
  const page = { ...table, Limit: maybe(fc.integer({ min: 1, max: 4 }), 2), ...capacity };
  const filterAndProjection = { FilterExpression: maybe(condition), ProjectionExpression: maybe(projection, 4) };
  const query = fc.constantFrom(...sources).chain(({ index, partition, sort, values, range }) => {
    const partitionCondition = phrase(`‹${partition}› =`, valueFrom(fc.constantFrom(...values).map((S) => ({ S }))));
    const bound = valueFrom(range);
    const sortCondition = fc.oneof(
      phrase(`‹${sort}›`, fc.constantFrom('=', '<', '<=', '>', '>='), bound),
      phrase(`‹${sort}› BETWEEN`, bound, 'AND', bound),
      phrase(`begins_with( ‹${sort}› ,`, bound, ')'),
    );
    const KeyConditionExpression = fc.oneof(
      { arbitrary: partitionCondition, weight: 1 },
      { arbitrary: phrase(partitionCondition, 'AND', sortCondition), weight: 2 },
    );
    const members = { ...page, IndexName: fc.constant(index), ScanIndexForward: fc.boolean() };
    return inputOf(members, { KeyConditionExpression, ...filterAndProjection });
  });
  const scan = inputOf(
    {
      ...page,
      IndexName: maybe(fc.constantFrom('byRank', 'byLabel'), 2),
      TotalSegments: maybe(fc.integer({ min: 1, max: 3 })),
    },
    filterAndProjection,
  );
  const refusedScan = fc
    .constantFrom(
      { Segment: 0 },
      { Segment: 0, TotalSegments: 0 },
      { Segment: 2, TotalSegments: 2 },
      { Segment: 0, TotalSegments: 1_000_001 },
    )
    .map((segments) => ({ TableName, ...segments }));

  const batchOf = (requests: fc.Arbitrary<unknown>) =>
    inputOf({ RequestItems: requests.map((all) => ({ [TableName]: all })), ...capacity });
  const write = fc.oneof(
    item.map((Item) => ({ PutRequest: { Item } })),
    anyKey.map((Key) => ({ DeleteRequest: { Key } })),
  );
  const few = { minLength: 1, maxLength: 4 };

  const actionOf = (kind: string, input: fc.Arbitrary<object>) => input.map((one) => ({ [kind]: one }));
  const action = fc.oneof(
    actionOf('Put', inputOf(put, check)),
    actionOf('Update', inputOf(change, { UpdateExpression: update, ...check })),
    actionOf('Delete', inputOf(change, check)),
    actionOf('ConditionCheck', inputOf({ ...common, Key: key }, { ConditionExpression: maybe(condition, 9) })),
  );
  const transaction = inputOf({
    TransactItems: fc.uniqueArray(action, { minLength: 1, maxLength: 3, selector: identityOf }),
    ClientRequestToken: maybe(fc.constantFrom('1', '2').map((token) => `${TableName}-${token}`)),
    ...capacity,
  });

  const weighted = (weight: number, operation: string, input: fc.Arbitrary<object>) => ({
    arbitrary: input.map((one) => ({ operation, input: one as Request['input'] })),
    weight,
  });
  const updateMembers = { ...change, ReturnValues: maybe(fc.constant('ALL_NEW'), 3), ...capacity };
  return fc.oneof(
    weighted(5, 'PutItem', inputOf({ ...put, ...capacity }, check)),
    weighted(6, 'UpdateItem', inputOf(updateMembers, { UpdateExpression: maybe(update, 10), ...check })),
    weighted(2, 'DeleteItem', inputOf({ ...change, ...capacity }, check)),
    weighted(2, 'GetItem', inputOf({ ...table, Key: anyKey, ConsistentRead: fc.boolean(), ...capacity })),
    weighted(5, 'Query', query),
    weighted(1, 'Scan', fc.oneof({ arbitrary: scan, weight: 9 }, refusedScan)),
    weighted(1, 'BatchGetItem', batchOf(fc.array(anyKey, few).map((Keys) => ({ Keys })))),
    weighted(1, 'BatchWriteItem', batchOf(fc.array(write, few))),
    weighted(4, 'TransactWriteItems', transaction),
  );
};
