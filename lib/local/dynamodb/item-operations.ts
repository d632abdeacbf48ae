import { parseItem, sizeOfItem, type Item } from './attribute-value.ts';
import { consumedBy, consumedByTable, unitsOfRead, unitsOfWrite, type Units } from './capacity.ts';
import { invalid } from './dynamodb-error.ts';
import { Expressions } from './expression-parser.ts';
import { prepareWrite, type ItemWrite, type WriteKind } from './item-write.ts';
import { listIn, oneOf, recordIn, rejectOthers, type Input } from './request-members.ts';
import type { State } from './state.ts';
import type { Table } from './table.ts';
import { checkKey, identify, pickAttributes } from './table-definition.ts';

interface Found {
  /** The attributes to return. */
  readonly item: Item | undefined;
  readonly bytes: number;
  readonly units: () => Units;
}

const prepareReads = (table: Table, input: Input, keys: readonly unknown[]) => {
  const expressions = new Expressions(input);
  const names = expressions.projection();
  expressions.assertAllUsed();
  return keys.map((raw) => {
    const key = parseItem(raw);
    checkKey(table.definition, key);
    const find = (): Found => {
      const item = table.items.find(key);
      const bytes = item ? sizeOfItem(item) : 0;
      const units = (): Units => unitsOfRead(table.definition, bytes, input);
      return { item: item && names ? pickAttributes(names, item) : item, bytes, units };
    };
    return { table, key, find };
  });
};

export const getItem = (state: State, input: Input): object => {
  const [read] = prepareReads(state.table(input['TableName']), input, [input['Key']]);
  const { item, units } = (read as NonNullable<typeof read>).find();
  return { ...(item && { Item: item }), ...consumedBy(input, units) };
};

export const writeItem =
  (kind: WriteKind) =>
  (state: State, input: Input): object => {
    const { apply } = prepareWrite(kind, state.table(input['TableName']), input);
    const wanted = oneOf(input, 'ReturnValues', 'NONE', 'ALL_OLD', ...(kind === 'Update' ? ['ALL_NEW'] : []));
    const change = apply();
    state.write([change]);
    const item = wanted === 'ALL_OLD' ? change.before : change.after;
    return {
      ...(wanted !== 'NONE' && item && { Attributes: item }),
      ...consumedBy(input, () => unitsOfWrite(change)),
    };
  };

const MAX_READS = 100;
const MAX_WRITES = 25;
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

const requestsIn = (state: State, { RequestItems }: Input): { name: string; table: Table; requests: unknown }[] => {
  const byTable = Object.entries(recordIn(RequestItems ?? {}));
  if (byTable.length === 0) throw invalid('The requestItems parameter is required');
  return byTable.map(([name, requests]) => ({ name, table: state.table(name), requests }));
};

const filledList = (raw: unknown): readonly unknown[] => {
  const list = listIn(raw);
  if (list.length === 0) throw invalid('The list of a batch must not be empty');
  return list;
};

/** @throws DynamoDbError if an item occurs twice */
export const assertDistinct = (all: readonly Pick<ItemWrite, 'table' | 'key'>[], message: string): void => {
  const identities = new Set(all.map(({ table, key }) => identify(table.definition, key)));
  if (identities.size < all.length) throw invalid(message);
};

const checkBatch = (all: readonly Pick<ItemWrite, 'table' | 'key'>[], max: number): void => {
  if (all.length > max) throw invalid(`Too many items requested: a batch has at most ${max}`);
  assertDistinct(all, 'Provided list of item keys contains duplicates');
};

/** Reads up to 100 items, and at most 16 MB, from several tables. */
export const batchGetItem = (state: State, input: Input): object => {
  const reads = requestsIn(state, input).flatMap(({ name, table, requests }) => {
    const { Keys, ...options } = recordIn(requests);
    rejectOthers(options, ['ConsistentRead', 'ProjectionExpression', 'ExpressionAttributeNames'], 'BatchGetItem');
    return prepareReads(table, options, filledList(Keys)).map((read) => ({ name, options, ...read }));
  });
  checkBatch(reads, MAX_READS);
  const Responses: Record<string, Item[]> = Object.fromEntries(reads.map(({ name }) => [name, []]));
  const UnprocessedKeys: Record<string, object & { readonly Keys: Item[] }> = {};
  const units: (() => Units)[] = [];
  let total = 0;
  for (const { name, options, key, find } of reads) {
    const found = find();
    total += found.bytes;
    if (total > MAX_RESPONSE_BYTES) (UnprocessedKeys[name] ??= { ...options, Keys: [] }).Keys.push(key);
    else {
      if (found.item) Responses[name]?.push(found.item);
      units.push(found.units);
    }
  }
  return { Responses, UnprocessedKeys, ...consumedByTable(input, () => units.map((getUnits) => getUnits())) };
};

/** Performs up to 25 puts and deletions of different items, without conditions. */
export const batchWriteItem = (state: State, input: Input): object => {
  const writes = requestsIn(state, input).flatMap(({ table, requests }) =>
    filledList(requests).map((request) => {
      const { PutRequest, DeleteRequest, ...others } = recordIn(request);
      if ((PutRequest === undefined) === (DeleteRequest === undefined) || Object.keys(others).length > 0)
        throw invalid('Supplied WriteRequest must contain exactly one of PutRequest or DeleteRequest');
      return PutRequest === undefined
        ? prepareWrite('Delete', table, recordIn(DeleteRequest))
        : prepareWrite('Put', table, recordIn(PutRequest));
    }),
  );
  checkBatch(writes, MAX_WRITES);
  const changes = writes.map(({ apply }) => apply());
  state.write(changes);
  return { UnprocessedItems: {}, ...consumedByTable(input, () => changes.map((change) => unitsOfWrite(change))) };
};
