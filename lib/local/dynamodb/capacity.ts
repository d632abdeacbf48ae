import { isDeepStrictEqual } from 'node:util';
import { sizeOfItem, type Item } from './attribute-value.ts';
import { oneOf, type Input } from './request-members.ts';
import {
  hasSameKey,
  partitionOf,
  projectToIndex,
  type IndexDefinition,
  type TableDefinition,
} from './table-definition.ts';
import type { Change } from './table.ts';

const READ_UNIT_BYTES = 4096;
const WRITE_UNIT_BYTES = 1024;

/** The units of one table, or of a part of it. */
export interface Units {
  readonly table: TableDefinition;
  readonly ofTable: number;
  readonly ofIndexes: Readonly<Record<string, number>>;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The units of reading so many bytes of a table, or of one of its indexes; half of them if the read is eventually consistent. */
export const unitsOfRead = (
  table: TableDefinition,
  bytes: number,
  { ConsistentRead }: Input,
  index?: string,
): Units => {
  const units = Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES)) * (ConsistentRead === true ? 1 : 0.5);
  return { table, ofTable: index === undefined ? units : 0, ofIndexes: index === undefined ? {} : { [index]: units } };
};

const unitsOfItems = (...items: readonly (Item | undefined)[]): number =>
  Math.max(1, ...items.map((item) => (item ? Math.ceil(sizeOfItem(item) / WRITE_UNIT_BYTES) : 0)));

/** The units of an index: none if its entry stays as it is, and those of a deletion and an addition if the entry moves. */
const unitsOfIndex = ({ table, before, after }: Change, index: IndexDefinition): number => {
  const [old, now] = [before, after].map((item) =>
    item && partitionOf(index.key, item) !== undefined ? projectToIndex(table, index, item) : undefined,
  );
  if (isDeepStrictEqual(old, now)) return 0;
  return old && now && !hasSameKey(index.key, old, now)
    ? unitsOfItems(old) + unitsOfItems(now)
    : unitsOfItems(old, now);
};

/** The units of a write. @param factor 2 in a transaction */
export const unitsOfWrite = (change: Change, factor = 1): Units => {
  const { table, before, after } = change;
  const ofIndexes = table.indexes.map((index) => [index.name, factor * unitsOfIndex(change, index)] as const);
  return {
    table,
    ofTable: factor * unitsOfItems(before, after),
    ofIndexes: Object.fromEntries(ofIndexes.filter(([, units]) => units > 0)),
  };
};

const toConsumed = (all: readonly Units[], detail: string): object => {
  const ofTable = sum(all.map((one) => one.ofTable));
  const names = new Set(all.flatMap(({ ofIndexes }) => Object.keys(ofIndexes)));
  const indexes = [...names].map((name) => [name, sum(all.map(({ ofIndexes }) => ofIndexes[name] ?? 0))] as const);
  const GlobalSecondaryIndexes = Object.fromEntries(indexes.map(([name, CapacityUnits]) => [name, { CapacityUnits }]));
  return {
    TableName: all[0]?.table.name,
    CapacityUnits: ofTable + sum(indexes.map(([, units]) => units)),
    ...(detail === 'INDEXES' && {
      Table: { CapacityUnits: ofTable },
      ...(names.size > 0 && { GlobalSecondaryIndexes }),
    }),
  };
};

/** The member `ConsumedCapacity` of a response about several tables, if the request asks for it. */
export const consumedByTable = (input: Input, all: () => readonly Units[]): object => {
  const detail = oneOf(input, 'ReturnConsumedCapacity', 'NONE', 'TOTAL', 'INDEXES');
  if (detail === 'NONE') return {};
  const byTable = Map.groupBy(all(), ({ table }) => table.name);
  return { ConsumedCapacity: [...byTable.values()].map((some) => toConsumed(some, detail)) };
};

/** The field `ConsumedCapacity` of a response about one table. */
export const consumedBy = (input: Input, units: () => Units): object => {
  const detail = oneOf(input, 'ReturnConsumedCapacity', 'NONE', 'TOTAL', 'INDEXES');
  return detail === 'NONE' ? {} : { ConsumedCapacity: toConsumed([units()], detail) };
};
