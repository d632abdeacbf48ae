import { randomUUID } from 'node:crypto';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import type { Command, MemoryDatabase } from '../../support/memory-database/memory-database.ts';
import type { MemorySecrets } from '../../support/memory-secrets.ts';
import { openStores, type Stores } from './actor.ts';
import type { FaultKind } from './faults.ts';
import type { World } from './world.ts';

/** A call that an attempt wants to make. */
export interface Call {
  /** Names the call in the story of a run. */
  readonly description: string;
  readonly isWrite: boolean;
  readonly isBatch?: boolean;
  /** Whether the call is a read that can miss the last write. */
  readonly isEventual?: boolean;
  readonly perform: (world: World, fault?: FaultKind) => unknown;
}

type BatchRequests = readonly object[] | { readonly Keys: readonly object[] };

const isRead = ({ constructor: { name } }: Command): boolean => /^(?:Get|BatchGet|Query|Scan|List)/.test(name);

/** Describes a call by its operation, tables and items, without its expressions. */
const describe = ({ constructor, input }: Command): string => {
  const text = JSON.stringify(input, (name, value: unknown) =>
    /^Expression|Expression$/.test(name) ? undefined : value,
  );
  const words = text.replaceAll(/["{}[\]]/g, '').replaceAll('TableName:', '');
  return `${constructor.name.replace('Command', '')} ${words.slice(0, 120)}`;
};

/** Performs the first request of a batch. DynamoDB leaves the others unprocessed. */
const performFirst = (database: MemoryDatabase, { constructor, input }: Command): unknown => {
  const { RequestItems } = input as { readonly RequestItems: Readonly<Record<string, BatchRequests>> };
  const [table, requests] = Object.entries(RequestItems)[0] as [string, BatchRequests];
  const all = 'Keys' in requests ? requests.Keys : requests;
  const withOnly = (some: readonly object[]) => ({ [table]: 'Keys' in requests ? { ...requests, Keys: some } : some });
  const response = database.perform({ constructor, input: { ...input, RequestItems: withOnly(all.slice(0, 1)) } });
  const left = withOnly(all.slice(1));
  return { ...(response as object), UnprocessedKeys: left, UnprocessedItems: left };
};

/** The real stores of one attempt, with clients that pass each call to `make`, which resolves with the call's result. */
export const interceptStores = (make: (call: Call) => Promise<unknown>): Stores => {
  const database = {
    send: ({ constructor, input: given }: Command) => {
      // The SDK adds a token before the first try of a transaction, so that a retry does not repeat the writes.
      const token = constructor.name === 'TransactWriteCommand' && { ClientRequestToken: randomUUID() };
      const command = { constructor, input: { ...given, ...token } };
      return make({
        description: describe({ constructor, input: given }),
        isWrite: !isRead(command),
        isBatch: 'RequestItems' in given,
        isEventual: isRead(command) && !JSON.stringify(given).includes('"ConsistentRead":true'),
        perform: ({ database: real }, fault) =>
          fault === 'leave' ? performFirst(real, command) : real.perform(command, { isStale: fault === 'stale' }),
      });
    },
  } as unknown as Database;
  const secrets = {
    send: (command: Command) =>
      make({
        description: describe(command),
        isWrite: !isRead(command),
        perform: (world) => world.secrets.perform(command),
      }),
  } as unknown as MemorySecrets;
  return openStores(database, secrets);
};
