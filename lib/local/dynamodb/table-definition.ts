import { isDeepStrictEqual } from 'node:util';
import { compareValues, sizeOfValue, typeOf, type AttributeValue, type Item } from './attribute-value.ts';
import { invalid, invalidParameter } from './dynamodb-error.ts';
import type { Input } from './request-members.ts';

export interface KeyAttribute {
  readonly name: string;
  readonly type: 'S' | 'N';
}

/** The key of a table or an index: the partition key, and the sort key if there is one. */
export type KeySchema = readonly [KeyAttribute, KeyAttribute?];

export interface IndexDefinition {
  readonly name: string;
  readonly key: KeySchema;
  /** The attributes in the index besides the keys of the index and the table. */
  readonly projected: readonly string[] | 'all';
}

/** The properties of a table that do not change when items are written. */
export interface TableDefinition {
  readonly name: string;
  readonly key: KeySchema;
  readonly indexes: readonly IndexDefinition[];
  /** What a stream record contains; undefined if the table has no stream. */
  readonly streamViewType?: string;
  /** DynamoDB's description of the table, without the members that depend on the items. */
  readonly description: Input;
}

const MAX_KEY_BYTES = [2048, 1024] as const;
export const MAX_ITEM_BYTES = 400 * 1024;

export const attributesOf = (...keys: readonly KeySchema[]): KeyAttribute[] =>
  keys.flatMap((key) => key.filter((one) => one !== undefined));

export const pickKeys = (keys: readonly KeySchema[], item: Item): Item =>
  Object.fromEntries(attributesOf(...keys).flatMap(({ name }) => (item[name] ? [[name, item[name]]] : [])));

/** The value of a key attribute as a string. Equal values have equal strings. */
export const textOf = (value: AttributeValue): string => Object.values(value)[0] as string;

/** Returns an item's partition in a table or an index; undefined if a missing key attribute keeps the item out of the index. */
export const partitionOf = ([partition, sort]: KeySchema, item: Item): string | undefined => {
  const value = item[partition.name];
  return value && (!sort || item[sort.name]) ? textOf(value) : undefined;
};

export const compareBy = (attribute: KeyAttribute | undefined, one: Item, other: Item): number =>
  attribute ? (compareValues(one[attribute.name], other[attribute.name]) ?? 0) : 0;

/** @throws DynamoDbError if the value of the key attribute is empty */
export const assertNotEmpty = (value: AttributeValue, name: string): void => {
  if (sizeOfValue(value) === 0)
    throw invalid(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`,
    );
};

const checkValue = ({ name, type }: KeyAttribute, position: number, value: AttributeValue): void => {
  if (typeOf(value) !== type)
    throw invalidParameter(`Type mismatch for key ${name} expected: ${type} actual: ${typeOf(value)}`);
  assertNotEmpty(value, name);
  const limit = MAX_KEY_BYTES[position as 0 | 1];
  if (sizeOfValue(value) > limit)
    throw invalidParameter(`Size of key ${name} has exceeded the maximum of ${limit} bytes`);
};

/** @throws DynamoDbError for an item that cannot be in the table */
export const checkItemKey = ({ key }: TableDefinition, item: Item): void => {
  for (const [position, attribute] of attributesOf(key).entries()) {
    const value = item[attribute.name];
    if (!value) throw invalidParameter(`Missing the key ${attribute.name} in the item`);
    checkValue(attribute, position, value);
  }
};

/** @throws DynamoDbError if the item has a value that an index does not accept as a key. Missing index keys are allowed */
export const checkIndexKeys = ({ indexes }: TableDefinition, item: Item): void => {
  for (const { key } of indexes)
    for (const [position, attribute] of attributesOf(key).entries()) {
      const value = item[attribute.name];
      if (value) checkValue(attribute, position, value);
    }
};

/** Whether `item` has the attributes of these keys, with their types, and no others. */
export const consistsOfKeys = (keys: readonly KeySchema[], item: Item): boolean => {
  const types = new Map(attributesOf(...keys).map(({ name, type }) => [name, type]));
  const attributes = Object.entries(item);
  return attributes.length === types.size && attributes.every(([name, value]) => types.get(name) === typeOf(value));
};

/** @throws DynamoDbError unless the key has exactly the table's key attributes, with their types */
export const checkKey = (definition: TableDefinition, key: Item): void => {
  if (!consistsOfKeys([definition.key], key)) throw invalid('The provided key element does not match the schema');
  checkItemKey(definition, key);
};

export const projectToIndex = (table: TableDefinition, { key, projected }: IndexDefinition, item: Item): Item =>
  projected === 'all' ? item : { ...pickKeys([table.key, key], item), ...pickAttributes(projected, item) };

export const pickAttributes = (names: readonly string[], item: Item): Item =>
  Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(item, name) ? [[name, item[name] as AttributeValue]] : [])),
  );

export const hasSameKey = (key: KeySchema, one: Item, other: Item): boolean =>
  isDeepStrictEqual(pickKeys([key], one), pickKeys([key], other));

/** A text that identifies an item in the whole database. */
export const identify = ({ name, key }: TableDefinition, item: Item): string =>
  JSON.stringify([name, ...Object.values(pickKeys([key], item)).map(textOf)]);
