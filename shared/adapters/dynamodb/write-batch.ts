import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import { ServiceError } from '../../domain/service-error.ts';
import { backOffMilliseconds } from '../sdk/call-budget.ts';
import { chunk } from '../../domain/chunk.ts';
import type { Database } from './database.ts';

type Item = Record<string, unknown>;

/** The limit of BatchWriteItem. */
const ITEMS_PER_CALL = 25;
const CALLS_AT_ONCE = 10;
const MAX_TRIES = 8;

const backOff = (tries: number): Promise<void> => sleep(backOffMilliseconds(tries));

/** DynamoDB returns the items that it had no capacity for. The SDK does not retry them. */
const writeChunk = async (
  database: Database,
  table: string,
  items: readonly Item[],
  pause: typeof backOff,
): Promise<void> => {
  let left: object[] = items.map((Item) => ({ PutRequest: { Item } }));
  for (let tries = 1; ; tries += 1) {
    const { UnprocessedItems } = await database.send(new BatchWriteCommand({ RequestItems: { [table]: left } }));
    left = UnprocessedItems?.[table] ?? [];
    if (left.length === 0) return;
    if (tries === MAX_TRIES)
      throw new ServiceError('dependency_unavailable', `DynamoDB left ${left.length} items unwritten`);
    await pause(tries);
  }
};

/**
 * Writes items and replaces existing ones; their keys must differ.
 * @param pause before the unwritten items are retried
 * @throws ServiceError `dependency_unavailable`
 */
export const writeBatch = async (
  database: Database,
  table: string,
  items: readonly Item[],
  pause = backOff,
): Promise<void> => {
  await pMap(chunk(items, ITEMS_PER_CALL), (some) => writeChunk(database, table, some, pause), {
    concurrency: CALLS_AT_ONCE,
  });
};
