import { parseItem, sizeOfItem, typeOf, type AttributeValue, type Item } from './attribute-value.ts';
import { assertDistinct, requestsByTable } from './batches.ts';
import { consumedBy, consumedByTable, unitsOfRead } from './capacity.ts';
import { Expressions, type Test } from './expressions.ts';
import { limits, invalid, invalidParameter, nonEmptyListIn, recordIn, rejectOthers, type Input } from './request.ts';
import { HASHES, hashRange, keyText, rangeAfter, sortRange, type KeyRange } from './ordered-text.ts';
import type { State } from './state.ts';
import {
  assertNotEmpty,
  checkIndexKeys,
  checkItemKey,
  checkKey,
  consistsOfKeys,
  identifyingNames,
  namesOf,
  pickAttributes,
  projectToIndex,
  type KeySchema,
} from './table-definition.ts';
import type { Source, Table } from './table.ts';

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

/** Reads up to 100 items from several tables. */
export const batchGetItem = (state: State, input: Input): object => {
  const reads = requestsByTable(state, input).flatMap(({ name, table, requests }) => {
    const { Keys, ...options } = recordIn(requests);
    rejectOthers(options, 'ConsistentRead', 'BatchGetItem');
    return nonEmptyListIn(Keys, 'Keys').map((raw) => ({ name, options, table, key: parseKey(table, raw) }));
  });
  assertDistinct(reads, limits.batchReads);
  const found = reads.map((read) => ({ ...read, item: read.table.find(read.key) }));
  const byTable = [...Map.groupBy(found, ({ name }) => name)];
  const items = byTable.map(([name, all]) => [name, all.map(({ item }) => item).filter((item) => item !== undefined)]);
  return {
    Responses: Object.fromEntries(items),
    UnprocessedKeys: {},
    ...consumedByTable(input, () =>
      found.map(({ table, item, options }) => unitsOfRead(table.definition, sizeOfItem(item), options)),
    ),
  };
};

function* itemsIn({ items }: Source, { from, to }: KeyRange, isForward: boolean): Generator<Item> {
  // `true`: without `to` itself.
  const entries = isForward ? items.entries(from) : items.entriesReversed(to, undefined, true);
  for (const [text, item] of entries) {
    if (isForward ? text >= to : text < from) return;
    yield item;
  }
}

/** What distinguishes a query from a scan. */
interface Kind {
  /** Returns the range of keys to read. */
  readonly rangeOf: (expressions: Expressions, key: KeySchema) => KeyRange;
  /** Whether the filter may use the key's attributes. */
  readonly filtersKeys: boolean;
}

/** Reads one page: as many items as fit into 1 MB and into the limit, including items that the filter excludes. */
const readPage = (state: State, input: Input, { rangeOf, filtersKeys }: Kind): object => {
  const { ExclusiveStartKey, Limit } = input;
  const table = state.table(input['TableName']);
  const { definition } = table;
  const source = table.source(input['IndexName']);
  const { index } = source;
  if (index && input['ConsistentRead'] === true)
    throw invalid('Consistent reads are not supported on global secondary indexes');
  if (Limit !== undefined && !(Number.isSafeInteger(Limit) && (Limit as number) >= 1))
    throw invalid('Limit: must be greater than or equal to 1');

  const key = index?.key ?? definition.key;
  const expressions = new Expressions(input);
  const range = rangeOf(expressions, key);
  const filter = expressions.condition('FilterExpression', filtersKeys ? [] : namesOf(key));
  const projection = expressions.projection();
  expressions.assertAllUsed();
  const identifying = identifyingNames(definition, index);
  if (index && index.projected !== 'all') {
    const known = new Set([...identifying, ...index.projected]);
    const missing = (projection ?? []).filter((name) => !known.has(name));
    if (missing.length > 0)
      throw invalidParameter(`Global secondary index ${index.name} does not project [${missing.join(', ')}]`);
  }

  const isForward = input['ScanIndexForward'] !== false;
  let rest = range;
  if (ExclusiveStartKey !== undefined) {
    const start = parseItem(ExclusiveStartKey);
    if (!consistsOfKeys([key, definition.key], start)) throw invalid('The provided starting key is invalid');
    checkItemKey(definition, start);
    checkIndexKeys(definition, start);
    const text = keyText(identifying, start) as string;
    if (text < range.from || text >= range.to)
      throw invalid('The provided starting key is outside query boundaries based on provided conditions');
    rest = rangeAfter(range, text, isForward);
  }

  const Items: Item[] = [];
  let [bytes, ScannedCount] = [0, 0];
  let last: Item | undefined;
  for (const item of itemsIn(source, rest, isForward)) {
    const entry = index ? projectToIndex(definition, index, item) : item;
    bytes += sizeOfItem(entry);
    ScannedCount += 1;
    if (!filter || filter(entry)) Items.push(projection ? pickAttributes(projection, entry) : entry);
    if (ScannedCount === Limit || bytes >= limits.pageBytes) {
      last = item;
      break;
    }
  }
  return {
    Items,
    Count: Items.length,
    ScannedCount,
    ...(last && { LastEvaluatedKey: pickAttributes(identifying, last) }),
    ...consumedBy(input, () => unitsOfRead(definition, bytes, input, index?.name)),
  };
};

const keyRange = (tests: readonly Test[] | undefined, key: KeySchema): KeyRange => {
  if (!tests) throw invalid('KeyConditionExpression must be specified');
  for (const [position, { operator, path, operands }] of tests.entries()) {
    const attribute = key[position];
    if (!attribute || path.length > 1 || path[0] !== attribute.name || (position === 0 && operator !== '='))
      throw invalid('The local DynamoDB supports key conditions on the partition key (=), then on the sort key');
    for (const operand of operands) {
      if (typeOf(operand) !== attribute.type)
        throw invalidParameter('Condition parameter type does not match schema type');
      assertNotEmpty(operand, attribute.name);
    }
  }
  const [partition, sort] = tests;
  const range = sortRange(partition?.operands[0] as AttributeValue, sort?.operator, sort?.operands);
  if (!range) throw invalid('Query key condition not supported');
  return range;
};

/** Reads a page of a partition. @throws AwsError */
export const query = (state: State, input: Input): object =>
  readPage(state, input, {
    rangeOf: (expressions, key) => keyRange(expressions.keyTests(), key),
    filtersKeys: false,
  });

/** Returns the keys of a segment of a scan. By default, the whole table is one segment. @throws AwsError */
const segmentRange = ({ Segment: segment, TotalSegments: total }: Input): KeyRange => {
  if ((segment === undefined) !== (total === undefined))
    throw invalid('Segment and TotalSegments must both be present in the request, or neither');
  const wanted = Number(segment ?? 0);
  const count = Number(total ?? 1);
  if (!(Number.isSafeInteger(count) && count >= 1 && count <= limits.segments))
    throw invalid(`Value at 'totalSegments' must be between 1 and ${limits.segments}`);
  if (!(Number.isSafeInteger(wanted) && wanted >= 0 && wanted < count))
    throw invalid(`The Segment parameter is zero-based and must be less than TotalSegments: ${wanted}, ${count}`);
  const boundary = (number: number): number => Math.ceil((HASHES * number) / count);
  return hashRange(boundary(wanted), boundary(wanted + 1));
};

/** Reads a page of a whole table or index, or of one segment of it. @throws AwsError */
export const scan = (state: State, input: Input): object =>
  readPage(state, input, { rangeOf: () => segmentRange(input), filtersKeys: true });
