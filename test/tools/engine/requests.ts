import fc from 'fast-check';
import type { AttributeValue, Item } from '../../../lib/local/dynamodb/attribute-value.ts';
import {
  anyValue,
  attributeNames,
  condition,
  PlaceholderList,
  projection,
  update,
  type Fragment,
} from './expressions.ts';

/** One operation with its input. */
export interface Request {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A table with a partition and a sort key, and two indexes: one with all attributes, one with few. */
export const tableOf = (TableName: string) => ({
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: 'owner', AttributeType: 'S' },
    { AttributeName: 'id', AttributeType: 'N' },
    { AttributeName: 'group', AttributeType: 'S' },
    { AttributeName: 'rank', AttributeType: 'N' },
    { AttributeName: 'label', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'owner', KeyType: 'HASH' },
    { AttributeName: 'id', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byRank',
      KeySchema: [
        { AttributeName: 'group', KeyType: 'HASH' },
        { AttributeName: 'rank', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['note'] },
    },
    {
      IndexName: 'byLabel',
      KeySchema: [
        { AttributeName: 'group', KeyType: 'HASH' },
        { AttributeName: 'label', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
});

/** The table of one run, and the prefix of its owners and groups, which no other run uses. */
export interface Place {
  readonly table: string;
  readonly run: string;
}

export const ownersOf = ({ run }: Place): string[] => ['a', 'b'].map((owner) => `${run}-${owner}`);
export const groupsOf = ({ run }: Place): string[] => ['g', 'h'].map((group) => `${run}-${group}`);

const ids = ['1', '2', '3', '10', '-1'];
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>, freq = 1) => fc.option(arbitrary, { nil: undefined, freq });

/** Renders the expressions of a request, and omits undefined ones. */
const withExpressions = (input: object, expressions: Readonly<Record<string, Fragment | undefined>>): object => {
  const list = new PlaceholderList();
  const rendered = Object.entries(expressions).flatMap(([name, fragment]) =>
    fragment ? [[name, fragment(list)] as const] : [],
  );
  return { ...input, ...Object.fromEntries(rendered), ...list.members };
};

const defined = (input: object) => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/**
 * The key of an action's item. A generated transaction contains no item twice, because DynamoDB Local would check the
 * conditions before it rejects the transaction.
 */
const identityOf = (action: object): string => {
  const { Key, Item } = Object.values(action)[0] as { readonly Key?: Item; readonly Item?: Item };
  const { owner, id } = Key ?? Item ?? {};
  return JSON.stringify([owner, id]);
};

/** Requests to the table at `place`. */
export const requestsTo = (place: Place): fc.Arbitrary<Request> => {
  const TableName = place.table;
  const key: fc.Arbitrary<Item> = fc.record({
    owner: fc.constantFrom(...ownersOf(place)).map((S) => ({ S })),
    id: fc.constantFrom(...ids).map((N) => ({ N })),
  });
  const wrongKey = fc.constantFrom<Item>(
    { owner: { S: ownersOf(place)[0] as string } },
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
      group: fc.constantFrom(...groupsOf(place)).map((S): AttributeValue => ({ S })),
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
  const large = fc.tuple(key, fc.integer({ min: -1, max: 1 })).map(([own, extra]): Item => {
    const used =
      'owner'.length + Buffer.byteLength((own['owner'] as { S: string }).S) + 'id'.length + 2 + 'note'.length;
    return { ...own, id: { N: '1' }, note: { S: 'x'.repeat(400 * 1024 - used + extra) } };
  });
  const item = fc.oneof(
    { arbitrary: fc.tuple(anyKey, attributes).map(([own, others]): Item => ({ ...others, ...own })), weight: 60 },
    large,
  );
  const capacity = maybe(fc.constantFrom('TOTAL', 'INDEXES'));
  const onFailure = maybe(fc.constant('ALL_OLD'));
  const some = maybe(condition);

  const put = fc
    .record({ Item: item, check: some, returned: maybe(fc.constantFrom('ALL_OLD', 'ALL_NEW')), capacity, onFailure })
    .map(({ Item, check, returned, capacity: units, onFailure: failing }) => ({
      operation: 'PutItem',
      input: withExpressions(
        defined({
          TableName,
          Item,
          ReturnValues: returned,
          ReturnConsumedCapacity: units,
          ReturnValuesOnConditionCheckFailure: failing,
        }),
        { ConditionExpression: check },
      ),
    }));
  const change = fc
    .record({
      Key: anyKey,
      how: maybe(update, 10),
      check: some,
      returned: maybe(fc.constantFrom('ALL_OLD', 'ALL_NEW'), 3),
      capacity,
      onFailure,
    })
    .map(({ Key, how, check, returned, capacity: units, onFailure: failing }) => ({
      operation: 'UpdateItem',
      input: withExpressions(
        defined({
          TableName,
          Key,
          ReturnValues: returned,
          ReturnConsumedCapacity: units,
          ReturnValuesOnConditionCheckFailure: failing,
        }),
        { UpdateExpression: how, ConditionExpression: check },
      ),
    }));
  const remove = fc
    .record({ Key: anyKey, check: some, returned: maybe(fc.constant('ALL_OLD')), capacity })
    .map(({ Key, check, returned, capacity: units }) => ({
      operation: 'DeleteItem',
      input: withExpressions(defined({ TableName, Key, ReturnValues: returned, ReturnConsumedCapacity: units }), {
        ConditionExpression: check,
      }),
    }));
  const get = fc
    .record({ Key: anyKey, shown: maybe(projection), ConsistentRead: fc.boolean(), capacity })
    .map(({ Key, shown, ConsistentRead, capacity: units }) => ({
      operation: 'GetItem',
      input: withExpressions(defined({ TableName, Key, ConsistentRead, ReturnConsumedCapacity: units }), {
        ProjectionExpression: shown,
      }),
    }));
  const sources = {
    table: {
      partition: 'owner',
      sort: 'id',
      values: ownersOf(place),
      range: fc.constantFrom(...ids).map((N): AttributeValue => ({ N })),
    },
    byRank: { partition: 'group', sort: 'rank', values: groupsOf(place), range: rank },
    byLabel: { partition: 'group', sort: 'label', values: groupsOf(place), range: label },
  };
  const query = fc.constantFrom('table', 'byRank', 'byLabel').chain((name) => {
    const { partition, sort, values, range } = sources[name];
    const anySortCondition: fc.Arbitrary<Fragment> = fc.oneof(
      fc.tuple(fc.constantFrom('=', '<', '<=', '>', '>='), range).map(
        ([sign, value]): Fragment =>
          (list) =>
            `${list.name(sort)} ${sign} ${list.value(value)}`,
      ),
      fc.tuple(range, range).map(
        ([low, high]): Fragment =>
          (list) =>
            `${list.name(sort)} BETWEEN ${list.value(low)} AND ${list.value(high)}`,
      ),
      range.map(
        (value): Fragment =>
          (list) =>
            `begins_with(${list.name(sort)}, ${list.value(value)})`,
      ),
    );
    return fc
      .record({
        value: fc.constantFrom(...values),
        sortCondition: maybe(anySortCondition, 2),
        filter: some,
        shown: maybe(projection, 4),
        Limit: maybe(fc.integer({ min: 1, max: 4 }), 2),
        ScanIndexForward: fc.boolean(),
        Select: maybe(fc.constant('COUNT'), 9),
        capacity,
      })
      .map(({ value, sortCondition, filter, shown, Limit, ScanIndexForward, Select, capacity: units }) => ({
        operation: 'Query',
        input: withExpressions(
          defined({
            TableName,
            IndexName: name === 'table' ? undefined : name,
            Limit,
            ScanIndexForward,
            Select,
            ReturnConsumedCapacity: units,
          }),
          {
            KeyConditionExpression: (list) =>
              `${list.name(partition)} = ${list.value({ S: value })}${sortCondition ? ` AND ${sortCondition(list)}` : ''}`,
            FilterExpression: filter,
            ProjectionExpression: shown,
          },
        ),
      }));
  });
  const scan = fc
    .record({
      IndexName: maybe(fc.constantFrom('byRank', 'byLabel'), 2),
      filter: some,
      shown: maybe(projection, 4),
      Limit: maybe(fc.integer({ min: 1, max: 4 })),
      TotalSegments: maybe(fc.integer({ min: 1, max: 3 })),
      Select: maybe(fc.constant('COUNT'), 9),
      capacity,
    })
    .map(({ IndexName, filter, shown, Limit, TotalSegments, Select, capacity: units }) => ({
      operation: 'Scan',
      input: withExpressions(
        defined({ TableName, IndexName, Limit, TotalSegments, Select, ReturnConsumedCapacity: units }),
        { FilterExpression: filter, ProjectionExpression: shown },
      ),
    }));
  const batchGet = fc
    .record({ Keys: fc.array(anyKey, { minLength: 1, maxLength: 4 }), shown: maybe(projection), capacity })
    .map(({ Keys, shown, capacity: units }) => ({
      operation: 'BatchGetItem',
      input: defined({
        RequestItems: { [TableName]: withExpressions({ Keys }, { ProjectionExpression: shown }) },
        ReturnConsumedCapacity: units,
      }),
    }));
  const batchWrite = fc
    .record({
      writes: fc.array(
        fc.oneof(
          item.map((Item) => ({ PutRequest: { Item } })),
          anyKey.map((Key) => ({ DeleteRequest: { Key } })),
        ),
        { minLength: 1, maxLength: 4 },
      ),
      capacity,
    })
    .map(({ writes, capacity: units }) => ({
      operation: 'BatchWriteItem',
      input: defined({ RequestItems: { [TableName]: writes }, ReturnConsumedCapacity: units }),
    }));
  const action = fc.oneof(
    put.map(({ input }) => ({ Put: input })),
    change.filter(({ input }) => 'UpdateExpression' in input).map(({ input }) => ({ Update: input })),
    remove.map(({ input }) => ({ Delete: input })),
    fc.tuple(key, condition, onFailure).map(([Key, check, failing]) => ({
      ConditionCheck: withExpressions(defined({ TableName, Key, ReturnValuesOnConditionCheckFailure: failing }), {
        ConditionExpression: check,
      }),
    })),
  );
  const withoutReturns = (one: Readonly<Record<string, object>>) =>
    Object.fromEntries(
      Object.entries(one).map(([kind, input]) => {
        const { ReturnValues: _, ReturnConsumedCapacity: __, ...rest } = input as Readonly<Record<string, unknown>>;
        return [kind, rest];
      }),
    );
  const transactWrite = fc
    .record({
      actions: fc.uniqueArray(action, { minLength: 1, maxLength: 3, selector: identityOf }),
      token: maybe(fc.constantFrom('1', '2')),
      capacity,
    })
    .map(({ actions, token, capacity: units }) => ({
      operation: 'TransactWriteItems',
      input: defined({
        TransactItems: actions.map((one) => withoutReturns(one as Readonly<Record<string, object>>)),
        ClientRequestToken: token && `${place.run}-${token}`,
        ReturnConsumedCapacity: units,
      }),
    }));
  return fc.oneof(
    { arbitrary: put, weight: 5 },
    { arbitrary: change, weight: 6 },
    { arbitrary: remove, weight: 2 },
    { arbitrary: get, weight: 2 },
    { arbitrary: query, weight: 5 },
    { arbitrary: scan, weight: 1 },
    { arbitrary: batchGet, weight: 1 },
    { arbitrary: batchWrite, weight: 1 },
    { arbitrary: transactWrite, weight: 4 },
  ) as fc.Arbitrary<Request>;
};
