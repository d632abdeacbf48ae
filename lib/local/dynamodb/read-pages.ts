import { isRecord, parseItem, sizeOfItem, type Item } from './attribute-value.ts';
import { consumedBy, readUnits } from './capacity.ts';
import { holds } from './condition.ts';
import { invalid, invalidParameter } from './dynamodb-error.ts';
import { parseCondition } from './expression-parser.ts';
import type { Condition } from './expression.ts';
import { toKeyRange, type KeyRange } from './key-condition.ts';
import { oneOf } from './members.ts';
import { Placeholders, type PlaceholderInput } from './placeholders.ts';
import { parseProjection, type Projection } from './projection.ts';
import { findPosition, hashOf } from './sorted-items.ts';
import type { Source, Table } from './table.ts';
import { pickKeys, projectToIndex, type KeySchema } from './table-definition.ts';

/** The members of a Query or a Scan. */
export interface ReadInput extends PlaceholderInput {
  readonly IndexName?: string;
  readonly KeyConditionExpression?: unknown;
  readonly FilterExpression?: unknown;
  readonly ProjectionExpression?: unknown;
  readonly Select?: unknown;
  readonly ScanIndexForward?: unknown;
  readonly ConsistentRead?: unknown;
  readonly Limit?: unknown;
  readonly ExclusiveStartKey?: unknown;
  readonly Segment?: unknown;
  readonly TotalSegments?: unknown;
  readonly ReturnConsumedCapacity?: unknown;
}

/** The parts of a request that a query and a scan have in common. */
interface Reading {
  readonly table: Table;
  readonly source: Source;
  readonly key: KeySchema;
  readonly start: Item | undefined;
  readonly filter: Condition | undefined;
  readonly projection: Projection;
  readonly isCount: boolean;
  readonly limit: number;
}

const MAX_PAGE_BYTES = 1024 * 1024;
const SELECT = ['ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES', 'SPECIFIC_ATTRIBUTES', 'COUNT'] as const;

const checkSelect = ({ Select, ProjectionExpression, IndexName }: ReadInput, { index }: Source): void => {
  if (Select === undefined) return;
  const selected = oneOf('select', Select, SELECT);
  if ((selected === 'SPECIFIC_ATTRIBUTES') !== (ProjectionExpression !== undefined))
    throw invalid(`Cannot specify the ProjectionExpression when choosing to get ${selected}`);
  if (selected === 'ALL_PROJECTED_ATTRIBUTES' && IndexName === undefined)
    throw invalidParameter('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName');
  if (selected === 'ALL_ATTRIBUTES' && index && index.projected !== 'all')
    throw invalidParameter(
      `Select type ALL_ATTRIBUTES is not supported for global secondary index ${index.name} because its projection type is not ALL`,
    );
};

/** @throws DynamoDbError for attributes that an index does not have */
const checkProjection = ({ paths = [] }: Projection, { definition }: Table, { index }: Source): void => {
  if (!index || index.projected === 'all') return;
  const names = new Set([
    ...index.projected,
    ...[definition.key, index.key].flatMap((key) => key.map((one) => one?.name)),
  ]);
  const missing = paths.map(([name]) => String(name)).filter((name) => !names.has(name));
  if (missing.length > 0)
    throw invalidParameter(`Global secondary index ${index.name} does not project [${missing.join(', ')}]`);
};

const parseStart = (raw: unknown, table: Table, { index }: Source): Item | undefined => {
  if (raw === undefined) return undefined;
  if (!isRecord(raw)) throw invalid('ExclusiveStartKey: an object is required');
  const start = parseItem(raw);
  const keys = [table.definition.key, ...(index ? [index.key] : [])];
  const attributes = keys.flat().filter((one) => one !== undefined);
  const fits = attributes.every(({ name, type }) => start[name] && type in start[name]);
  if (!fits || Object.keys(start).length !== new Set(attributes.map(({ name }) => name)).size)
    throw invalid('The provided starting key is invalid');
  return start;
};

const parseLimit = (raw: unknown): number => {
  if (raw === undefined) return Infinity;
  if (!Number.isSafeInteger(raw) || (raw as number) < 1) throw invalid('Limit: must be greater than or equal to 1');
  return raw as number;
};

const parseReading = (table: Table, input: ReadInput, placeholders: Placeholders): Reading => {
  const source = table.source(input.IndexName);
  if (source.index && input.ConsistentRead === true)
    throw invalid('Consistent reads are not supported on global secondary indexes');
  checkSelect(input, source);
  const projection = parseProjection(input.ProjectionExpression, placeholders);
  checkProjection(projection, table, source);
  return {
    table,
    source,
    key: source.index?.key ?? table.definition.key,
    start: parseStart(input.ExclusiveStartKey, table, source),
    filter:
      input.FilterExpression === undefined
        ? undefined
        : parseCondition('FilterExpression', input.FilterExpression, placeholders),
    projection,
    isCount: input.Select === 'COUNT',
    limit: parseLimit(input.Limit),
  };
};

/** One page: as many items as fit into 1 MB and into the limit, before the filter. */
const readPage = (items: Iterable<Item>, reading: Reading, input: ReadInput): object => {
  const { table, source, filter, projection, isCount, limit } = reading;
  const { definition } = table;
  const Items: Item[] = [];
  let [bytes, ScannedCount] = [0, 0];
  let last: Item | undefined;
  for (const item of items) {
    if (ScannedCount === limit || bytes >= MAX_PAGE_BYTES) break;
    const entry = source.index ? projectToIndex(definition, source.index, item) : item;
    last = item;
    bytes += sizeOfItem(entry);
    ScannedCount += 1;
    if (!filter || holds(filter, entry)) Items.push(projection.apply(entry));
    if (ScannedCount === limit || bytes >= MAX_PAGE_BYTES) break;
    last = undefined;
  }
  const units = readUnits(bytes, input.ConsistentRead === true ? 1 : 0.5);
  return {
    ...(!isCount && { Items }),
    Count: Items.length,
    ScannedCount,
    ...(last && { LastEvaluatedKey: pickKeys([definition.key, reading.key], last) }),
    ...consumedBy(input.ReturnConsumedCapacity, {
      table: definition,
      ofTable: source.index ? 0 : units,
      ofIndexes: source.index ? { [source.index.name]: units } : {},
    }),
  };
};

function* inRange(
  { source, start }: Reading,
  { partition, isBefore, isAfter }: KeyRange,
  isForward: boolean,
): Generator<Item> {
  const items = source.items.partition(partition);
  let from = findPosition(items, (item) => !isBefore(item));
  let to = findPosition(items, isAfter);
  if (start && isForward)
    from = Math.max(
      from,
      findPosition(items, (item) => source.items.compare(item, start) > 0),
    );
  if (start && !isForward)
    to = Math.min(
      to,
      findPosition(items, (item) => source.items.compare(item, start) >= 0),
    );
  if (isForward) for (let index = from; index < to; index += 1) yield items[index] as Item;
  else for (let index = to - 1; index >= from; index -= 1) yield items[index] as Item;
}

const checkFilter = (filter: Condition | undefined, key: KeySchema): void => {
  if (!filter) return;
  if (filter.kind !== 'test') return filter.conditions.forEach((one) => checkFilter(one, key));
  const names = filter.operands.flatMap((operand) => (operand.kind === 'path' ? String(operand.path[0]) : []));
  const keyName = names.find((name) => key.some((one) => one?.name === name));
  if (keyName !== undefined)
    throw invalid(`Filter Expression can only contain non-primary key attributes: Primary key attribute: ${keyName}`);
};

/** Reads a page of a partition. @throws DynamoDbError */
export const query = (table: Table, input: ReadInput): object => {
  const placeholders = new Placeholders(input);
  if (input.KeyConditionExpression === undefined)
    throw invalid('Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.');
  const condition = parseCondition('KeyConditionExpression', input.KeyConditionExpression, placeholders);
  const reading = parseReading(table, input, placeholders);
  placeholders.assertAllUsed();
  const range = toKeyRange(condition, reading.key);
  checkFilter(reading.filter, reading.key);
  const { start, source } = reading;
  if (start && (source.items.partitionOf(start) !== range.partition || range.isBefore(start) || range.isAfter(start)))
    throw invalid('The provided starting key is outside query boundaries based on provided conditions');
  return readPage(inRange(reading, range, input.ScanIndexForward !== false), reading, input);
};

interface Segment {
  readonly from: number;
  readonly to: number;
}

const HASHES = 2 ** 32;

const parseSegment = ({ Segment, TotalSegments }: ReadInput): Segment => {
  if (Segment === undefined && TotalSegments === undefined) return { from: 0, to: HASHES };
  const [segment, total] = [Number(Segment), Number(TotalSegments)];
  if (Segment === undefined)
    throw invalid(
      'The Segment parameter is required but was not present in the request when parameter TotalSegments is present',
    );
  if (TotalSegments === undefined)
    throw invalid(
      'The TotalSegments parameter is required but was not present in the request when Segment parameter is present',
    );
  if (!(total >= 1 && segment >= 0 && segment < total))
    throw invalid('The Segment parameter is zero-based and must be less than parameter TotalSegments');
  return { from: (HASHES / total) * segment, to: (HASHES / total) * (segment + 1) };
};

function* inScan({ source: { items }, start }: Reading, { from, to }: Segment): Generator<Item> {
  const startPartition = start && items.partitionOf(start);
  let isReached = startPartition === undefined;
  for (const partition of items.scanOrder) {
    const hash = hashOf(partition);
    if (hash < from || hash >= to) continue;
    if (!isReached) {
      const startHash = hashOf(startPartition as string);
      if (hash < startHash || (hash === startHash && partition < (startPartition as string))) continue;
      isReached = true;
    }
    const ofPartition = items.partition(partition);
    const isFirst = partition === startPartition;
    yield* isFirst
      ? ofPartition.slice(findPosition(ofPartition, (one) => items.compare(one, start as Item) > 0))
      : ofPartition;
  }
}

/** Reads a page of a whole table or index, or of one segment of it. @throws DynamoDbError */
export const scan = (table: Table, input: ReadInput): object => {
  const placeholders = new Placeholders(input);
  const reading = parseReading(table, input, placeholders);
  placeholders.assertAllUsed();
  return readPage(inScan(reading, parseSegment(input)), reading, input);
};
