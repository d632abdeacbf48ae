import { describe, expect, it } from '@jest/globals';
import type { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { writeBatch } from '../../../shared/adapters/dynamodb/batches.ts';

const noPause = async (): Promise<void> => undefined;
const items = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));

/** Makes a DynamoDB that can process `capacity` items per call. */
const openDatabase = (capacity: number) => {
  const sent: number[] = [];
  const written: unknown[] = [];
  const send = async ({ input }: BatchWriteCommand) => {
    const requests = input.RequestItems?.['table'] ?? [];
    sent.push(requests.length);
    written.push(...requests.slice(0, capacity).map(({ PutRequest }) => PutRequest?.Item));
    const left = requests.slice(capacity);
    return { UnprocessedItems: left.length > 0 ? { table: left } : {} };
  };
  return { database: { send }, sent, written };
};

describe('A batch of writes', () => {
  it('writes 25 items per call', async () => {
    const { database, sent, written } = openDatabase(25);
    await writeBatch(database, 'table', items(60), noPause);
    expect([sent, written]).toEqual([[25, 25, 10], items(60)]);
  });

  it('retries the items that DynamoDB left unprocessed, until all are written', async () => {
    const { database, sent, written } = openDatabase(10);
    await writeBatch(database, 'table', items(25), noPause);
    expect([sent, written]).toEqual([[25, 15, 5], items(25)]);
  });

  it('fails with `dependency_unavailable` if DynamoDB never has any capacity', async () => {
    const { database, sent } = openDatabase(0);
    await expect(writeBatch(database, 'table', items(1), noPause)).rejects.toMatchObject({
      code: 'dependency_unavailable',
    });
    expect(sent).toHaveLength(8);
  });
});
