import { isRecord, parseItem, sizeOfItem, type Item } from './attribute-value.ts';
import { consumedBy, consumedByTable, readUnits, unitsOfWrite, type Units } from './capacity.ts';
import { invalid } from './dynamodb-error.ts';
import { prepareWrite, returnedAttributes, type WriteInput, type WriteKind } from './item-write.ts';
import { Placeholders, type PlaceholderInput } from './placeholders.ts';
import { parseProjection } from './projection.ts';
import type { State } from './state.ts';
import type { Table } from './table.ts';
import { checkKey, identify } from './table-definition.ts';

interface GetInput extends PlaceholderInput {
  readonly TableName?: unknown;
  readonly Key?: unknown;
  readonly ProjectionExpression?: unknown;
  readonly ConsistentRead?: unknown;
  readonly ReturnConsumedCapacity?: unknown;
}

interface SingleWriteInput extends WriteInput {
  readonly TableName?: unknown;
  readonly ReturnValues?: unknown;
  readonly ReturnConsumedCapacity?: unknown;
}

interface Found {
  readonly item: Item | undefined;
  readonly bytes: number;
}

/** Reads items of one table by their keys. @returns a function from key to item */
export const prepareGet = (table: Table, input: PlaceholderInput & { readonly ProjectionExpression?: unknown }) => {
  const placeholders = new Placeholders(input);
  const { apply } = parseProjection(input.ProjectionExpression, placeholders);
  placeholders.assertAllUsed();
  return (rawKey: unknown): { readonly key: Item; readonly find: () => Found } => {
    const key = parseItem(rawKey);
    checkKey(table.definition, key);
    const find = (): Found => {
      const found = table.items.find(key);
      return { item: found && apply(found), bytes: found ? sizeOfItem(found) : 0 };
    };
    return { key, find };
  };
};

export const getItem = (state: State, input: GetInput): object => {
  const table = state.table(input.TableName);
  const { item, bytes } = prepareGet(table, input)(input.Key).find();
  const ofTable = readUnits(bytes, input.ConsistentRead === true ? 1 : 0.5);
  return {
    ...(item && { Item: item }),
    ...consumedBy(input.ReturnConsumedCapacity, { table: table.definition, ofTable, ofIndexes: {} }),
  };
};

/** PutItem, UpdateItem or DeleteItem. */
export const writeItem =
  (kind: WriteKind) =>
  (state: State, input: SingleWriteInput): object => {
    const table = state.table(input.TableName);
    const write = prepareWrite(kind, table, input);
    const toAttributes = returnedAttributes(kind, input.ReturnValues, write);
    const change = write.apply(table.items.find(write.key));
    state.write([change]);
    return { ...toAttributes(change), ...consumedBy(input.ReturnConsumedCapacity, unitsOfWrite(change)) };
  };

const MAX_READS = 100;
const MAX_WRITES = 25;
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

interface BatchInput {
  readonly RequestItems?: unknown;
  readonly ReturnConsumedCapacity?: unknown;
}

const requestsIn = ({ RequestItems }: BatchInput): (readonly [string, unknown])[] => {
  if (!isRecord(RequestItems) || Object.keys(RequestItems).length === 0)
    throw invalid('The requestItems parameter is required for the batch');
  return Object.entries(RequestItems);
};

const listIn = (raw: unknown): readonly unknown[] => {
  if (!Array.isArray(raw) || raw.length === 0) throw invalid('The list of a batch must not be empty');
  return raw as readonly unknown[];
};

const checkBatch = (identities: readonly string[], limit: number, operation: string): void => {
  if (identities.length > limit) throw invalid(`Too many items requested for the ${operation} call`);
  if (new Set(identities).size < identities.length) throw invalid('Provided list of item keys contains duplicates');
};

/** Up to 100 items of several tables, and at most 16 MB of them. */
export const batchGetItem = (state: State, input: BatchInput): object => {
  const reads = requestsIn(input).flatMap(([name, request]) => {
    const table = state.table(name);
    const of = isRecord(request) ? request : {};
    const prepare = prepareGet(table, of);
    return listIn(of['Keys']).map((rawKey) => ({ name, table, of, ...prepare(rawKey) }));
  });
  checkBatch(
    reads.map(({ table, key }) => identify(table.definition, key)),
    MAX_READS,
    'BatchGetItem',
  );
  const Responses: Record<string, Item[]> = Object.fromEntries(reads.map(({ name }) => [name, []]));
  const UnprocessedKeys: Record<string, object & { readonly Keys: Item[] }> = {};
  const units: Units[] = [];
  let total = 0;
  for (const { name, table, of, key, find } of reads) {
    const { item, bytes } = find();
    total += bytes;
    if (total > MAX_RESPONSE_BYTES) {
      (UnprocessedKeys[name] ??= { ...of, Keys: [] }).Keys.push(key);
      continue;
    }
    if (item) Responses[name]?.push(item);
    const ofTable = readUnits(bytes, of['ConsistentRead'] === true ? 1 : 0.5);
    units.push({ table: table.definition, ofTable, ofIndexes: {} });
  }
  const ConsumedCapacity = consumedByTable(input.ReturnConsumedCapacity, units);
  return { Responses, UnprocessedKeys, ...(ConsumedCapacity && { ConsumedCapacity }) };
};

const toWrite = (request: unknown): readonly [WriteKind, WriteInput] => {
  const entries = isRecord(request) ? Object.entries(request) : [];
  const [[name, input] = ['', undefined]] = entries;
  if (entries.length !== 1 || !isRecord(input) || (name !== 'PutRequest' && name !== 'DeleteRequest'))
    throw invalid('Supplied WriteRequest must contain exactly one of PutRequest or DeleteRequest');
  return [name === 'PutRequest' ? 'Put' : 'Delete', input];
};

/** Up to 25 puts and deletes of different items, without conditions. */
export const batchWriteItem = (state: State, input: BatchInput): object => {
  const writes = requestsIn(input).flatMap(([name, requests]) => {
    const table = state.table(name);
    return listIn(requests).map((request) => ({ table, ...prepareWrite(...withTable(table, toWrite(request))) }));
  });
  checkBatch(
    writes.map(({ table, key }) => identify(table.definition, key)),
    MAX_WRITES,
    'BatchWriteItem',
  );
  const changes = writes.map(({ table, key, apply }) => apply(table.items.find(key)));
  state.write(changes);
  const ConsumedCapacity = consumedByTable(
    input.ReturnConsumedCapacity,
    changes.map((change) => unitsOfWrite(change)),
  );
  return { UnprocessedItems: {}, ...(ConsumedCapacity && { ConsumedCapacity }) };
};

const withTable = (table: Table, [kind, input]: readonly [WriteKind, WriteInput]): [WriteKind, Table, WriteInput] => [
  kind,
  table,
  input,
];
