import { setImmediate } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { makeMemoryDatabase, type Command } from './memory-database.ts';

/** A placeholder, because no call leaves the process. */
const ADDRESS = 'http://127.0.0.1:1';

/**
 * Makes the stores of this process use a new database in memory with all tables, whatever
 * endpoint they are configured with. Each call ends in a later turn of the event loop, so that the calls of simultaneous
 * requests interleave.
 * @returns an address to configure as the endpoint
 */
export const useMemoryDatabase = (): string => {
  const database = makeMemoryDatabase();
  const send = async (command: Command, options?: { readonly abortSignal?: AbortSignal }): Promise<unknown> => {
    await setImmediate();
    if (options?.abortSignal?.aborted) throw Object.assign(new Error('Request aborted'), { name: 'AbortError' });
    return database.perform(command);
  };
  Object.assign(DynamoDBDocumentClient.prototype, { send });
  Object.assign(DynamoDBClient.prototype, { send });
  return ADDRESS;
};
