import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand, BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import { chunk } from '../../rules/plain-values.ts';
import { ServiceError } from '../../domain/service-error.ts';
import { backOffMilliseconds } from '../sdk/call-budget.ts';
import type { Database, Item } from './database.ts';

const KEYS_PER_CALL = 100;
const ITEMS_PER_CALL = 25;
const CALLS_AT_ONCE = 10;
const MAX_TRIES = 8;

const backOff = (tries: number): Promise<void> => sleep(backOffMilliseconds(tries));

/**
 * Sends requests in batches. Unlike the SDK, resends requests that DynamoDB left unprocessed for lack of capacity.
 * @param send returns the requests that DynamoDB left unprocessed
 * @throws ServiceError `dependency_unavailable`
 */
const sendAll = async <Request>(
  requests: readonly Request[],
  perCall: number,
  send: (batch: Request[]) => Promise<Request[]>,
  pause: typeof backOff,
): Promise<void> => {
  const sendBatch = async (batch: Request[]): Promise<void> => {
    let unprocessed = batch;
    for (let tries = 1; ; tries += 1) {
      unprocessed = await send(unprocessed);
      if (unprocessed.length === 0) return;
      if (tries === MAX_TRIES)
        throw new ServiceError('dependency_unavailable', `DynamoDB left ${unprocessed.length} requests unprocessed`);
      await pause(tries);
    }
  };
  await pMap(chunk(requests, perCall), sendBatch, { concurrency: CALLS_AT_ONCE });
};

/**
 * Reads the items with these keys, consistently and in no particular order. Keys without an item are skipped.
 * @param pause waits before unprocessed keys are sent again
 * @throws ServiceError `dependency_unavailable`
 */
export const readBatch = async (
  database: Database,
  table: string,
  keys: readonly Item[],
  pause = backOff,
): Promise<Item[]> => {
  const items: Item[] = [];
  const read = async (Keys: Item[]): Promise<Item[]> => {
    const get = new BatchGetCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } });
    const { Responses, UnprocessedKeys } = await database.send(get);
    items.push(...(Responses?.[table] ?? []));
    return UnprocessedKeys?.[table]?.Keys ?? [];
  };
  await sendAll(keys, KEYS_PER_CALL, read, pause);
  return items;
};

/**
 * Writes items, and replaces existing items with the same keys. No two of `items` may have the same key.
 * @param pause waits before unprocessed items are sent again
 * @throws ServiceError `dependency_unavailable`
 */
export const writeBatch = async (
  database: Database,
  table: string,
  items: readonly Item[],
  pause = backOff,
): Promise<void> => {
  const write = async (requests: object[]): Promise<object[]> => {
    const { UnprocessedItems } = await database.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
    return UnprocessedItems?.[table] ?? [];
  };
  const puts = items.map((one): object => ({ PutRequest: { Item: one } }));
  await sendAll(puts, ITEMS_PER_CALL, write, pause);
};
