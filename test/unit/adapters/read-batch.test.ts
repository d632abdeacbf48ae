import { describe, expect, it } from '@jest/globals';
import type { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { readBatch } from '../../../shared/adapters/dynamodb/batches.ts';

const noPause = async (): Promise<void> => undefined;
const keys = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));

/** Makes a DynamoDB that can process `capacity` keys per call. */
const openDatabase = (capacity: number) => {
  const asked: number[] = [];
  const send = async ({ input }: BatchGetCommand) => {
    const wanted = input.RequestItems?.['table']?.Keys ?? [];
    asked.push(wanted.length);
    const left = wanted.slice(capacity);
    return {
      Responses: { table: wanted.slice(0, capacity) },
      UnprocessedKeys: left.length > 0 ? { table: { Keys: left } } : {},
    };
  };
  return { database: { send }, asked };
};

describe('A batch of reads', () => {
  it('reads a hundred keys per call', async () => {
    const { database, asked } = openDatabase(100);
    expect(await readBatch(database, 'table', keys(250))).toEqual(keys(250));
    expect(asked).toEqual([100, 100, 50]);
  });

  it('retries the keys that DynamoDB left unprocessed, until all are read', async () => {
    const { database, asked } = openDatabase(40);
    expect(await readBatch(database, 'table', keys(100), noPause)).toEqual(keys(100));
    expect(asked).toEqual([100, 60, 20]);
  });

  it('fails with `dependency_unavailable` if DynamoDB never has any capacity', async () => {
    const { database, asked } = openDatabase(0);
    await expect(readBatch(database, 'table', keys(1), noPause)).rejects.toMatchObject({
      code: 'dependency_unavailable',
    });
    expect(asked).toHaveLength(8);
  });
});
