import { compareValues, contentOf, typeOf, type AttributeValue, type Item } from './attribute-value.ts';
import { invalid, invalidParameter } from './dynamodb-error.ts';
import type { Condition } from './expression.ts';
import { textOf, type KeyAttribute, type KeySchema } from './table-definition.ts';

/** The items that a query reads: one partition, and a range of its sort key. */
export interface KeyRange {
  readonly partition: string;
  readonly partitionValue: AttributeValue;
  /** Whether an item of the partition comes before the range. */
  readonly isBefore: (item: Item) => boolean;
  /** Whether an item of the partition comes after the range. */
  readonly isAfter: (item: Item) => boolean;
}

type Range = Pick<KeyRange, 'isBefore' | 'isAfter'>;

const never = (): boolean => false;

interface Term {
  readonly name: string;
  readonly operator: string;
  readonly values: readonly AttributeValue[];
}

const notSupported = (): Error => invalid('Query key condition not supported');

const toTerm = (condition: Condition): Term => {
  if (condition.kind !== 'test') throw notSupported();
  const [first, ...others] = condition.operands;
  if (first?.kind !== 'path' || first.path.length !== 1) throw notSupported();
  const values = others.map((operand) => {
    if (operand.kind !== 'value') throw notSupported();
    return operand.value;
  });
  return { name: String(first.path[0]), operator: condition.operator, values };
};

const startsWith = (value: AttributeValue | undefined, prefix: AttributeValue): boolean => {
  const [text, start] = [value ? String(contentOf(value)) : '', String(contentOf(prefix))];
  if (!('B' in prefix)) return text.startsWith(start);
  const bytes = Buffer.from(start, 'base64');
  return Buffer.from(text, 'base64').subarray(0, bytes.length).equals(bytes);
};

const ranges: Readonly<
  Record<
    string,
    (compare: (item: Item, value: AttributeValue) => number, values: readonly AttributeValue[], name: string) => Range
  >
> = {
  '=': (compare, [value]) => ({
    isBefore: (item) => compare(item, value as AttributeValue) < 0,
    isAfter: (item) => compare(item, value as AttributeValue) > 0,
  }),
  '<': (compare, [value]) => ({ isBefore: never, isAfter: (item) => compare(item, value as AttributeValue) >= 0 }),
  '<=': (compare, [value]) => ({ isBefore: never, isAfter: (item) => compare(item, value as AttributeValue) > 0 }),
  '>': (compare, [value]) => ({ isBefore: (item) => compare(item, value as AttributeValue) <= 0, isAfter: never }),
  '>=': (compare, [value]) => ({ isBefore: (item) => compare(item, value as AttributeValue) < 0, isAfter: never }),
  BETWEEN: (compare, [low, high]) => ({
    isBefore: (item) => compare(item, low as AttributeValue) < 0,
    isAfter: (item) => compare(item, high as AttributeValue) > 0,
  }),
  begins_with: (compare, [prefix], name) => ({
    isBefore: (item) => compare(item, prefix as AttributeValue) < 0,
    isAfter: (item) => compare(item, prefix as AttributeValue) > 0 && !startsWith(item[name], prefix as AttributeValue),
  }),
};

const checkType = ({ type }: KeyAttribute, { operator, values }: Term): void => {
  if (values.some((value) => typeOf(value) !== type))
    throw invalidParameter('Condition parameter type does not match schema type');
  if (operator === 'begins_with' && type === 'N')
    throw invalid(
      'Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or function: begins_with, operand type: N',
    );
  for (const value of values) {
    if (contentOf(value) === '')
      throw invalid(
        'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value.',
      );
  }
};

/** Reads a key condition for a key. @throws DynamoDbError */
export const toKeyRange = (condition: Condition, [partitionKey, sortKey]: KeySchema): KeyRange => {
  const terms = (condition.kind === 'and' ? condition.conditions : [condition]).map(toTerm);
  const ofPartition = terms.filter(({ name }) => name === partitionKey.name);
  const ofSort = terms.filter(({ name }) => name === sortKey?.name);
  const [partition] = ofPartition;
  if (!partition) throw invalid(`Query condition missed key schema element: ${partitionKey.name}`);
  const [partitionValue] = partition.values;
  if (ofPartition.length > 1 || ofSort.length > 1)
    throw invalid('KeyConditionExpressions must only contain one condition per key');
  if (terms.length > ofPartition.length + ofSort.length)
    throw invalid(
      sortKey ? `Query condition missed key schema element: ${sortKey.name}` : 'Query key condition not supported',
    );
  if (partition.operator !== '=' || !partitionValue) throw notSupported();
  checkType(partitionKey, partition);
  const base = { partition: textOf(partitionValue), partitionValue };
  const [sort] = ofSort;
  if (!sort || !sortKey) return { ...base, isBefore: never, isAfter: never };
  const toRange = ranges[sort.operator];
  if (!toRange) throw notSupported();
  checkType(sortKey, sort);
  const compare = (item: Item, value: AttributeValue): number => compareValues(item[sortKey.name], value) ?? 0;
  return { ...base, ...toRange(compare, sort.values, sortKey.name) };
};
