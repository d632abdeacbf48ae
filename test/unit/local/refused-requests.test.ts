import { describe, expect, it } from '@jest/globals';
import { perform } from '../../../lib/local/dynamodb/engine.ts';
import { State } from '../../../lib/local/dynamodb/state.ts';

/** What DynamoDB refuses, and a lenient engine would hide until the deployment. */

const TableName = 'Visits';
const [VISITOR, VISIT, DOOR] = ['visitor', 'visit', 'door'].map((AttributeName) => ({
  AttributeName,
  AttributeType: 'S',
}));
const key = (partition: string, sort?: string) => [
  { AttributeName: partition, KeyType: 'HASH' },
  ...(sort === undefined ? [] : [{ AttributeName: sort, KeyType: 'RANGE' }]),
];
const byDoor = { IndexName: 'byDoor', KeySchema: key('door'), Projection: { ProjectionType: 'ALL' } };
const definition = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [VISITOR, VISIT, DOOR],
  KeySchema: key('visitor', 'visit'),
  GlobalSecondaryIndexes: [byDoor],
};
const Key = { visitor: { S: 'ada' }, visit: { S: '1' } };

const aTable = (): State => {
  const state = State.open();
  perform(state, 'CreateTable', definition);
  return state;
};

const refusalOf = (state: State, operation: string, input: object): string => {
  try {
    return `accepted: ${JSON.stringify(perform(state, operation, input))}`;
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
};

it.each<[string, object]>([
  ['no key', { KeySchema: undefined }],
  ['an empty key', { KeySchema: [] }],
  ['a reversed key', { KeySchema: key('visitor', 'visit').toReversed() }],
  ['two partition keys', { KeySchema: [...key('visitor'), ...key('visit')] }],
  ['a key of three attributes', { KeySchema: [...key('visitor', 'visit'), ...key('', 'door').slice(1)] }],
  ['one attribute twice in a key', { KeySchema: key('visitor', 'visitor') }],
  ['an attribute that no key uses', { AttributeDefinitions: [VISITOR, VISIT, DOOR, { ...DOOR, AttributeName: 'x' }] }],
  ['a key that is not defined', { AttributeDefinitions: [VISITOR, VISIT] }],
  ['an attribute that is defined twice', { AttributeDefinitions: [VISITOR, VISIT, DOOR, DOOR] }],
  ['an index name of one letter', { GlobalSecondaryIndexes: [{ ...byDoor, IndexName: 'd' }] }],
  ['two indexes of one name', { GlobalSecondaryIndexes: [byDoor, byDoor] }],
  ['an empty list of indexes', { AttributeDefinitions: [VISITOR, VISIT], GlobalSecondaryIndexes: [] }],
  ['an index without a projection', { GlobalSecondaryIndexes: [{ ...byDoor, Projection: undefined }] }],
  ['an index of no attributes', { GlobalSecondaryIndexes: [{ ...byDoor, Projection: { ProjectionType: 'INCLUDE' } }] }],
  ['an index without a key', { GlobalSecondaryIndexes: [{ ...byDoor, KeySchema: undefined }] }],
])('A table with %s cannot be created', (_, change) => {
  expect(refusalOf(State.open(), 'CreateTable', { ...definition, ...change })).toMatch(/^ValidationException/);
});

const nested = (levels: number): object => (levels === 0 ? { S: 'x' } : { L: [nested(levels - 1)] });

describe.each<[string, (value: object) => [string, object]]>([
  ['stored', (note) => ['PutItem', { TableName, Item: { ...Key, note } }]],
  [
    'set by an update',
    (note) => [
      'UpdateItem',
      { TableName, Key, UpdateExpression: 'SET note = :n', ExpressionAttributeValues: { ':n': note } },
    ],
  ],
])('A value that is %s', (_, requestWith) => {
  it.each<[string, object, string]>([
    ['an empty set', { SS: [] }, 'ValidationException'],
    ['a set with a member twice', { SS: ['a', 'a'] }, 'ValidationException'],
    ['a hexadecimal number', { N: '0x10' }, 'ValidationException'],
    ['a number with a space', { N: ' 1' }, 'ValidationException'],
    ['an empty number', { N: '' }, 'ValidationException'],
    ['infinity', { N: 'Infinity' }, 'ValidationException'],
    ['of two types', { S: 'a', N: '1' }, 'ValidationException'],
    ['of no type', {}, 'ValidationException'],
    ['NULL: false', { NULL: false }, 'ValidationException'],
    ['nested too deeply', nested(32), 'ValidationException'],
    ['a boolean in quotes', { BOOL: 'true' }, 'SerializationException'],
    ['a number without quotes', { N: 1 }, 'SerializationException'],
    ['a list that is an object', { L: {} }, 'SerializationException'],
    ['a set of numbers', { SS: [1] }, 'SerializationException'],
  ])('cannot be %s', (_name, value, error) => {
    expect(refusalOf(aTable(), ...requestWith(value))).toMatch(new RegExp(`^${error}`));
  });

  it.each([{ N: '+1' }, { N: '1.0' }, { N: '1e3' }, { SS: [''] }, nested(31)])('can be %j', (value) => {
    expect(refusalOf(aTable(), ...requestWith(value))).toMatch(/^accepted/);
  });
});

it('ADD cannot add an empty or doubled set', () => {
  for (const SS of [[], ['a', 'a']])
    expect(
      refusalOf(aTable(), 'UpdateItem', {
        TableName,
        Key,
        UpdateExpression: 'ADD tags :t',
        ExpressionAttributeValues: { ':t': { SS } },
      }),
    ).toMatch(/^ValidationException/);
});

it.each([
  { Segment: 0 },
  { TotalSegments: 2 },
  { Segment: 0, TotalSegments: 0 },
  { Segment: 2, TotalSegments: 2 },
  { Segment: -1, TotalSegments: 2 },
  { Segment: 0, TotalSegments: 1_000_001 },
])('A scan cannot have %j', (segments) => {
  expect(refusalOf(aTable(), 'Scan', { TableName, ...segments })).toMatch(/^ValidationException/);
});

it.each<[string, object]>([
  ['a check without a condition', { ConditionCheck: { TableName, Key } }],
  ['an empty key', { Put: { TableName, Item: { ...Key, visitor: { S: '' } } } }],
  ['an empty index key', { Put: { TableName, Item: { ...Key, door: { S: '' } } } }],
  [
    'an update to an empty index key',
    {
      Update: {
        TableName,
        Key,
        UpdateExpression: 'SET door = :d',
        ExpressionAttributeValues: { ':d': { S: '' } },
      },
    },
  ],
])('A transaction with %s is refused as a whole, not cancelled', (_, action) => {
  expect(refusalOf(aTable(), 'TransactWriteItems', { TransactItems: [action] })).toMatch(/^ValidationException/);
});
