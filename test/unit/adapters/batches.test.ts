import { describe, expect, it } from '@jest/globals';
import type { BatchGetCommand, BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { readBatch, writeBatch } from '../../../shared/adapters/dynamodb/batches.ts';

const noPause = async (): Promise<void> => undefined;
const items = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));

/** Makes a DynamoDB that can process `capacity` requests per call. `done` lists the keys of reads, or the items of writes. */
const openDatabase = (capacity: number) => {
  const sizes: number[] = [];
  const done: unknown[] = [];
  const process = <Request>(requests: readonly Request[]) => {
    sizes.push(requests.length);
    const left = requests.slice(capacity);
    return { processed: requests.slice(0, capacity), left: left.length > 0 ? left : undefined };
  };
  const get = ({ RequestItems }: BatchGetCommand['input']) => {
    const { processed, left } = process(RequestItems?.['table']?.Keys ?? []);
    done.push(...processed);
    return { Responses: { table: processed }, UnprocessedKeys: left ? { table: { Keys: left } } : {} };
  };
  const write = ({ RequestItems }: BatchWriteCommand['input']) => {
    const { processed, left } = process(RequestItems?.['table'] ?? []);
    done.push(...processed.map(({ PutRequest }) => PutRequest?.Item));
    return { UnprocessedItems: left ? { table: left } : {} };
  };
  const send = async ({ constructor, input }: BatchGetCommand | BatchWriteCommand) =>
    constructor.name === 'BatchGetCommand'
      ? get(input as BatchGetCommand['input'])
      : write(input as BatchWriteCommand['input']);
  return { database: { send }, sizes, done };
};

describe.each([
  ['reads', 100, readBatch],
  ['writes', 25, writeBatch],
] as const)('A batch of %s', (_, perCall, perform) => {
  it(`sends at most ${perCall} items per call`, async () => {
    const { database, sizes, done } = openDatabase(perCall);
    await perform(database, 'table', items(2 * perCall + 10), noPause);
    expect([sizes, done]).toEqual([[perCall, perCall, 10], items(2 * perCall + 10)]);
  });

  it('retries the items that DynamoDB left unprocessed, after a pause, until none are left', async () => {
    const { database, sizes, done } = openDatabase(10);
    const pauses: number[] = [];
    await perform(database, 'table', items(25), async (tries) => void pauses.push(tries));
    expect([sizes, done, pauses]).toEqual([[25, 15, 5], items(25), [1, 2]]);
  });

  it('fails with `dependency_unavailable` if DynamoDB leaves every item unprocessed each time', async () => {
    const { database, sizes } = openDatabase(0);
    const error = expect.objectContaining({ code: 'dependency_unavailable' });
    await expect(perform(database, 'table', items(1), noPause)).rejects.toEqual(error);
    expect(sizes).toHaveLength(8);
  });
});

it('A batch of reads returns the items that it read', async () => {
  expect(await readBatch(openDatabase(40).database, 'table', items(100), noPause)).toEqual(items(100));
});
