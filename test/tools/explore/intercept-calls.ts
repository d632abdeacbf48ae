import { randomUUID } from 'node:crypto';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import type { TableId } from '../../../shared/tables.ts';
import type { MemorySecrets } from '../../support/memory-secrets.ts';
import { openActorStores } from './actor-stores.ts';
import type { Environment } from './environment.ts';
import type { ActorContext, Scenario } from './scenario.ts';

const tableIds = new Map(Object.entries(localTableNames).map(([id, name]) => [name as string, id as TableId]));

const readCommands = new Set(['GetCommand', 'BatchGetCommand', 'TransactGetCommand', 'QueryCommand', 'ScanCommand']);

/** The action of a transaction, by its kind. */
type TransactItem = Readonly<Record<string, CommandInput>>;

interface CommandInput {
  readonly TableName?: string;
  readonly RequestItems?: object;
  readonly TransactItems?: readonly TransactItem[];
  readonly ClientRequestToken?: string;
  readonly IndexName?: string;
  readonly Key?: object;
  readonly Item?: object;
  readonly SecretId?: string;
}

const actionsOf = ({ TransactItems = [] }: CommandInput): CommandInput[] => TransactItems.flatMap(Object.values);

const tablesOf = (input: CommandInput): (string | undefined)[] => [
  ...(input.TableName === undefined ? Object.keys(input.RequestItems ?? {}) : [input.TableName]),
  ...actionsOf(input).map(({ TableName }) => TableName),
];

const keyOf = ({ Key, Item }: CommandInput): string | undefined => {
  const key = Key ?? (Item && Object.fromEntries(Object.entries(Item).slice(0, 2)));
  return key && JSON.stringify(key);
};

/** A call in a trace: its operation, tables and keys. */
const describe = (name: string, input: CommandInput): string => {
  const { IndexName, SecretId } = input;
  const tables = [...new Set(tablesOf(input))];
  const keys = [input, ...actionsOf(input)].map(keyOf);
  return [name.replace('Command', ''), ...(tables.length > 0 ? tables : [SecretId]), IndexName, ...keys]
    .filter((word) => word !== undefined)
    .join(' ');
};

const isLocal = (input: CommandInput, { meetIn }: Scenario): boolean => {
  const ids = tablesOf(input).map((table) => tableIds.get(table ?? ''));
  return meetIn !== 'everything' && ids.length > 0 && ids.every((id) => id !== undefined && !meetIn.includes(id));
};

/** The SDK gives each transaction a token before its first attempt, so that a repeat has no effect. */
const withToken = (name: string, input: CommandInput): CommandInput =>
  name === 'TransactWriteCommand' ? { ClientRequestToken: randomUUID(), ...input } : input;

/** A call that an actor wants to make. */
export interface InterceptedCall {
  /** Names it in a trace. */
  readonly description: string;
  readonly isWrite: boolean;
  readonly isIndexRead: boolean;
  /** Whether no other actor uses its table; see `meetIn` of the scenario. */
  readonly isLocal: boolean;
  readonly perform: (environment: Environment, isStale: boolean) => unknown;
}

/**
 * The dependencies of one attempt: the real stores on clients that pass each call to the explorer.
 * @param schedule performs the call later, and resolves with its result
 */
export const interceptCalls = (
  scenario: Scenario,
  requestId: string,
  now: () => number,
  schedule: (call: InterceptedCall) => Promise<unknown>,
): ActorContext => {
  const database = {
    send: ({
      constructor,
      ...command
    }: {
      readonly constructor: { readonly name: string };
      readonly input: CommandInput;
    }) => {
      const { name } = constructor;
      const input = withToken(name, command.input);
      return schedule({
        description: describe(name, input),
        isWrite: !readCommands.has(name),
        isIndexRead: input.IndexName !== undefined,
        isLocal: isLocal(input, scenario),
        perform: (environment, isStale) => environment.database.perform({ constructor, input }, { isStale }),
      });
    },
  } as unknown as Database;
  const secrets = {
    send: (command: Parameters<MemorySecrets['perform']>[0]) =>
      schedule({
        description: describe(command.constructor.name, command.input),
        isWrite: command.constructor.name.startsWith('Put'),
        isIndexRead: false,
        isLocal: false,
        perform: (environment) => environment.secrets.perform(command),
      }),
  } as unknown as MemorySecrets;
  return {
    ...openActorStores(database, secrets, now),
    requestId,
    now,
    call: (description, perform, isWrite) =>
      schedule({
        description,
        isWrite,
        isIndexRead: false,
        isLocal: false,
        perform,
      }) as Promise<never>,
  };
};
