import { randomUUID } from 'node:crypto';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import { tables, type TableDefinition, type TableId } from '../../../shared/tables.ts';
import type { MemorySecrets } from '../../support/memory-secrets.ts';
import { openActorStores } from './actor-stores.ts';
import type { Environment } from './environment.ts';
import type { ActorContext, Scenario } from './scenario.ts';

const tableIds = new Map(Object.entries(localTableNames).map(([id, name]) => [name as string, id as TableId]));

const readCommands = new Set(['GetCommand', 'BatchGetCommand', 'QueryCommand', 'ScanCommand']);

/** One action of a transaction: its kind, such as `Put`, and its input. */
type TransactItem = Readonly<Record<string, CommandInput>>;

interface CommandInput {
  readonly TableName?: string;
  readonly RequestItems?: object;
  readonly TransactItems?: readonly TransactItem[];
  readonly ClientRequestToken?: string;
  readonly IndexName?: string;
  readonly ConsistentRead?: boolean;
  readonly Key?: object;
  readonly Item?: Readonly<Record<string, unknown>>;
  readonly SecretId?: string;
}

const actionsOf = ({ TransactItems = [] }: CommandInput): CommandInput[] => TransactItems.flatMap(Object.values);

const tablesOf = (input: CommandInput): (string | undefined)[] => [
  ...(input.TableName === undefined ? Object.keys(input.RequestItems ?? {}) : [input.TableName]),
  ...actionsOf(input).map(({ TableName }) => TableName),
];

const keyOf = ({ TableName = '', Key, Item, RequestItems }: CommandInput): string | undefined => {
  const id = tableIds.get(TableName);
  const { partitionKey, sortKey }: Partial<TableDefinition> = id ? tables[id] : {};
  const names = new Set([partitionKey?.name, sortKey?.name]);
  const key = Key ?? (Item && Object.fromEntries(Object.entries(Item).filter(([name]) => names.has(name))));
  return JSON.stringify(key ?? RequestItems);
};

interface Command {
  readonly constructor: { readonly name: string };
  readonly input: CommandInput;
}

/** Describes a call in a trace: its operation, tables and keys. */
const describe = (name: string, input: CommandInput): string => {
  const { IndexName, SecretId } = input;
  const names = [...new Set(tablesOf(input))];
  const keys = [input, ...actionsOf(input)].map(keyOf);
  return [name.replace('Command', ''), ...(names.length > 0 ? names : [SecretId]), IndexName, ...keys]
    .filter((word) => word !== undefined)
    .join(' ');
};

const isLocal = (input: CommandInput, { sharedTables }: Scenario): boolean => {
  const ids = tablesOf(input).map((table) => tableIds.get(table ?? ''));
  return (
    sharedTables !== 'everything' && ids.length > 0 && ids.every((id) => id !== undefined && !sharedTables.includes(id))
  );
};

/** Adds a token to a transaction, as the SDK does before the first try, so that a retry does not repeat the writes. */
const withToken = (name: string, input: CommandInput): CommandInput =>
  name === 'TransactWriteCommand' ? { ClientRequestToken: randomUUID(), ...input } : input;

/** A call that an actor wants to make. */
export interface InterceptedCall {
  /** Names the call in a trace. */
  readonly description: string;
  readonly isWrite: boolean;
  /** Whether the call is a read that can miss the last write. */
  readonly isEventual?: boolean;
  /** Whether no other actor uses the call's tables. `sharedTables` of the scenario lists the tables that actors share. */
  readonly isLocal: boolean;
  readonly perform: (environment: Environment, isStale: boolean) => unknown;
  /** For one request of a batch: returns the response in which DynamoDB leaves that request unprocessed. */
  readonly leaveUnprocessed?: () => unknown;
}

/**
 * Splits a batch into its requests, because DynamoDB performs each at a different time. `unprocessed` is the response in which
 * DynamoDB leaves the request unprocessed.
 */
const partsOf = ({
  RequestItems = {},
}: CommandInput): { readonly input: CommandInput; readonly unprocessed: object }[] =>
  Object.entries(
    RequestItems as Readonly<Record<string, readonly object[] | { readonly Keys: readonly object[] }>>,
  ).flatMap(([table, requests]): ReturnType<typeof partsOf> => {
    if (!('Keys' in requests))
      return requests.map((one) => {
        const items = { [table]: [one] };
        return { input: { RequestItems: items }, unprocessed: { UnprocessedItems: items } };
      });
    return requests.Keys.map((one) => {
      const keys = { [table]: { ...requests, Keys: [one] } };
      return { input: { RequestItems: keys }, unprocessed: { UnprocessedKeys: keys } };
    });
  });

/** Merges responses, whose lists are of different parts of one batch. */
const merge = (one: unknown, other: unknown): unknown => {
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  if (!isObject(one) || !isObject(other)) return other ?? one;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, merge(one[name], other[name])]));
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Waits for all calls, even if one fails. @throws the error of the first failed call in the list */
const settleAll = async <Value>(calls: readonly Promise<Value>[]): Promise<Value[]> => {
  const settled = await Promise.allSettled(calls);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
};

/** Whether a read is consistent. A read of an index never is. */
const isConsistent = (input: CommandInput): boolean =>
  [input, ...Object.values(input.RequestItems ?? {})].some((one: CommandInput) => one.ConsistentRead === true);

/**
 * The dependencies of one attempt: the real stores, with clients that pass each call to the explorer.
 * @param schedule performs the call later, and resolves with its result
 */
export const interceptCalls = (
  scenario: Scenario,
  requestId: string,
  now: () => number,
  schedule: (call: InterceptedCall) => Promise<unknown>,
): Omit<ActorContext, 'onLogFailed'> => {
  const scheduleCommand = ({ constructor, input }: Command, leaveUnprocessed?: () => object) => {
    const { name } = constructor;
    const isWrite = !readCommands.has(name);
    return schedule({
      description: describe(name, input),
      isWrite,
      isEventual: !isWrite && !isConsistent(input),
      isLocal: isLocal(input, scenario),
      perform: (environment, isStale) => environment.database.perform({ constructor, input }, { isStale }),
      ...(leaveUnprocessed && { leaveUnprocessed }),
    });
  };
  const database = {
    send: ({ constructor, input }: Command) => {
      const parts = partsOf(input);
      if (parts.length < 2) return scheduleCommand({ constructor, input: withToken(constructor.name, input) });
      const calls = parts.map((part) => scheduleCommand({ constructor, input: part.input }, () => part.unprocessed));
      return settleAll(calls).then((responses) => responses.reduce(merge));
    },
  } as unknown as Database;
  const secrets = {
    send: (command: Parameters<MemorySecrets['perform']>[0]) =>
      schedule({
        description: describe(command.constructor.name, command.input),
        isWrite: command.constructor.name.startsWith('Put'),
        isLocal: false,
        perform: (environment) => environment.secrets.perform(command),
      }),
  } as unknown as MemorySecrets;
  return {
    ...openActorStores(database, secrets, now),
    requestId,
    now,
    call: (description, perform, isWrite) =>
      schedule({ description, isWrite, isLocal: false, perform }) as Promise<never>,
  };
};
