import { ConditionalCheckFailedException, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { toOperation, type Statement } from '../../../lib/local/partiql.ts';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import { tables, type TableDefinition, type TableId } from '../../../shared/tables.ts';
import { compare, parseCondition, parseUpdate, type Item, type Scope } from './expression.ts';

/** The input of a command, for any operation. */
interface Input {
  readonly TableName: string;
  readonly Key: Item;
  readonly Item: Item;
  readonly RequestItems: Readonly<Record<string, unknown>>;
  readonly Statements: readonly Statement[];
  readonly IndexName?: string;
  readonly ConditionExpression?: string;
  readonly UpdateExpression: string;
  readonly KeyConditionExpression?: string;
  readonly FilterExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
  readonly ReturnValues?: string;
  readonly ReturnValuesOnConditionCheckFailure?: string;
  readonly ExclusiveStartKey?: Item;
  readonly Limit?: number;
  readonly Segment?: number;
  readonly TotalSegments?: number;
  readonly ScanIndexForward?: boolean;
  readonly ConsistentRead?: boolean;
}

export interface Command {
  readonly constructor: { readonly name: string };
  readonly input: object;
}

/** A write that changed something. */
export interface Write {
  readonly table: TableId;
  readonly key: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

interface Table {
  readonly id: TableId;
  readonly definition: TableDefinition;
  readonly items: Map<string, Item>;
  lastWrite?: Write;
}

const idsByName = new Map(Object.entries(localTableNames).map(([id, name]) => [name as string, id as TableId]));

/** Removes `undefined`, like DynamoDB. Items are never changed in place, so they are not copied. */
const withoutUndefined = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null || value instanceof Set) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one === undefined ? [] : [[name, withoutUndefined(one)]])),
  );
};

const keyOf = ({ definition: { partitionKey, sortKey } }: Table, item: Item): string =>
  JSON.stringify([item[partitionKey.name], sortKey && item[sortKey.name]]);

const keyAttributes = ({ definition: { partitionKey, sortKey } }: Table, item: Item): Item => ({
  [partitionKey.name]: item[partitionKey.name],
  ...(sortKey && { [sortKey.name]: item[sortKey.name] }),
});

const scopeOf = (input: Input, item: Item | undefined): Scope => ({
  item: item && { ...item },
  names: input.ExpressionAttributeNames ?? {},
  values: input.ExpressionAttributeValues ?? {},
});

const holds = (expression: string | undefined, input: Input, item: Item | undefined): boolean =>
  expression === undefined || parseCondition(expression)(scopeOf(input, item));

const refuse = (input: Input, found: Item | undefined): never => {
  const isAsked = input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' && found !== undefined;
  throw new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    $metadata: {},
    ...(isAsked && { Item: marshall(found, { removeUndefinedValues: true }) }),
  });
};

/** Refuses a batch that DynamoDB refuses: one that is too large, or names an item twice. */
const checkBatch = (keys: readonly string[], limit: number): void => {
  if (keys.length > limit || new Set(keys).size < keys.length)
    throw Object.assign(new Error(`${keys.length} items of at most ${limit}, or one twice`), {
      name: 'ValidationException',
    });
};

/** Whether a partition is in the segment of a scan. DynamoDB's own hash is not known. */
const isInSegment = (partition: unknown, { Segment, TotalSegments }: Input): boolean =>
  TotalSegments === undefined ||
  Buffer.from(String(partition)).reduce((sum, byte) => sum + byte, 0) % TotalSegments === Segment;

/** The items of a table without its last write: what an index that is one write behind shows. */
const beforeLastWrite = ({ items, lastWrite }: Table): ReadonlyMap<string, Item> => {
  if (!lastWrite) return items;
  const old = new Map(items);
  if (lastWrite.before) old.set(lastWrite.key, lastWrite.before);
  else old.delete(lastWrite.key);
  return old;
};

export interface MemoryDatabase extends Database {
  /**
   * Performs a command at once, in one atomic step.
   * @throws the same errors as the SDK
   * @param options.isStale whether an index shows the state before the last write
   */
  perform(command: Command, options?: { readonly isStale?: boolean }): unknown;
  /** All items of a table, in the order of their keys. */
  items(table: TableId): Item[];
  /**
   * A text that is equal for states which later commands cannot distinguish.
   * @param staleTable the table whose indexes may show the state before the last write
   */
  fingerprint(staleTable?: TableId): string;
  copy(): MemoryDatabase;
  /** Called for every write that changed something. */
  onWrite: (write: Write) => void;
}

/** Sorts texts by code unit. */
export const compareTexts = (one: string, other: string): number => Number(one > other) - Number(one < other);

const fingerprints = new WeakMap<Item, string>();

const setsAsLists = (_: string, value: unknown): unknown =>
  value instanceof Set ? [...(value as Set<string>)].toSorted(compareTexts) : value;

const fingerprintOf = (item: Item): string => {
  const known = fingerprints.get(item) ?? JSON.stringify(item, setsAsLists);
  fingerprints.set(item, known);
  return known;
};

const openTables = (): Table[] =>
  (Object.keys(tables) as TableId[]).map((id) => ({ id, definition: tables[id], items: new Map<string, Item>() }));

const makeDatabase = (opened: readonly Table[]): MemoryDatabase => {
  const byId = new Map(opened.map((table) => [table.id, table]));
  const tableOf = (name: string): Table => {
    const id = idsByName.get(name);
    if (id === undefined) throw new ResourceNotFoundException({ message: `no table ${name}`, $metadata: {} });
    return byId.get(id) as Table;
  };

  const keyNames = (name: string): string[] => {
    const { partitionKey, sortKey } = tableOf(name).definition;
    return [partitionKey, sortKey].flatMap((key) => key?.name ?? []);
  };

  const store = (table: Table, key: string, after: Item | undefined): void => {
    const before = table.items.get(key);
    if (before === after || (before && after && fingerprintOf(before) === fingerprintOf(after))) return;
    if (after) table.items.set(key, after);
    else table.items.delete(key);
    table.lastWrite = { table: table.id, key, before, after };
    database.onWrite(table.lastWrite);
  };

  const writeOne = (input: Input, toAfter: (before: Item | undefined) => Item | undefined): unknown => {
    const table = tableOf(input.TableName);
    const key = keyOf(table, input.Key ?? input.Item);
    const before = table.items.get(key);
    if (!holds(input.ConditionExpression, input, before)) refuse(input, before);
    const after = withoutUndefined(toAfter(before)) as Item | undefined;
    store(table, key, after);
    const returned = { ALL_OLD: before, ALL_NEW: after }[input.ReturnValues ?? ''];
    return { ...(returned && { Attributes: returned }) };
  };

  const read = (input: Input, isStale: boolean): unknown => {
    const table = tableOf(input.TableName);
    const index = table.definition.indexes.find(({ name }) => name === input.IndexName);
    const { partitionKey, sortKey } = index ?? table.definition;
    const stored = [...(isStale ? beforeLastWrite(table) : table.items).entries()];
    const direction = input.ScanIndexForward === false ? -1 : 1;
    const compareItems = (one: Item, other: Item): number =>
      direction *
      ((sortKey && compare(one[sortKey.name], other[sortKey.name])) ||
        compare(keyOf(table, one), keyOf(table, other)) ||
        0);
    const start = input.ExclusiveStartKey;
    const found = stored
      .map(([, item]) => item)
      .filter((item) => item[partitionKey.name] !== undefined && (!sortKey || item[sortKey.name] !== undefined))
      .filter((item) => isInSegment(item[partitionKey.name], input))
      .filter((item) => holds(input.KeyConditionExpression, input, item))
      .toSorted(compareItems)
      .filter((item) => !start || compareItems(item, start) > 0);
    const page = found.slice(0, input.Limit);
    const last = page.at(-1);
    const keys = (item: Item) => ({
      ...keyAttributes(table, item),
      [partitionKey.name]: item[partitionKey.name],
      ...(sortKey && { [sortKey.name]: item[sortKey.name] }),
    });
    const project = (item: Item): Item =>
      !index || index.projectedAttributes === 'all'
        ? item
        : {
            ...keys(item),
            ...Object.fromEntries(
              index.projectedAttributes.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
            ),
          };
    const Items = page.map(project).filter((item) => holds(input.FilterExpression, input, item));
    return { Items, ...(page.length < found.length && last && { LastEvaluatedKey: keys(last) }) };
  };

  /** The items of a table, and the keys of some of them. */
  const keysIn = (name: string, some: readonly Item[]) => {
    const table = tableOf(name);
    return { items: table.items, keys: some.map((one) => keyOf(table, one)) };
  };

  const operations: Readonly<Record<string, (input: Input, isStale: boolean) => unknown>> = {
    GetCommand: (input) => {
      const table = tableOf(input.TableName);
      const Item = table.items.get(keyOf(table, input.Key));
      return { ...(Item && { Item }) };
    },
    BatchGetCommand: ({ RequestItems }) => ({
      Responses: Object.fromEntries(
        Object.entries(RequestItems).map(([name, asked]) => {
          const { items, keys } = keysIn(name, (asked as { readonly Keys: readonly Item[] }).Keys);
          checkBatch(keys, 100);
          return [name, keys.flatMap((key) => items.get(key) ?? [])];
        }),
      ),
    }),
    BatchWriteCommand: ({ RequestItems }) => {
      for (const [name, requests] of Object.entries(RequestItems)) {
        const puts = requests as readonly { readonly PutRequest: { readonly Item: Item } }[];
        const written = puts.map(({ PutRequest }) => PutRequest.Item);
        checkBatch(keysIn(name, written).keys, 25);
        for (const Item of written) writeOne({ TableName: name, Item } as Input, () => Item);
      }
      return {};
    },
    PutCommand: (input) => writeOne(input, () => input.Item),
    UpdateCommand: (input) =>
      writeOne(input, (before) => ({
        ...input.Key,
        ...parseUpdate(input.UpdateExpression)(scopeOf(input, before ?? input.Key)),
      })),
    DeleteCommand: (input) => writeOne(input, () => undefined),
    QueryCommand: read,
    ScanCommand: read,
    BatchExecuteStatementCommand: ({ Statements }) => {
      const parsed = Statements.map(parseStatement);
      checkBatch(
        parsed.map(({ input }) => `${input.TableName} ${keyOf(tableOf(input.TableName), input.Key ?? input.Item)}`),
        25,
      );
      return { Responses: parsed.map(execute) };
    },
  };

  /** Parses a statement that writes one item. */
  const parseStatement = (statement: Statement): { readonly isInsert: boolean; readonly input: Input } => {
    const operation = toOperation(statement, keyNames);
    if (!operation) throw new Error(`not understood: ${statement.Statement}`);
    return { isInsert: operation.name === 'PutItem', input: operation.input as unknown as Input };
  };

  const execute = ({ isInsert, input }: ReturnType<typeof parseStatement>): object => {
    try {
      operations[isInsert ? 'PutCommand' : 'UpdateCommand']?.(input, false);
      return {};
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { Error: { Code: isInsert ? 'DuplicateItem' : 'ConditionalCheckFailed' } };
    }
  };

  const perform: MemoryDatabase['perform'] = ({ constructor: { name }, input }, { isStale = false } = {}) => {
    const operation = operations[name];
    if (!operation) throw Object.assign(new Error(`no ${name} here`), { name: 'UnknownOperationException' });
    return operation(input as Input, isStale);
  };

  const items = (id: TableId): [string, Item][] =>
    [...(byId.get(id) as Table).items].toSorted(([one], [other]) => (one < other ? -1 : 1));

  const database: MemoryDatabase = {
    perform,
    send: async (command: Command) => perform(command) as never,
    items: (id) => items(id).map(([, item]) => item),
    fingerprint: (staleTable) => {
      const write = staleTable && byId.get(staleTable)?.lastWrite;
      const old = write ? `${write.key}${write.before ? fingerprintOf(write.before) : ''}` : '';
      return [...opened.flatMap(({ id }) => items(id).map(([, item]) => fingerprintOf(item))), old].join('\n');
    },
    copy: () => makeDatabase(opened.map((table) => ({ ...table, items: new Map(table.items) }))),
    onWrite: () => undefined,
  };
  return database;
};

/** A DynamoDB in memory that performs each command in one step, without a server. The contract tests of the stores run on it. */
export const makeMemoryDatabase = (): MemoryDatabase => makeDatabase(openTables());
