import {
  ConditionalCheckFailedException,
  IdempotentParameterMismatchException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it } from '@jest/globals';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabase } from '../support/open-database.ts';

const db = await openDatabase();
const table = db.tableNames.bookings;
afterAll(() => db.close());

const keysOf = (count: number) => {
  const companyUser = freshCompanyId();
  return Array.from({ length: count }, (_, index) => ({ companyUser, bookingId: `b-${index}` }));
};
const aKey = () => keysOf(1)[0] as ReturnType<typeof keysOf>[number];
const put = (item: object) => db.database.send(new PutCommand({ TableName: table, Item: { ...item } }));
const find = async (Key: Record<string, unknown>) =>
  (await db.database.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))).Item;
const write = (TransactItems: NonNullable<TransactWriteCommand['input']['TransactItems']>, token?: string) =>
  db.database.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: token }));
const readBatch = async (Keys: ReturnType<typeof keysOf>) =>
  (await db.database.send(new BatchGetCommand({ RequestItems: { [table]: { Keys } } }))).Responses?.[table] ?? [];
const writeBatch = (items: readonly object[]) =>
  db.database.send(
    new BatchWriteCommand({ RequestItems: { [table]: items.map((item) => ({ PutRequest: { Item: { ...item } } })) } }),
  );
const putAction = (item: object) => ({ Put: { TableName: table, Item: { ...item } } });

/** Tests DynamoDB behaviour that the stores rely on. More is compared by `test/tools/engine`, with random requests. */
describe('A transaction', () => {
  it('writes all its items', async () => {
    const keys = keysOf(100);
    await write(keys.map((key, number) => putAction({ ...key, number })));
    const numbers = (await readBatch(keys)).map((item) => Number(item['number']));
    expect(numbers.toSorted((one, other) => one - other)).toEqual(keys.map((_, index) => index));
  });

  it('writes nothing if a condition fails; the error says which one, and has the item if the request asks for it', async () => {
    const [taken, free, checked] = [aKey(), aKey(), aKey()];
    await put({ ...taken, name: 'Desk 1' });
    const check = { TableName: table, ConditionExpression: 'attribute_not_exists(bookingId)' };
    const attempt = write([
      putAction({ ...free }),
      { Put: { ...check, Item: { ...taken }, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } },
      { ConditionCheck: { ...check, Key: checked } },
    ]);
    const error: unknown = await attempt.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TransactionCanceledException);
    const { CancellationReasons = [] } = error as TransactionCanceledException;
    expect(CancellationReasons.map(({ Code }) => Code)).toEqual(['None', 'ConditionalCheckFailed', 'None']);
    expect(unmarshall(CancellationReasons[1]?.Item ?? {})).toEqual({ ...taken, name: 'Desk 1' });
    expect(await find(free)).toBeUndefined();
  });

  it('has no effect if it is repeated with the same token, and no other transaction can use that token', async () => {
    const key = aKey();
    const token = freshCompanyId().slice(0, 36);
    const add = (amount: number) => [
      {
        Update: {
          TableName: table,
          Key: key,
          UpdateExpression: 'ADD visits :amount',
          ExpressionAttributeValues: { ':amount': amount },
        },
      },
    ];
    await write(add(1), token);
    await write(add(1), token);
    expect(await find(key)).toMatchObject({ visits: 1 });
    await expect(write(add(2), token)).rejects.toBeInstanceOf(IdempotentParameterMismatchException);
  });

  it('is rejected if it has more than 100 actions, or the same item twice', async () => {
    await expect(write(keysOf(101).map(putAction))).rejects.toMatchObject({ name: 'ValidationException' });
    const key = aKey();
    await expect(write([putAction(key), putAction(key)])).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('is rejected if it is larger than 4 MB', async () => {
    const items = keysOf(11).map((key) => ({ ...key, note: 'x'.repeat(400_000) }));
    await expect(write(items.map(putAction))).rejects.toMatchObject({ name: 'ValidationException' });
    await write(items.slice(1).map(putAction));
  });
});

it('A batch writes up to 25 items, and reads up to 100', async () => {
  const keys = keysOf(101);
  await writeBatch(keys.slice(0, 25));
  expect(await readBatch(keys.slice(0, 100))).toHaveLength(25);
  await expect(writeBatch(keys.slice(0, 26))).rejects.toMatchObject({ name: 'ValidationException' });
  await expect(readBatch(keys)).rejects.toMatchObject({ name: 'ValidationException' });
});

it('A page ends after 1 MB', async () => {
  const keys = keysOf(5);
  for (const key of keys) await put({ ...key, note: 'x'.repeat(300_000) });
  const query = new QueryCommand({
    TableName: table,
    KeyConditionExpression: 'companyUser = :user',
    ExpressionAttributeValues: { ':user': keys[0]?.companyUser },
  });
  expect(await db.database.send(query)).toMatchObject({ Count: 4, LastEvaluatedKey: keys[3] });
});

it.each([
  ['n BETWEEN :one AND :three', true],
  ['n BETWEEN :one AND :two', true],
  ['n BETWEEN :three AND :three', false],
  ['n < :two', false],
  ['n <= :two', true],
  ['n > :two', false],
  ['n >= :two', true],
  ['n = :two AND m = :two', false],
  ['n = :two OR m = :two', true],
  ['NOT n = :two', false],
  ['NOT (n = :one OR m = :two)', true],
  ['attribute_exists(m)', false],
  ['begins_with(s, :text) AND contains(s, :text)', true],
  ['size(tags) < :three', true],
  ['size(tags) < :two', false],
  ['size(m) < :three', false],
])('A condition %s', async (ConditionExpression, holds) => {
  const key = aKey();
  await put({ ...key, n: 2, s: 'text', tags: new Set(['a', 'b']) });
  const all = { ':one': 1, ':two': 2, ':three': 3, ':text': 'te' };
  const used = Object.entries(all).filter(([name]) => ConditionExpression.includes(name));
  const ExpressionAttributeValues = used.length > 0 ? Object.fromEntries(used) : undefined;
  const sent = db.database.send(
    new PutCommand({ TableName: table, Item: key, ConditionExpression, ExpressionAttributeValues }),
  );
  expect(await sent.then(Boolean, ({ name }: Error) => name)).toBe(holds || 'ConditionalCheckFailedException');
});

it('A conditional write returns the item if its condition fails and the request asks for the item', async () => {
  const key = aKey();
  await put({ ...key, name: 'Desk 1' });
  const update = new UpdateCommand({
    TableName: table,
    Key: key,
    UpdateExpression: 'SET #name = :new',
    ConditionExpression: '#name = :old',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':new': 'Desk 2', ':old': 'Desk 3' },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  const error: unknown = await db.database.send(update).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConditionalCheckFailedException);
  expect(unmarshall((error as ConditionalCheckFailedException).Item ?? {})).toEqual({ ...key, name: 'Desk 1' });
});

describe('A request is rejected if it has', () => {
  const key = { companyUser: 'acme#1', bookingId: 'b-1' };
  const one = { ':a': 1 };
  const update = (input: Partial<UpdateCommand['input']>) =>
    new UpdateCommand({ TableName: table, Key: key, UpdateExpression: 'SET a = :a', ...input });
  const putItem = (Item: Record<string, unknown>) => new PutCommand({ TableName: table, Item });

  it.each([
    ['a reserved word', () => update({ UpdateExpression: 'SET name = :a', ExpressionAttributeValues: one })],
    ['an unused value', () => update({ ExpressionAttributeValues: { ':a': 1, ':b': 1 } })],
    ['a missing value', () => update({ ExpressionAttributeValues: { ':b': 1 } })],
    ['a change of the key', () => update({ UpdateExpression: 'SET bookingId = :a', ExpressionAttributeValues: one })],
    ['the same path twice', () => update({ UpdateExpression: 'SET a = :a REMOVE a', ExpressionAttributeValues: one })],
    ['an item of more than 400 KB', () => putItem({ ...key, a: 'x'.repeat(400 * 1024) })],
    ['a key of more than 1,024 bytes', () => putItem({ ...key, bookingId: 'é'.repeat(513) })],
    [
      'an inverted range',
      () =>
        new QueryCommand({
          TableName: table,
          IndexName: 'byNoShow',
          KeyConditionExpression: 'companyUser = :user AND noShowAt BETWEEN :from AND :to',
          ExpressionAttributeValues: { ':user': 'acme#1', ':from': 2, ':to': 1 },
        }),
    ],
  ])('%s', async (_, make) => {
    await expect(db.database.send(make() as PutCommand)).rejects.toMatchObject({ name: 'ValidationException' });
  });
});
