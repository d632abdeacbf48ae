import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import { ServiceError } from '../../domain/service-error.ts';
import { backOffMilliseconds } from '../sdk/call-budget.ts';
import { chunk } from '../../domain/chunk.ts';
import type { Database } from './database.ts';

type Item = Record<string, unknown>;

/** The limit of BatchGetItem. */
const KEYS_PER_CALL = 100;
const CALLS_AT_ONCE = 10;
const MAX_TRIES = 8;

const backOff = (tries: number): Promise<void> => sleep(backOffMilliseconds(tries));

/** DynamoDB returns the keys that it had no capacity for. The SDK does not retry them. */
const readChunk = async (database: Database, table: string, keys: Item[], pause: typeof backOff): Promise<Item[]> => {
  const items: Item[] = [];
  let left = keys;
  for (let tries = 1; ; tries += 1) {
    const RequestItems = { [table]: { Keys: left, ConsistentRead: true } };
    const { Responses, UnprocessedKeys } = await database.send(new BatchGetCommand({ RequestItems }));
    items.push(...(Responses?.[table] ?? []));
    left = UnprocessedKeys?.[table]?.Keys ?? [];
    if (left.length === 0) return items;
    if (tries === MAX_TRIES)
      throw new ServiceError('dependency_unavailable', `DynamoDB left ${left.length} keys unread`);
    await pause(tries);
  }
};

/**
 * The existing items of `keys`, in no order; consistent reads.
 * @param pause before the unread keys are retried
 * @throws ServiceError `dependency_unavailable`
 */
export const readBatch = async (
  database: Database,
  table: string,
  keys: readonly Item[],
  pause = backOff,
): Promise<Item[]> => {
  const read = await pMap(chunk(keys, KEYS_PER_CALL), (some) => readChunk(database, table, some, pause), {
    concurrency: CALLS_AT_ONCE,
  });
  return read.flat();
};
