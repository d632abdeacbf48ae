import { randomUUID } from 'node:crypto';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import type { MemorySecrets } from '../../support/memory-secrets.ts';
import { openStores, type Stores } from './actor.ts';
import type { World } from './world.ts';

/** A call that an attempt wants to make. */
export interface Call {
  /** Names the call in the story of a run. */
  readonly description: string;
  readonly isWrite: boolean;
  /** Whether the call is a read that can miss the last write. */
  readonly isEventual?: boolean;
  readonly perform: (world: World, isStale: boolean) => unknown;
  /** For a batch: performs it, except for one of its requests, which DynamoDB leaves unprocessed. */
  readonly performPart?: ((world: World) => unknown) | undefined;
}

type BatchItems = Readonly<Record<string, readonly object[] | { readonly Keys: readonly object[] }>>;

interface Input {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly RequestItems?: BatchItems;
  readonly TransactItems?: readonly Readonly<Record<string, Input>>[];
  readonly ConsistentRead?: boolean;
  readonly Key?: object;
  readonly Item?: object;
  readonly SecretId?: string;
}

interface Command {
  readonly constructor: { readonly name: string };
  readonly input: Input;
}

const isRead = (name: string): boolean => /^(?:Get|BatchGet|Query|Scan|List)/.test(name);

/** Describes a call by its operation, tables and keys. */
const describe = (name: string, input: Input): string => {
  const all = [input, ...(input.TransactItems ?? []).flatMap((action) => Object.values(action))];
  const words = all.flatMap(({ TableName, IndexName, Key, Item, RequestItems, SecretId }) => [
    TableName ?? SecretId,
    IndexName,
    (Key ?? Item ?? RequestItems) && JSON.stringify(Key ?? Item ?? RequestItems).slice(0, 100),
  ]);
  return [name.replace('Command', ''), ...words].filter((word) => word !== undefined).join(' ');
};

/** Takes the last request out of a batch for one table. @returns undefined if the batch has only that request */
const splitBatch = (items: BatchItems): { readonly others: BatchItems; readonly last: BatchItems } | undefined => {
  const [table = '', requests = []] = Object.entries(items)[0] ?? [];
  const all = 'Keys' in requests ? requests.Keys : requests;
  if (all.length < 2) return undefined;
  const withOnly = (some: readonly object[]): BatchItems => ({
    [table]: 'Keys' in requests ? { ...requests, Keys: some } : some,
  });
  return { others: withOnly(all.slice(0, -1)), last: withOnly(all.slice(-1)) };
};

/** The real stores of one attempt, with clients that pass each call to `schedule`, which resolves with the call's result. */
export const interceptStores = (now: () => number, schedule: (call: Call) => Promise<unknown>): Stores => {
  const database = {
    send: ({ constructor, input: given }: Command) => {
      const { name } = constructor;
      // The SDK adds a token before the first try of a transaction, so that a retry does not repeat the writes.
      const input = { ...(name === 'TransactWriteCommand' && { ClientRequestToken: randomUUID() }), ...given };
      const { RequestItems = {} } = input;
      const reads = [input, ...Object.values(RequestItems)] as readonly Input[];
      const parts = splitBatch(RequestItems);
      const performPart = ({ database: real }: World): unknown => {
        const response = real.perform({ constructor, input: { ...input, RequestItems: parts?.others } });
        return { ...(response as object), [isRead(name) ? 'UnprocessedKeys' : 'UnprocessedItems']: parts?.last };
      };
      return schedule({
        description: describe(name, input),
        isWrite: !isRead(name),
        isEventual: isRead(name) && !reads.some(({ ConsistentRead }) => ConsistentRead === true),
        perform: ({ database: real }, isStale) => real.perform({ constructor, input }, { isStale }),
        performPart: parts && performPart,
      });
    },
  } as unknown as Database;
  const secrets = {
    send: ({ constructor, input }: Command) =>
      schedule({
        description: describe(constructor.name, input),
        isWrite: !isRead(constructor.name),
        perform: (world) => world.secrets.perform({ constructor, input }),
      }),
  } as unknown as MemorySecrets;
  return openStores(database, secrets, now);
};
