import { crc32 } from 'node:zlib';
import type { Item } from './attribute-value.ts';
import { compareBy, keyValues, textOf, type KeySchema } from './table-definition.ts';

/** 0 … 2^32 − 1: the order of partitions in a scan. DynamoDB's own hash is not known. */
export const hashOf = (partition: string): number => crc32(partition);

const compareHashes = (one: string, other: string): number =>
  hashOf(one) - hashOf(other) || Number(one > other) - Number(one < other);

/** The first position in `items` for which `isReached` holds; it holds for all later ones too. */
export const findPosition = (items: readonly Item[], isReached: (item: Item) => boolean): number => {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isReached(items[middle] as Item)) to = middle;
    else from = middle + 1;
  }
  return from;
};

/** The items of a table or an index by partition, each partition in the order of the sort key. */
export class SortedItems {
  readonly #key: KeySchema;
  /** The table's own key distinguishes the entries of an index that have equal keys. */
  readonly #tableKey: KeySchema;
  readonly #partitions: Map<string, Item[]>;
  /** Partitions that were loaded and have not been used yet. */
  readonly #unsorted: Set<string>;
  #scanOrder: string[] | undefined;

  constructor(
    key: KeySchema,
    tableKey: KeySchema,
    partitions = new Map<string, Item[]>(),
    unsorted = new Set<string>(),
  ) {
    this.#key = key;
    this.#tableKey = tableKey;
    this.#partitions = partitions;
    this.#unsorted = unsorted;
  }

  copy(): SortedItems {
    const partitions = new Map([...this.#partitions].map(([partition, items]) => [partition, [...items]]));
    return new SortedItems(this.#key, this.#tableKey, partitions, new Set(this.#unsorted));
  }

  /** Adds a new item. Its partition is sorted when it is used first, so that many items are loaded fast. */
  load(item: Item): void {
    const partition = this.partitionOf(item);
    if (partition === undefined) return;
    const items = this.#partitions.get(partition);
    if (items) {
      items.push(item);
      this.#unsorted.add(partition);
    } else this.#partitions.set(partition, [item]);
    this.#scanOrder = undefined;
  }

  partitionOf(item: Item): string | undefined {
    const values = keyValues(this.#key, item);
    return values?.[0] && textOf(values[0]);
  }

  /** Orders the items of one partition. */
  compare(one: Item, other: Item): number {
    if (this.#key === this.#tableKey) return compareBy(this.#key[1], one, other);
    return (
      compareBy(this.#key[1], one, other) ||
      compareBy(this.#tableKey[0], one, other) ||
      compareBy(this.#tableKey[1], one, other)
    );
  }

  partition(name: string): readonly Item[] {
    return this.#sorted(name) ?? [];
  }

  #sorted(name: string): Item[] | undefined {
    const items = this.#partitions.get(name);
    if (this.#unsorted.delete(name)) items?.sort((one, other) => this.compare(one, other));
    return items;
  }

  /** The partitions in the order of a scan. */
  get scanOrder(): readonly string[] {
    return (this.#scanOrder ??= [...this.#partitions.keys()].toSorted(compareHashes));
  }

  find(key: Item): Item | undefined {
    const items = this.partition(this.partitionOf(key) ?? '');
    const item = items[findPosition(items, (one) => this.compare(one, key) >= 0)];
    return item && this.compare(item, key) === 0 ? item : undefined;
  }

  /** Replaces `before` by `after`. An item that lacks a key is not in an index. */
  replace(before: Item | undefined, after: Item | undefined): void {
    if (before) this.#remove(before);
    if (after) this.#add(after);
  }

  #add(item: Item): void {
    const partition = this.partitionOf(item);
    if (partition === undefined) return;
    const items = this.#sorted(partition);
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
    const items = this.#sorted(partition) ?? [];
    items.splice(
      findPosition(items, (one) => this.compare(one, item) >= 0),
      1,
    );
    if (items.length > 0) return;
    this.#partitions.delete(partition);
    this.#scanOrder = undefined;
  }
}
