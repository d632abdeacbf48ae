import { compareValues, contentOf, equals, sizeOfValue, type AttributeValue, type Item } from './attribute-value.ts';
import { invalid, invalidParameter } from './dynamodb-error.ts';

export interface KeyAttribute {
  readonly name: string;
  readonly type: 'S' | 'N' | 'B';
}

/** The key of a table or an index: the partition key, and the sort key if there is one. */
export type KeySchema = readonly [KeyAttribute, KeyAttribute?];

export interface IndexDefinition {
  readonly name: string;
  readonly key: KeySchema;
  /** The attributes that it has in addition to the keys of index and table. */
  readonly projected: readonly string[] | 'all';
}

/** What does not change when items are written. */
export interface TableDefinition {
  readonly name: string;
  readonly key: KeySchema;
  readonly indexes: readonly IndexDefinition[];
  /** What a change record contains; undefined if the table has no stream. */
  readonly streamViewType?: string;
  readonly timeToLive?: string;
  readonly createdAt: number;
}

const MAX_KEY_BYTES = [2048, 1024] as const;
export const MAX_ITEM_BYTES = 400 * 1024;

const attributesOf = (key: KeySchema): KeyAttribute[] => key.filter((one) => one !== undefined);

/** The attributes of `keys` in an item. */
export const pickKeys = (keys: readonly KeySchema[], item: Item): Item => {
  const names = keys.flatMap(attributesOf).map(({ name }) => name);
  return Object.fromEntries(names.flatMap((name) => (item[name] ? [[name, item[name]]] : [])));
};

/** A string that is equal for equal values of a key attribute. */
export const textOf = (value: AttributeValue): string => contentOf(value) as string;

/** The partition of an item in a table or an index; undefined if the item lacks a key and so is not in that index. */
export const partitionOf = ([partition, sort]: KeySchema, item: Item): string | undefined => {
  const value = item[partition.name];
  return value && (!sort || item[sort.name]) ? textOf(value) : undefined;
};

/** Orders items by a sort key. */
export const compareBy = (attribute: KeyAttribute | undefined, one: Item, other: Item): number =>
  attribute ? (compareValues(one[attribute.name], other[attribute.name]) ?? 0) : 0;

const isEmpty = (value: AttributeValue): boolean => sizeOfValue(value) === 0;

const checkSize = (value: AttributeValue, position: number): void => {
  const limit = MAX_KEY_BYTES[position as 0 | 1];
  if (sizeOfValue(value) <= limit) return;
  throw invalidParameter(
    position === 0
      ? `Size of hashkey has exceeded the maximum size limit of${limit} bytes`
      : `Aggregated size of all range keys has exceeded the size limit of ${limit} bytes`,
  );
};

const checkIndexKey = ({ name: index, key }: IndexDefinition, item: Item): void => {
  for (const [position, { name, type }] of attributesOf(key).entries()) {
    const value = item[name];
    if (!value) continue;
    const actual = Object.keys(value)[0];
    if (actual !== type)
      throw invalidParameter(
        `Type mismatch for Index Key ${name} Expected: ${type} Actual: ${actual} IndexName: ${index}`,
      );
    if (isEmpty(value))
      throw invalid(
        `One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: ${index}, IndexKey: ${name}`,
      );
    checkSize(value, position);
  }
};

/** @throws DynamoDbError for an item that cannot be in the table */
export const checkItemKey = ({ key }: Pick<TableDefinition, 'key'>, item: Item): void => {
  for (const [position, { name, type }] of attributesOf(key).entries()) {
    const value = item[name];
    if (!value) throw invalidParameter(`Missing the key ${name} in the item`);
    const actual = Object.keys(value)[0];
    if (actual !== type) throw invalidParameter(`Type mismatch for key ${name} expected: ${type} actual: ${actual}`);
    if (isEmpty(value))
      throw invalid(
        `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`,
      );
    checkSize(value, position);
  }
};

/** @throws DynamoDbError for an item that cannot be in one of the table's indexes */
export const checkIndexKeys = ({ indexes }: TableDefinition, item: Item): void => {
  for (const index of indexes) checkIndexKey(index, item);
};

/** @throws DynamoDbError unless the key has exactly the table's key attributes, with their types */
export const checkKey = (definition: Pick<TableDefinition, 'key'>, key: Item): void => {
  const attributes = attributesOf(definition.key);
  const fits = attributes.every(({ name, type }) => key[name] && type in key[name]);
  if (!fits || Object.keys(key).length !== attributes.length)
    throw invalid('The provided key element does not match the schema');
  checkItemKey(definition, key);
};

/** An item as an index has it. */
export const projectToIndex = (table: TableDefinition, { key, projected }: IndexDefinition, item: Item): Item => {
  if (projected === 'all') return item;
  const others = projected.flatMap((name) => (item[name] ? [[name, item[name]] as const] : []));
  return { ...pickKeys([table.key, key], item), ...Object.fromEntries(others) };
};

/** The attributes of `item` that a write of the key in `Key` may not change. */
export const isKeyAttribute = ({ key }: TableDefinition, name: string): boolean =>
  attributesOf(key).some((one) => one.name === name);

export const hasSameKey = (key: KeySchema, one: Item, other: Item): boolean =>
  attributesOf(key).every(({ name }) => equals(one[name], other[name]));

/** A text that identifies an item in the whole database. */
export const identify = ({ name, key }: TableDefinition, item: Item): string =>
  JSON.stringify([name, ...Object.values(pickKeys([key], item)).map(textOf)]);
