import { equals, sizeOfItem, type Item } from './attribute-value.ts';
import { oneOf } from './members.ts';
import { hasSameKey, partitionOf, projectToIndex, type TableDefinition } from './table-definition.ts';
import type { Change } from './table.ts';

const READ_UNIT_BYTES = 4096;
const WRITE_UNIT_BYTES = 1024;

/** The units of one table, or of a part of it. */
export interface Units {
  readonly table: TableDefinition;
  readonly ofTable: number;
  readonly ofIndexes: Readonly<Record<string, number>>;
}

/** @param factor 0.5 for an eventually consistent read, 2 in a transaction */
export const readUnits = (bytes: number, factor: number): number =>
  Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES)) * factor;

const writeUnitsOf = (before: Item | undefined, after: Item | undefined): number =>
  Math.max(1, Math.ceil(Math.max(before ? sizeOfItem(before) : 0, after ? sizeOfItem(after) : 0) / WRITE_UNIT_BYTES));

/** The units of an index: none if its entry stays as it is, twice those of an entry that moves. */
const indexUnits = ({ table, before, after }: Change, index: TableDefinition['indexes'][number]): number => {
  const entryOf = (item: Item | undefined): Item | undefined =>
    item && partitionOf(index.key, item) !== undefined ? projectToIndex(table, index, item) : undefined;
  const [old, now] = [entryOf(before), entryOf(after)];
  if (equals(old && { M: old }, now && { M: now })) return 0;
  if (!old || !now || hasSameKey(index.key, old, now)) return writeUnitsOf(old, now);
  return writeUnitsOf(old, undefined) + writeUnitsOf(undefined, now);
};

/** The units of a write. @param factor 2 in a transaction */
export const unitsOfWrite = (change: Change, factor = 1): Units => ({
  table: change.table,
  ofTable: factor * writeUnitsOf(change.before, change.after),
  ofIndexes: Object.fromEntries(
    change.table.indexes.flatMap((index) => {
      const units = factor * indexUnits(change, index);
      return units > 0 ? [[index.name, units]] : [];
    }),
  ),
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const toConsumed = (all: readonly Units[], wanted: string): object => {
  const ofTable = sum(all.map((one) => one.ofTable));
  const names = new Set(all.flatMap(({ ofIndexes }) => Object.keys(ofIndexes)));
  const indexes = [...names].map((name) => [name, sum(all.map(({ ofIndexes }) => ofIndexes[name] ?? 0))] as const);
  return {
    TableName: all[0]?.table.name,
    CapacityUnits: ofTable + sum(indexes.map(([, units]) => units)),
    ...(wanted === 'INDEXES' && {
      Table: { CapacityUnits: ofTable },
      ...(indexes.length > 0 && {
        GlobalSecondaryIndexes: Object.fromEntries(
          indexes.map(([name, CapacityUnits]) => [name, { CapacityUnits }] as const),
        ),
      }),
    }),
  };
};

/** The consumed capacity of each table, if the request asks for it. */
export const consumedByTable = (wanted: unknown, all: readonly Units[]): object[] | undefined => {
  const detail = oneOf('returnConsumedCapacity', wanted ?? 'NONE', ['INDEXES', 'TOTAL', 'NONE']);
  if (detail === 'NONE') return undefined;
  return [...Map.groupBy(all, ({ table }) => table.name).values()].map((some) => toConsumed(some, detail));
};

/** The member `ConsumedCapacity` of a response about one table. */
export const consumedBy = (wanted: unknown, units: Units): { readonly ConsumedCapacity?: object } => {
  const [ConsumedCapacity] = consumedByTable(wanted, [units]) ?? [];
  return ConsumedCapacity ? { ConsumedCapacity } : {};
};
