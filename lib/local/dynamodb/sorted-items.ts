import { crc32 } from 'node:zlib';
import type { Item } from './attribute-value.ts';
import { compareBy, partitionOf, type KeySchema } from './table-definition.ts';

/** A number below 2^32 that determines the order of partitions in a scan. DynamoDB's own hash function is not known. */
export const hashOf = (partition: string): number => crc32(partition);

export const comparePartitions = (one: string, other: string): number =>
  hashOf(one) - hashOf(other) || Number(one > other) - Number(one < other);

/** Returns the position of the first item for which `isReached` is true. It must be true for all later items too. */
export const findPosition = <One>(items: readonly One[], isReached: (item: One) => boolean): number => {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isReached(items[middle] as One)) to = middle;
    else from = middle + 1;
  }
  return from;
};

/** An item that is parsed when it is first needed. */
export type LazyItem = () => Item;

/** The items of a table or an index by partition, each partition in the order of the sort key. */
export class SortedItems {
  readonly #key: KeySchema;
  /** The table's own key distinguishes the entries of an index that have equal keys. */
  readonly #tableKey: KeySchema;
  readonly #partitions: Map<string, Item[]>;
  /** Partitions that have not been used since they were loaded. */
  readonly #loaded: Map<string, LazyItem[]>;
  #scanOrder: string[] | undefined;

  constructor(
    key: KeySchema,
    tableKey: KeySchema,
    partitions = new Map<string, Item[]>(),
    loaded = new Map<string, LazyItem[]>(),
  ) {
    this.#key = key;
    this.#tableKey = tableKey;
    this.#partitions = partitions;
    this.#loaded = loaded;
  }

  copy(): SortedItems {
    const partitions = new Map([...this.#partitions].map(([partition, items]) => [partition, [...items]]));
    return new SortedItems(this.#key, this.#tableKey, partitions, new Map(this.#loaded));
  }

  /** Adds an item. Must be called before all other methods. The item's partition is sorted when it is first used. */
  load(partition: string, item: LazyItem): void {
    const items = this.#loaded.get(partition);
    if (items) items.push(item);
    else this.#loaded.set(partition, [item]);
  }

  partitionOf(item: Item): string | undefined {
    return partitionOf(this.#key, item);
  }

  compare(one: Item, other: Item): number {
    if (this.#key === this.#tableKey) return compareBy(this.#key[1], one, other);
    return (
      compareBy(this.#key[1], one, other) ||
      compareBy(this.#tableKey[0], one, other) ||
      compareBy(this.#tableKey[1], one, other)
    );
  }

  partition(name: string): readonly Item[] {
    return this.#sortedPartition(name) ?? [];
  }

  #sortedPartition(name: string): Item[] | undefined {
    const loaded = this.#loaded.get(name);
    if (!loaded) return this.#partitions.get(name);
    const items = loaded.map((item) => item()).toSorted((one, other) => this.compare(one, other));
    this.#loaded.delete(name);
    this.#partitions.set(name, items);
    return items;
  }

  get size(): number {
    let size = 0;
    for (const partitions of [this.#partitions, this.#loaded])
      for (const { length } of partitions.values()) size += length;
    return size;
  }

  /** The partitions in the order of a scan. */
  get scanOrder(): readonly string[] {
    return (this.#scanOrder ??= [...this.#partitions.keys(), ...this.#loaded.keys()].toSorted(comparePartitions));
  }

  find(key: Item): Item | undefined {
    const items = this.partition(this.partitionOf(key) ?? '');
    const item = items[findPosition(items, (one) => this.compare(one, key) >= 0)];
    return item && this.compare(item, key) === 0 ? item : undefined;
  }

  /** Replaces `before` with `after`. An item that lacks a key attribute of an index is not in the index. */
  replace(before: Item | undefined, after: Item | undefined): void {
    if (before) this.#remove(before);
    if (after) this.#add(after);
  }

  #add(item: Item): void {
    const partition = this.partitionOf(item);
    if (partition === undefined) return;
    const items = this.#sortedPartition(partition);
    if (items)
      items.splice(
        findPosition(items, (one) => this.compare(one, item) > 0),
        0,
        item,
      );
    else {
      this.#partitions.set(partition, [item]);
      this.#scanOrder = undefined;
    }
  }

  #remove(item: Item): void {
    const partition = this.partitionOf(item);
    if (partition === undefined) return;
    const items = this.#sortedPartition(partition) ?? [];
    items.splice(
      findPosition(items, (one) => this.compare(one, item) >= 0),
      1,
    );
    if (items.length > 0) return;
    this.#partitions.delete(partition);
    this.#scanOrder = undefined;
  }
}
