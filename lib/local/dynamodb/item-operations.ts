import { parseItem, sizeOfItem, type Item } from './attribute-value.ts';
import { consumedBy, consumedByTable, unitsOfRead, unitsOfWrite, type Units } from './capacity.ts';
import { invalid } from './dynamodb-error.ts';
import { limits } from './limits.ts';
import { prepareWrite, type ItemWrite, type WriteKind } from './item-write.ts';
import { listIn, oneOf, recordIn, rejectOthers, type Input } from './request-members.ts';
import type { State } from './state.ts';
import type { Table } from './table.ts';
import { checkKey, namesOf } from './table-definition.ts';

const parseKey = ({ definition }: Table, raw: unknown): Item => {
  const key = parseItem(raw);
  checkKey(definition, key);
  return key;
};

export const getItem = (state: State, input: Input): object => {
  const table = state.table(input['TableName']);
  const item = table.find(parseKey(table, input['Key']));
  return {
    ...(item && { Item: item }),
    ...consumedBy(input, () => unitsOfRead(table.definition, sizeOfItem(item), input)),
  };
};

export const writeItem =
  (kind: WriteKind) =>
  (state: State, input: Input): object => {
    const { apply } = prepareWrite(kind, state.table(input['TableName']), input);
    const returnsItem = oneOf(input, 'ReturnValues', 'NONE', 'ALL_NEW') === 'ALL_NEW';
    const change = apply();
    state.write([change]);
    return {
      ...(returnsItem && { Attributes: change.after }),
      ...consumedBy(input, () => unitsOfWrite(change)),
    };
  };

const requestsIn = (state: State, { RequestItems }: Input): { name: string; table: Table; requests: unknown }[] => {
  const byTable = Object.entries(recordIn(RequestItems ?? {}));
  if (byTable.length === 0) throw invalid('The requestItems parameter is required');
  return byTable.map(([name, requests]) => ({ name, table: state.table(name), requests }));
};

const nonEmptyList = (raw: unknown): readonly unknown[] => {
  const list = listIn(raw);
  if (list.length === 0) throw invalid('The list of a batch must not be empty');
  return list;
};

/** @throws DynamoDbError if there are too many items, or an item occurs twice */
export const checkItems = (all: readonly Pick<ItemWrite, 'table' | 'key'>[], max: number): void => {
  if (all.length > max) throw invalid(`Too many items requested: at most ${max}`);
  const identities = all.map(({ table: { definition }, key }) =>
    JSON.stringify([definition.name, ...namesOf(definition.key).map((name) => key[name])]),
  );
  if (new Set(identities).size < all.length)
    throw invalid('Provided list of item keys contains duplicates: a request cannot include one item twice');
};

/** Reads up to 100 items, and at most 16 MB, from several tables. */
export const batchGetItem = (state: State, input: Input): object => {
  const reads = requestsIn(state, input).flatMap(({ name, table, requests }) => {
    const { Keys, ...options } = recordIn(requests);
    rejectOthers(options, ['ConsistentRead'], 'BatchGetItem');
    return nonEmptyList(Keys).map((raw) => ({ name, options, table, key: parseKey(table, raw) }));
  });
  checkItems(reads, limits.batchReads);
  const Responses: Record<string, Item[]> = Object.fromEntries(reads.map(({ name }) => [name, []]));
  const UnprocessedKeys: Record<string, object & { readonly Keys: Item[] }> = {};
  const units: Units[] = [];
  let total = 0;
  for (const { name, options, table, key } of reads) {
    const item = table.find(key);
    total += sizeOfItem(item);
    if (total > limits.batchReadBytes) (UnprocessedKeys[name] ??= { ...options, Keys: [] }).Keys.push(key);
    else {
      if (item) Responses[name]?.push(item);
      units.push(unitsOfRead(table.definition, sizeOfItem(item), options));
    }
  }
  return { Responses, UnprocessedKeys, ...consumedByTable(input, () => units) };
};

/** Performs up to 25 puts and deletions of different items, without conditions. */
export const batchWriteItem = (state: State, input: Input): object => {
  const writes = requestsIn(state, input).flatMap(({ table, requests }) =>
    nonEmptyList(requests).map((request) => {
      const { PutRequest, DeleteRequest, ...others } = recordIn(request);
      if ((PutRequest === undefined) === (DeleteRequest === undefined) || Object.keys(others).length > 0)
        throw invalid('Supplied WriteRequest must contain exactly one of PutRequest or DeleteRequest');
      return PutRequest === undefined
        ? prepareWrite('Delete', table, recordIn(DeleteRequest))
        : prepareWrite('Put', table, recordIn(PutRequest));
    }),
  );
  checkItems(writes, limits.batchWrites);
  const changes = writes.map(({ apply }) => apply());
  state.write(changes);
  return { UnprocessedItems: {}, ...consumedByTable(input, () => changes.map((change) => unitsOfWrite(change))) };
};
