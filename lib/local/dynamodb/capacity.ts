import { isDeepStrictEqual } from 'node:util';
import { sizeOfItem, type Item } from './attribute-value.ts';
import { keyText } from './ordered-text.ts';
import { oneOf, type Input } from './request.ts';
import { identifyingNames, projectToIndex, type TableDefinition } from './table-definition.ts';
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
  return index === undefined
    ? { table, tableUnits: units, indexUnits: {} }
    : { table, tableUnits: 0, indexUnits: { [index]: units } };
};

const unitsOfItems = (...items: readonly (Item | undefined)[]): number =>
  Math.max(1, ...items.map((item) => Math.ceil(sizeOfItem(item) / WRITE_UNIT_BYTES)));

/**
 * The units of a write. In an index, an unchanged entry costs nothing, and a moved entry costs a deletion and an addition.
 * @param factor 2 in a transaction
 */
export const unitsOfWrite = ({ table, before, after }: Change, factor = 1): Units => {
  const indexUnits: Record<string, number> = {};
  for (const index of table.indexes) {
    const textOf = (item: Item): string | undefined => keyText(identifyingNames(table, index), item);
    const entryOf = (item: Item | undefined): Item | undefined =>
      item && textOf(item) !== undefined ? projectToIndex(table, index, item) : undefined;
    const oldEntry = entryOf(before);
    const newEntry = entryOf(after);
    const isMoved = oldEntry && newEntry && textOf(oldEntry) !== textOf(newEntry);
    const units = isMoved ? unitsOfItems(oldEntry) + unitsOfItems(newEntry) : unitsOfItems(oldEntry, newEntry);
    if (!isDeepStrictEqual(oldEntry, newEntry)) indexUnits[index.name] = factor * units;
  }
  return { table, tableUnits: factor * unitsOfItems(before, after), indexUnits };
};

const toConsumed = (all: readonly Units[]): object => {
  const tableUnits = sum(all.map((one) => one.tableUnits));
  const names = new Set(all.flatMap(({ indexUnits }) => Object.keys(indexUnits)));
  const indexes = [...names].map((name) => [name, sum(all.map(({ indexUnits }) => indexUnits[name] ?? 0))] as const);
  const GlobalSecondaryIndexes = Object.fromEntries(indexes.map(([name, CapacityUnits]) => [name, { CapacityUnits }]));
  return {
    TableName: all[0]?.table.name,
    CapacityUnits: tableUnits + sum(indexes.map(([, units]) => units)),
    Table: { CapacityUnits: tableUnits },
    ...(names.size > 0 && { GlobalSecondaryIndexes }),
  };
};

/** The member `ConsumedCapacity` of a response about several tables, if the request asks for it. */
export const consumedByTable = (input: Input, all: () => readonly Units[]): object => {
  if (oneOf(input, 'ReturnConsumedCapacity', 'NONE', 'INDEXES') === 'NONE') return {};
  const byTable = Map.groupBy(all(), ({ table }) => table.name);
  return { ConsumedCapacity: [...byTable.values()].map(toConsumed) };
};

/** The member `ConsumedCapacity` of a response about one table, if the request asks for it. */
export const consumedBy = (input: Input, units: () => Units): object => {
  const { ConsumedCapacity } = consumedByTable(input, () => [units()]) as { ConsumedCapacity?: readonly object[] };
  return ConsumedCapacity ? { ConsumedCapacity: ConsumedCapacity[0] } : {};
};
