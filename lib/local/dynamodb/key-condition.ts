import { compareValues, typeOf, type AttributeValue, type Item } from './attribute-value.ts';
import { invalid, invalidParameter } from './dynamodb-error.ts';
import type { Condition } from './expression.ts';
import { assertNotEmpty, textOf, type KeyAttribute, type KeySchema } from './table-definition.ts';

/** The items that a query reads: one partition, and a range of its sort key. */
export interface KeyRange {
  readonly partition: string;
  readonly isBefore: (item: Item) => boolean;
  readonly isAfter: (item: Item) => boolean;
}

interface Term {
  readonly name: string;
  readonly operator: string;
  readonly first: AttributeValue;
  readonly last: AttributeValue;
}

const notSupported = (): Error => invalid('Query key condition not supported');

const toTerm = (condition: Condition): Term => {
  if (condition.kind !== 'test') throw notSupported();
  const [key, first, last = first] = condition.operands;
  if (key?.kind !== 'path' || key.path.length !== 1 || first?.kind !== 'value' || last?.kind !== 'value')
    throw notSupported();
  return { name: String(key.path[0]), operator: condition.operator, first: first.value, last: last.value };
};

const checkType = ({ type }: KeyAttribute, { name, first, last }: Term): void => {
  for (const value of [first, last]) {
    if (typeOf(value) !== type) throw invalidParameter('Condition parameter type does not match schema type');
    assertNotEmpty(value, name);
  }
};

const startsWith = (value: AttributeValue | undefined, prefix: AttributeValue): boolean =>
  !!value && 'S' in value && 'S' in prefix && value.S.startsWith(prefix.S);

const toSortRange = ({ name }: KeyAttribute, { operator, first, last }: Term): Omit<KeyRange, 'partition'> => {
  if (operator === '<>' || operator === 'contains') throw notSupported();
  const compare = (item: Item, value: AttributeValue): number => compareValues(item[name], value) ?? 0;
  const isTooLow = (comparison: number): boolean => (operator === '>' ? comparison <= 0 : comparison < 0);
  const isTooHigh = (comparison: number): boolean => (operator === '<' ? comparison >= 0 : comparison > 0);
  return {
    isBefore: (item) => !operator.startsWith('<') && isTooLow(compare(item, first)),
    isAfter: (item) =>
      !operator.startsWith('>') &&
      isTooHigh(compare(item, last)) &&
      !(operator === 'begins_with' && startsWith(item[name], first)),
  };
};

/** Returns the items that a key condition selects. @throws DynamoDbError */
export const toKeyRange = (condition: Condition, [partitionKey, sortKey]: KeySchema): KeyRange => {
  const terms = (condition.kind === 'and' ? condition.conditions : [condition]).map(toTerm);
  const [partition, ...duplicates] = terms.filter(({ name }) => name === partitionKey.name);
  const [sort, ...others] = terms.filter(({ name }) => name !== partitionKey.name);
  if (!partition) throw invalid(`Query condition missed key schema element: ${partitionKey.name}`);
  if (duplicates.length > 0 || others.some(({ name }) => name === sort?.name))
    throw invalid('KeyConditionExpressions must only contain one condition per key');
  if (others.length > 0 || (sort && sort.name !== sortKey?.name))
    throw invalid(`Query condition missed key schema element: ${sortKey?.name ?? ''}`);
  if (partition.operator !== '=') throw notSupported();
  checkType(partitionKey, partition);
  if (sort && sortKey) checkType(sortKey, sort);
  const wholePartition = { isBefore: () => false, isAfter: () => false };
  return { partition: textOf(partition.first), ...(sort && sortKey ? toSortRange(sortKey, sort) : wholePartition) };
};
