import type { Item } from './attribute-value.ts';
import { invalid } from './dynamodb-error.ts';
import { SortedItems, type LazyItem } from './sorted-items.ts';
import { partitionOf, type IndexDefinition, type TableDefinition } from './table-definition.ts';

export interface Change {
  readonly table: TableDefinition;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** An item with its partitions. The item is parsed only when it is first needed. */
export interface StoredItem {
  readonly partitions: Partitions;
  readonly item: LazyItem;
}

/** The item's partition in the table, then in each of the table's indexes; null for an index that does not contain the item. */
export type Partitions = readonly (string | null)[];

export const partitionsOf = ({ key, indexes }: TableDefinition, item: Item): Partitions =>
  [key, ...indexes.map((index) => index.key)].map((one) => partitionOf(one, item) ?? null);

/** The source of a read: a table, or one of its indexes. */
export interface Source {
  readonly items: SortedItems;
  readonly index?: IndexDefinition;
}

export class Table {
  readonly definition: TableDefinition;
  readonly items: SortedItems;
  readonly #indexes: ReadonlyMap<string, SortedItems>;
  /** The changes of the last write, which an eventually consistent read might not show yet. */
  readonly lastChanges: readonly Change[];

  private constructor(
    definition: TableDefinition,
    items: SortedItems,
    indexes: ReadonlyMap<string, SortedItems>,
    lastChanges: readonly Change[],
  ) {
    this.definition = definition;
    this.items = items;
    this.#indexes = indexes;
    this.lastChanges = lastChanges;
  }

  static of(definition: TableDefinition, content: Iterable<StoredItem> = []): Table {
    const { key, indexes } = definition;
    const table = new Table(
      definition,
      new SortedItems(key, key),
      new Map(indexes.map((index) => [index.name, new SortedItems(index.key, key)])),
      [],
    );
    const sources = [table.items, ...table.#indexes.values()];
    for (const { partitions, item } of content)
      for (const [index, partition] of partitions.entries())
        if (partition !== null) (sources[index] as SortedItems).load(partition, item);
    return table;
  }

  /** All items, in the order of a scan. */
  *all(): Generator<Item> {
    for (const partition of this.items.scanOrder) yield* this.items.partition(partition);
  }

  /** @throws DynamoDbError */
  source(indexName: unknown): Source {
    if (indexName === undefined) return { items: this.items };
    const index = this.definition.indexes.find(({ name }) => name === indexName);
    const items = index && this.#indexes.get(index.name);
    if (!items) throw invalid(`The table does not have the specified index: ${JSON.stringify(indexName)}`);
    return { items, index };
  }

  /** Returns a table with the changes. @param keepsOriginal whether this table keeps its items; otherwise it changes too */
  with(changes: readonly Change[], keepsOriginal: boolean): Table {
    const items = keepsOriginal ? this.items.copy() : this.items;
    const indexes = keepsOriginal
      ? new Map([...this.#indexes].map(([name, entries]) => [name, entries.copy()]))
      : this.#indexes;
    const table = new Table(this.definition, items, indexes, changes);
    table.#apply(changes);
    return table;
  }

  beforeLastWrite(): Table {
    if (this.lastChanges.length === 0) return this;
    const undone = this.lastChanges.toReversed().map(({ table, before, after }) => ({
      table,
      before: after,
      after: before,
    }));
    return this.with(undone, true);
  }

  #apply(changes: readonly Change[]): void {
    for (const { before, after } of changes) {
      this.items.replace(before, after);
      for (const index of this.#indexes.values()) index.replace(before, after);
    }
  }
}
