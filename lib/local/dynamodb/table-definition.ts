import { isDeepStrictEqual } from 'node:util';
import { sizeOfValue, typeOf, type AttributeValue, type Item } from './attribute-value.ts';
import { invalid, invalidParameter, type Input, limits } from './request.ts';
import { keyText } from './ordered-text.ts';

export interface KeyAttribute {
  readonly name: string;
  readonly type: 'S' | 'N';
}

/** The key of a table or an index: the partition key, and the sort key if there is one. */
export type KeySchema = readonly KeyAttribute[];

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

export const pickAttributes = (names: readonly string[], item: Item): Item =>
  Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(item, name) ? [[name, item[name] as AttributeValue]] : [])),
  );

export const namesOf = (key: KeySchema): string[] => key.map(({ name }) => name);

/** The names of the attributes that identify an item in an index, or in the table if there is no index. */
export const identifyingNames = ({ key }: TableDefinition, index?: IndexDefinition): string[] =>
  index ? namesOf([...index.key, ...key]) : namesOf(key);

export const projectToIndex = (table: TableDefinition, index: IndexDefinition, item: Item): Item =>
  index.projected === 'all' ? item : pickAttributes([...identifyingNames(table, index), ...index.projected], item);

/**
 * The keys, as texts, under which an item is in the table and then in each of its indexes. Null for an index that does not
 * contain the item.
 */
export type KeyTexts = readonly (string | null)[];

export const keyTexts = (table: TableDefinition, item: Item): KeyTexts =>
  [undefined, ...table.indexes].map((index) => keyText(identifyingNames(table, index), item) ?? null);

/** @throws AwsError if the value of the key attribute is empty */
export const assertNotEmpty = (value: AttributeValue, name: string): void => {
  if (sizeOfValue(value) === 0)
    throw invalid(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`,
    );
};

/** DynamoDB rejects a request with an empty key before it looks at any condition. @throws AwsError */
export const assertNoEmptyKeys = ({ key, indexes }: TableDefinition, item: Item): void => {
  for (const { name } of [key, ...indexes.map((index) => index.key)].flat()) {
    const value = item[name];
    if (value) assertNotEmpty(value, name);
  }
};

const checkValue = ({ name, type }: KeyAttribute, position: number, value: AttributeValue): void => {
  if (typeOf(value) !== type)
    throw invalidParameter(`Type mismatch for key ${name} expected: ${type} actual: ${typeOf(value)}`);
  assertNotEmpty(value, name);
  const limit = position === 0 ? limits.partitionKeyBytes : limits.sortKeyBytes;
  if (sizeOfValue(value) > limit)
    throw invalidParameter(`Size of key ${name} has exceeded the maximum of ${limit} bytes`);
};

/** @throws AwsError for an item that cannot be in the table */
export const checkItemKey = ({ key }: TableDefinition, item: Item): void => {
  for (const [position, attribute] of key.entries()) {
    const value = item[attribute.name];
    if (!value) throw invalidParameter(`Missing the key ${attribute.name} in the item`);
    checkValue(attribute, position, value);
  }
};

/** @throws AwsError if the item has a value that an index does not accept as a key. Missing index keys are allowed */
export const checkIndexKeys = ({ indexes }: TableDefinition, item: Item): void => {
  for (const { key } of indexes)
    for (const [position, attribute] of key.entries()) {
      const value = item[attribute.name];
      if (value) checkValue(attribute, position, value);
    }
};

/** Whether `item` has the attributes of these keys, with their types, and no others. */
export const consistsOfKeys = (keys: readonly KeySchema[], item: Item): boolean => {
  const expected = Object.fromEntries(keys.flat().map(({ name, type }) => [name, type]));
  const actual = Object.fromEntries(Object.entries(item).map(([name, value]) => [name, typeOf(value)]));
  return isDeepStrictEqual(actual, expected);
};

/** @throws AwsError unless the key has exactly the table's key attributes, with their types */
export const checkKey = (definition: TableDefinition, key: Item): void => {
  if (!consistsOfKeys([definition.key], key)) throw invalid('The provided key element does not match the schema');
  checkItemKey(definition, key);
};
