import sortedBtree from 'sorted-btree';
import type { Item } from './attribute-value.ts';
import { invalid } from './request.ts';
import { keyText } from './ordered-text.ts';
import {
  identifyingNames,
  keyTexts,
  type IndexDefinition,
  type KeyTexts,
  type TableDefinition,
} from './table-definition.ts';

const Tree = sortedBtree.default;
/** The items of a table or an index by their keys as texts. */
type Items = InstanceType<typeof Tree<string, Item>>;

export interface Change {
  readonly table: TableDefinition;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** The source of a read: a table, or one of its indexes. */
export interface Source {
  readonly items: Items;
  readonly index: IndexDefinition | undefined;
}

const emptyItems = (): Items =>
  new Tree(undefined, (one: string, other: string) => Number(one > other) - Number(one < other));
const copySource = ({ index, items }: Source): Source => ({ index, items: items.clone() });

/** A table with its items. */
export class Table {
  readonly definition: TableDefinition;
  /** The table itself, then its indexes: the order of {@link KeyTexts}. */
  #sources: readonly [Source, ...Source[]];
  /** The changes of the last write, which an eventually consistent read might not show yet. */
  lastChanges: readonly Change[] = [];

  constructor(definition: TableDefinition, items: Iterable<Item> = []) {
    this.definition = definition;
    const indexes = definition.indexes.map((index): Source => ({ index, items: emptyItems() }));
    this.#sources = [{ index: undefined, items: emptyItems() }, ...indexes];
    for (const item of items) this.#add(keyTexts(definition, item), item);
  }

  /** Both tables share their content until one of them changes it. */
  copy(): Table {
    const copy = new Table(this.definition);
    const [own, ...indexes] = this.#sources;
    copy.#sources = [copySource(own), ...indexes.map(copySource)];
    copy.lastChanges = this.lastChanges;
    return copy;
  }

  get size(): number {
    return this.#sources[0].items.size;
  }

  /** All items, in the order of a scan. */
  all(): Item[] {
    return this.#sources[0].items.valuesArray();
  }

  find(key: Item): Item | undefined {
    return this.#sources[0].items.get(keyText(identifyingNames(this.definition), key) ?? '');
  }

  /** @throws AwsError */
  source(indexName: unknown): Source {
    const source = this.#sources.find(({ index }) => index?.name === indexName);
    if (!source) throw invalid(`The table does not have the specified index: ${JSON.stringify(indexName)}`);
    return source;
  }

  apply(changes: readonly Change[]): void {
    for (const { before, after } of changes) {
      const oldKeys = before ? keyTexts(this.definition, before) : [];
      const newKeys = after ? keyTexts(this.definition, after) : [];
      for (const [position, key] of oldKeys.entries())
        if (key !== null && key !== newKeys[position]) this.#sources[position]?.items.delete(key);
      if (after) this.#add(newKeys, after);
    }
    this.lastChanges = changes;
  }

  undoLastWrite(): void {
    this.apply(this.lastChanges.map(({ table, before, after }) => ({ table, before: after, after: before })));
  }

  #add(keys: KeyTexts, item: Item): void {
    for (const [position, key] of keys.entries()) if (key !== null) this.#sources[position]?.items.set(key, item);
  }
}
