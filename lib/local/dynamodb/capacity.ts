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

/** The capacity units that a request consumes, for one table and its indexes. */
export interface Units {
  readonly table: TableDefinition;
  readonly tableUnits: number;
  readonly indexUnits: Readonly<Record<string, number>>;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The units of a read of `bytes` from a table or one of its indexes. An eventually consistent read costs half. */
export const unitsOfRead = (
  table: TableDefinition,
  bytes: number,
  { ConsistentRead }: Input,
  index?: string,
): Units => {
  const units = Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES)) * (ConsistentRead === true ? 1 : 0.5);
  return {
    table,
    tableUnits: index === undefined ? units : 0,
    indexUnits: index === undefined ? {} : { [index]: units },
  };
};

const unitsOfItems = (...items: readonly (Item | undefined)[]): number =>
  Math.max(1, ...items.map((item) => Math.ceil(sizeOfItem(item) / WRITE_UNIT_BYTES)));

/** The units of a write to an index. An unchanged entry costs nothing. A moved entry costs a deletion and an addition. */
const unitsOfIndex = ({ table, before, after }: Change, index: IndexDefinition): number => {
  const [oldEntry, newEntry] = [before, after].map((item) =>
    item && partitionOf(index.key, item) !== undefined ? projectToIndex(table, index, item) : undefined,
  );
  if (isDeepStrictEqual(oldEntry, newEntry)) return 0;
  return oldEntry && newEntry && !hasSameKey(index.key, oldEntry, newEntry)
    ? unitsOfItems(oldEntry) + unitsOfItems(newEntry)
    : unitsOfItems(oldEntry, newEntry);
};

/** The units of a write. @param factor 2 in a transaction */
export const unitsOfWrite = (change: Change, factor = 1): Units => {
  const { table, before, after } = change;
  const indexUnits = table.indexes.map((index) => [index.name, factor * unitsOfIndex(change, index)] as const);
  return {
    table,
    tableUnits: factor * unitsOfItems(before, after),
    indexUnits: Object.fromEntries(indexUnits.filter(([, units]) => units > 0)),
  };
};

const toConsumed = (all: readonly Units[], detail: string): object => {
  const tableUnits = sum(all.map((one) => one.tableUnits));
  const names = new Set(all.flatMap(({ indexUnits }) => Object.keys(indexUnits)));
  const indexes = [...names].map((name) => [name, sum(all.map(({ indexUnits }) => indexUnits[name] ?? 0))] as const);
  const GlobalSecondaryIndexes = Object.fromEntries(indexes.map(([name, CapacityUnits]) => [name, { CapacityUnits }]));
  return {
    TableName: all[0]?.table.name,
    CapacityUnits: tableUnits + sum(indexes.map(([, units]) => units)),
    ...(detail === 'INDEXES' && {
      Table: { CapacityUnits: tableUnits },
      ...(names.size > 0 && { GlobalSecondaryIndexes }),
    }),
  };
};

/** The member `ConsumedCapacity` of a response about several tables, if the request asks for it. */
export const consumedByTable = (input: Input, all: () => readonly Units[]): object => {
  const detail = oneOf(input, 'ReturnConsumedCapacity', 'NONE', 'TOTAL', 'INDEXES');
  if (detail === 'NONE') return {};
  const byTable = Map.groupBy(all(), ({ table }) => table.name);
  return { ConsumedCapacity: [...byTable.values()].map((units) => toConsumed(units, detail)) };
};

/** The member `ConsumedCapacity` of a response about one table, if the request asks for it. */
export const consumedBy = (input: Input, units: () => Units): object => {
  const detail = oneOf(input, 'ReturnConsumedCapacity', 'NONE', 'TOTAL', 'INDEXES');
  return detail === 'NONE' ? {} : { ConsumedCapacity: toConsumed([units()], detail) };
};
