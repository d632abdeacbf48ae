import { parseItem, sizeOfItem, type Item } from './attribute-value.ts';
import { consumedBy, unitsOfRead } from './capacity.ts';
import { holds } from './condition.ts';
import { invalid, invalidParameter } from './dynamodb-error.ts';
import type { Condition } from './expression.ts';
import { Expressions } from './expression-parser.ts';
import { toKeyRange, type KeyRange } from './key-condition.ts';
import type { Input } from './request-members.ts';
import { comparePartitions, findPosition, hashOf } from './sorted-items.ts';
import type { State } from './state.ts';
import type { Source, Table } from './table.ts';
import {
  attributesOf,
  consistsOfKeys,
  pickAttributes,
  pickKeys,
  projectToIndex,
  type KeySchema,
} from './table-definition.ts';

/** The parsed request of a query or scan. */
interface ReadRequest {
  readonly input: Input;
  readonly table: Table;
  readonly source: Source;
  /** The key schemas of the table and of the index. */
  readonly keys: readonly KeySchema[];
  readonly start: Item | undefined;
  readonly filter: Condition | undefined;
  readonly projection: readonly string[] | undefined;
}

const MAX_PAGE_BYTES = 1024 * 1024;

const checkNames = (names: readonly string[], { index }: Source, keys: readonly KeySchema[]): void => {
  if (!index || index.projected === 'all') return;
  const known = new Set([...index.projected, ...attributesOf(...keys).map(({ name }) => name)]);
  const missing = names.filter((name) => !known.has(name));
  if (missing.length > 0)
    throw invalidParameter(`Global secondary index ${index.name} does not project [${missing.join(', ')}]`);
};

const parseReadRequest = (table: Table, input: Input, expressions: Expressions): ReadRequest => {
  const { IndexName, ExclusiveStartKey, ConsistentRead, Limit } = input;
  const source = table.source(IndexName);
  if (source.index && ConsistentRead === true)
    throw invalid('Consistent reads are not supported on global secondary indexes');
  if (Limit !== undefined && !(Number.isSafeInteger(Limit) && (Limit as number) >= 1))
    throw invalid('Limit: must be greater than or equal to 1');
  const keys = [table.definition.key, ...(source.index ? [source.index.key] : [])];
  const projection = expressions.projection();
  checkNames(projection ?? [], source, keys);
  const start = ExclusiveStartKey === undefined ? undefined : parseItem(ExclusiveStartKey);
  if (start && !consistsOfKeys(keys, start)) throw invalid('The provided starting key is invalid');
  return { input, table, source, keys, start, projection, filter: expressions.condition('FilterExpression') };
};

/** Reads one page: as many items as fit into 1 MB and into the limit, including items that the filter excludes. */
const readPage = (items: Iterable<Item>, { input, table, source, keys, filter, projection }: ReadRequest): object => {
  const { definition } = table;
  const Items: Item[] = [];
  let [bytes, ScannedCount] = [0, 0];
  let last: Item | undefined;
  for (const item of items) {
    const entry = source.index ? projectToIndex(definition, source.index, item) : item;
    bytes += sizeOfItem(entry);
    ScannedCount += 1;
    if (!filter || holds(filter, entry)) Items.push(projection ? pickAttributes(projection, entry) : entry);
    if (ScannedCount === input['Limit'] || bytes >= MAX_PAGE_BYTES) {
      last = item;
      break;
    }
  }
  return {
    Items,
    Count: Items.length,
    ScannedCount,
    ...(last && { LastEvaluatedKey: pickKeys(keys, last) }),
    ...consumedBy(input, () => unitsOfRead(definition, bytes, input, source.index?.name)),
  };
};

function* itemsInRange({ source: { items }, start, input }: ReadRequest, range: KeyRange): Generator<Item> {
  const all = items.partition(range.partition);
  const isForward = input['ScanIndexForward'] !== false;
  let from = findPosition(all, (item) => !range.isBefore(item));
  let to = findPosition(all, range.isAfter);
  const comparedToStart = (item: Item): number => (start ? items.compare(item, start) : 0);
  if (start && isForward) from = findPosition(all, (item) => comparedToStart(item) > 0);
  if (start && !isForward) to = findPosition(all, (item) => comparedToStart(item) >= 0);
  for (let step = 0; step < to - from; step += 1) yield all[isForward ? from + step : to - 1 - step] as Item;
}

const checkFilter = (filter: Condition, keyNames: ReadonlySet<unknown>): void => {
  if (filter.kind !== 'test') return filter.conditions.forEach((one) => checkFilter(one, keyNames));
  const key = filter.operands.find((operand) => operand.kind === 'path' && keyNames.has(operand.path[0]));
  if (key) throw invalid('Filter Expression can only contain non-primary key attributes');
};

/** Reads a page of a partition. @throws DynamoDbError */
export const query = (state: State, input: Input): object => {
  const expressions = new Expressions(input);
  const condition = expressions.condition('KeyConditionExpression');
  if (!condition) throw invalid('KeyConditionExpression must be specified');
  const request = parseReadRequest(state.table(input['TableName']), input, expressions);
  expressions.assertAllUsed();
  const { start, filter, source, keys } = request;
  const key = keys.at(-1) as KeySchema;
  const range = toKeyRange(condition, key);
  if (filter) checkFilter(filter, new Set(attributesOf(key).map(({ name }) => name)));
  if (start && (source.items.partitionOf(start) !== range.partition || range.isBefore(start) || range.isAfter(start)))
    throw invalid('The provided starting key is outside query boundaries based on provided conditions');
  return readPage(itemsInRange(request, range), request);
};

const HASHES = 2 ** 32;

/** The hashes of a segment: from (inclusive), to (exclusive). */
const parseSegment = ({ Segment, TotalSegments }: Input): readonly [number, number] => {
  if (Segment === undefined && TotalSegments === undefined) return [0, HASHES];
  const [segment, total] = [Number(Segment), Number(TotalSegments)];
  if (!(total >= 1 && segment >= 0 && segment < total))
    throw invalid('Segment and TotalSegments are required together; Segment must be less than TotalSegments');
  return [(HASHES / total) * segment, (HASHES / total) * (segment + 1)];
};

function* itemsInSegment(
  { source: { items }, start }: ReadRequest,
  [from, to]: readonly [number, number],
): Generator<Item> {
  const partitions = items.scanOrder;
  const first = start && items.partitionOf(start);
  const isReached = (partition: string): boolean =>
    hashOf(partition) >= from && (first === undefined || comparePartitions(partition, first) >= 0);
  for (let position = findPosition(partitions, isReached); position < partitions.length; position += 1) {
    const partition = partitions[position] as string;
    if (hashOf(partition) >= to) return;
    const all = items.partition(partition);
    yield* start && partition === first ? all.slice(findPosition(all, (item) => items.compare(item, start) > 0)) : all;
  }
}

/** Reads a page of a whole table or index, or of one segment of it. @throws DynamoDbError */
export const scan = (state: State, input: Input): object => {
  const expressions = new Expressions(input);
  const request = parseReadRequest(state.table(input['TableName']), input, expressions);
  expressions.assertAllUsed();
  return readPage(itemsInSegment(request, parseSegment(input)), request);
};
