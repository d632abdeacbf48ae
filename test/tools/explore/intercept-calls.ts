import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import type { TableId } from '../../../shared/tables.ts';
import type { MemorySecrets } from '../../support/memory-secrets.ts';
import { openActorStores } from './actor-stores.ts';
import type { Environment } from './environment.ts';
import type { ActorContext, Scenario } from './scenario.ts';

const tableIds = new Map(Object.entries(localTableNames).map(([id, name]) => [name as string, id as TableId]));

const readCommands = new Set(['GetCommand', 'BatchGetCommand', 'QueryCommand', 'ScanCommand']);

interface CommandInput {
  readonly TableName?: string;
  readonly RequestItems?: object;
  readonly IndexName?: string;
  readonly Key?: object;
  readonly Item?: object;
  readonly SecretId?: string;
}

const tableOf = ({ TableName, RequestItems }: CommandInput): string | undefined =>
  TableName ?? Object.keys(RequestItems ?? {})[0];

/** A call in a trace: its operation, table and key. */
const describe = (name: string, input: CommandInput): string => {
  const { IndexName, Key, Item, SecretId } = input;
  const key = Key ?? (Item && Object.fromEntries(Object.entries(Item).slice(0, 2)));
  return [name.replace('Command', ''), tableOf(input) ?? SecretId, IndexName, key && JSON.stringify(key)]
    .filter((word) => word !== undefined)
    .join(' ');
};

const isLocal = (input: CommandInput, { meetIn }: Scenario): boolean => {
  const table = tableIds.get(tableOf(input) ?? '');
  return meetIn !== 'everything' && table !== undefined && !meetIn.includes(table);
};

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
    send: (command: { readonly constructor: { readonly name: string }; readonly input: CommandInput }) => {
      const { name } = command.constructor;
      return schedule({
        description: describe(name, command.input),
        isWrite: !readCommands.has(name),
        isIndexRead: command.input.IndexName !== undefined,
        isLocal: isLocal(command.input, scenario),
        perform: (environment, isStale) => environment.database.perform(command, { isStale }),
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
