import type { Item } from '../../../lib/local/dynamodb/attribute-value.ts';
import type { Request } from './requests.ts';

/** Almost the maximum size of an item. */
const LARGE_BYTES = 400_000;
const OWNER = 'limits';

const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);
const keyOf = (id: number): Item => ({ owner: { S: OWNER }, id: { N: String(id) } });
const largeItem = (id: number): Item => ({ ...keyOf(id), note: { S: 'x'.repeat(LARGE_BYTES) } });

/** Requests within and above the limits: 4 MB per transaction, 25 items per batch write, 100 keys and 16 MB per batch read. */
export const limitRequests = (table: string): readonly Request[] => {
  const put = (ids: readonly number[]): Request => ({
    operation: 'TransactWriteItems',
    input: { TransactItems: ids.map((id) => ({ Put: { TableName: table, Item: largeItem(id) } })) },
  });
  const putBatch = (ids: readonly number[]): Request => ({
    operation: 'BatchWriteItem',
    input: { RequestItems: { [table]: ids.map((id) => ({ PutRequest: { Item: largeItem(id) } })) } },
  });
  const getBatch = (ids: readonly number[]): Request => ({
    operation: 'BatchGetItem',
    input: { RequestItems: { [table]: { Keys: ids.map(keyOf) } } },
  });
  return [
    put(numbers(0, 10)),
    put(numbers(0, 11)),
    putBatch(numbers(0, 25)),
    putBatch(numbers(25, 25)),
    putBatch(numbers(50, 26)),
    getBatch(numbers(0, 50)),
    getBatch(numbers(0, 101)),
  ];
};
