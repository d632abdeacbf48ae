import * as sdk from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item as StoredItem } from '../../../lib/local/dynamodb/attribute-value.ts';
import { AwsError } from '../../../lib/local/dynamodb/request.ts';
import { perform as performOperation, type PerformOptions } from '../../../lib/local/dynamodb/engine.ts';
import { State } from '../../../lib/local/dynamodb/state.ts';
import type { Change } from '../../../lib/local/dynamodb/table.ts';
import { toCreateTable } from '../../../lib/local/create-tables.ts';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import { allTableIds, tables, type TableDefinition, type TableId } from '../../../shared/tables.ts';

/** An item in plain JavaScript values. */
export type Item = Readonly<Record<string, unknown>>;

export interface Command {
  readonly constructor: { readonly name: string };
  readonly input: object;
}

/** A change to one item. */
export interface Write {
  readonly table: TableId;
  readonly key: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

export interface MemoryDatabase extends Database {
  /**
   * Performs a command in one atomic step. Accepts commands of the document client and of DynamoDBClient.
   * @throws the same errors as the SDK
   * @param options.isStale if true, a read shows each table as it was before the last write to the table
   */
  perform(command: Command, options?: PerformOptions): unknown;
  /** All items of a table, in the order of their keys. */
  items(table: TableId): Item[];
  copy(): MemoryDatabase;
  /** Called after each atomic write that changed something, with all the items that it changed. */
  onWrite: (writes: readonly Write[]) => void;
}

/** Compares texts by code unit. */
export const compareTexts = (one: string, other: string): number => Number(one > other) - Number(one < other);

const ITEM_MEMBERS = new Set([
  'Item',
  'Key',
  'ExclusiveStartKey',
  'ExpressionAttributeValues',
  'Attributes',
  'LastEvaluatedKey',
]);
const LIST_MEMBERS = new Set(['Keys', 'Items']);

type Convert = (item: object) => unknown;

/** Converts the items at any depth of a request or a response. */
const convertItems = (part: unknown, convert: Convert): unknown => {
  if (Array.isArray(part)) return part.map((one) => convertItems(one, convert));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (value !== undefined && ITEM_MEMBERS.has(name)) return [name, convert(value as object)];
      if (Array.isArray(value) && LIST_MEMBERS.has(name)) return [name, value.map((one) => convert(one as object))];
      return [name, convertItems(value, convert)];
    }),
  );
};

const toStored: Convert = (item) => marshall(item, { removeUndefinedValues: true });
const toPlain: Convert = (item) => unmarshall(item as Parameters<typeof unmarshall>[0]);

const plainItems = new WeakMap<StoredItem, Item>();

const plainItem = (item: StoredItem): Item => {
  const known = plainItems.get(item) ?? (toPlain(item) as Item);
  plainItems.set(item, known);
  return known;
};

/** Converts the items in a response. BatchGetItem returns a list of items for each table. */
const convertResponse = (response: object): unknown => {
  const { Responses, ...rest } = response as { readonly Responses?: Record<string, object[]> };
  const others = convertItems(rest, toPlain) as object;
  if (!Responses) return others;
  const byTable = Object.entries(Responses).map(([name, items]) => [name, items.map(toPlain)]);
  return { ...others, Responses: Object.fromEntries(byTable) };
};

/** The document client's commands whose names differ from DynamoDB's. */
const OPERATIONS: Readonly<Record<string, string>> = {
  GetCommand: 'GetItem',
  PutCommand: 'PutItem',
  UpdateCommand: 'UpdateItem',
  DeleteCommand: 'DeleteItem',
  BatchGetCommand: 'BatchGetItem',
  BatchWriteCommand: 'BatchWriteItem',
  TransactWriteCommand: 'TransactWriteItems',
};

/** DynamoDB's name of a command's operation, such as `UpdateItem`. */
export const operationOf = ({ constructor: { name } }: Command): string =>
  OPERATIONS[name] ?? name.replace('Command', '');

type ExceptionConstructor = new (options: object) => Error;

/** The SDK's error for an error of DynamoDB. */
const toSdkError = ({ name, message, members }: AwsError): Error => {
  const options = { name, message, $fault: 'client', $metadata: { httpStatusCode: 400 }, ...members };
  const Exception = (sdk as unknown as Partial<Record<string, ExceptionConstructor>>)[name];
  return Exception ? new Exception(options) : new sdk.DynamoDBServiceException(options as never);
};

const keyOf = ({ partitionKey, sortKey }: TableDefinition, item: Item): string =>
  JSON.stringify([item[partitionKey.name], sortKey && item[sortKey.name]]);

const idsByName = new Map(Object.entries(localTableNames).map(([id, name]) => [name as string, id as TableId]));

const toWrite = ({ table, before, after }: Change): Write | undefined => {
  const id = idsByName.get(table.name);
  const [oldItem, newItem] = [before && plainItem(before), after && plainItem(after)];
  return id && { table: id, key: keyOf(tables[id], (newItem ?? oldItem) as Item), before: oldItem, after: newItem };
};

const wrap = (state: State): MemoryDatabase => {
  const tableOf = (id: TableId) => state.table(localTableNames[id]);

  const perform: MemoryDatabase['perform'] = ({ constructor, input }, options) => {
    const { name } = constructor;
    const isPlain = name in OPERATIONS || ['QueryCommand', 'ScanCommand'].includes(name);
    try {
      const request = isPlain ? convertItems(input, toStored) : input;
      const response = performOperation(state, operationOf({ constructor, input }), withoutUndefined(request), options);
      return isPlain ? convertResponse(response) : response;
    } catch (error) {
      throw error instanceof AwsError ? toSdkError(error) : error;
    }
  };

  const database: MemoryDatabase = {
    perform,
    send: async (command: Command) => perform(command) as never,
    items: (id) =>
      [...tableOf(id).all()]
        .map(plainItem)
        .toSorted((one, other) => compareTexts(keyOf(tables[id], one), keyOf(tables[id], other))),
    copy: () => wrap(state.copy()),
    onWrite: () => undefined,
  };
  state.onWrite = (changes) => {
    database.onWrite(changes.map(toWrite).filter((write) => write !== undefined));
  };
  return database;
};

/** Removes undefined members from a request, as the SDK does. */
const withoutUndefined = (input: unknown): unknown =>
  Object.fromEntries(Object.entries(input as object).filter(([, value]) => value !== undefined));

/** Makes the local service's DynamoDB in this process, without a server. Each command is performed in one step. */
export const makeMemoryDatabase = (): MemoryDatabase => {
  const state = State.open();
  for (const id of allTableIds) performOperation(state, 'CreateTable', toCreateTable(localTableNames[id], tables[id]));
  return wrap(state);
};
