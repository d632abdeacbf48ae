import { isDeepStrictEqual } from 'node:util';
import { compareValues, contentOf, typeOf, type AttributeValue, type Type } from './attribute-value.ts';
import type { Operand } from './expression.ts';

/** The operators and functions with a fixed number of operands. */
const COUNTS: Readonly<Record<string, number>> = {
  attribute_exists: 1,
  attribute_not_exists: 1,
  attribute_type: 2,
  begins_with: 2,
  contains: 2,
  size: 1,
  if_not_exists: 2,
  list_append: 2,
};
const MAX_IN = 100;
const NEED_PATH = new Set(['attribute_exists', 'attribute_not_exists', 'attribute_type', 'if_not_exists']);
const ORDERED = new Set(['<', '<=', '>', '>=', 'BETWEEN']);
const TYPES = new Set(['S', 'N', 'B', 'BOOL', 'NULL', 'M', 'L', 'SS', 'NS', 'BS']);

/** The types that an operator or function accepts in a value of the request; any if it is not here. */
const acceptedTypes = (operator: string): string | undefined => {
  if (ORDERED.has(operator)) return 'S N B';
  if (operator === 'begins_with') return 'S B';
  if (operator === 'attribute_type') return 'S';
  if (operator === 'list_append') return 'L';
  return operator === '+' || operator === '-' ? 'N' : undefined;
};

const describe = (value: AttributeValue): string => `AttributeValue: {${typeOf(value)}:${String(contentOf(value))}}`;

const faultOfRange = (low: AttributeValue, high: AttributeValue): string | undefined => {
  const bounds = `lower bound operand: ${describe(low)}, upper bound operand: ${describe(high)}`;
  if (typeOf(low) !== typeOf(high))
    return `The BETWEEN operator requires same data type for lower and upper bounds; ${bounds}`;
  if ((compareValues(low, high) ?? 0) > 0)
    return `The BETWEEN operator requires upper bound to be greater than or equal to lower bound; ${bounds}`;
};

/** The types that are known without the item. */
const typesOf = (operands: readonly Operand[]): Type[] =>
  operands.flatMap((operand) => {
    if (operand.kind === 'value') return typeOf(operand.value);
    return operand.kind === 'call' && operand.name === 'size' ? 'N' : [];
  });

const faultOfTypes = (
  operator: string,
  types: readonly Type[],
  values: readonly AttributeValue[],
): string | undefined => {
  const accepted = acceptedTypes(operator)?.split(' ');
  const wrong = accepted && types.find((type) => !accepted.includes(type));
  if (wrong)
    return `Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${wrong}`;
  if (operator === 'attribute_type' && values.some((value) => !TYPES.has(String(contentOf(value)))))
    return 'Invalid attribute type name found; type: ' + values.map(contentOf).join(', ');
};

/** Why DynamoDB rejects an operator or function with these operands, whatever the item is; undefined if it does not. */
export const faultOfOperands = (operator: string, operands: readonly Operand[]): string | undefined => {
  const count = COUNTS[operator];
  const [first, ...others] = operands;
  const of = `operator or function: ${operator}`;
  if (count === undefined ? operands.length > MAX_IN + 1 : operands.length !== count)
    return `Incorrect number of operands for operator or function; ${of}, number of operands: ${operands.length}`;
  if (NEED_PATH.has(operator) && first?.kind !== 'path') return `Operator or function requires a document path; ${of}`;
  if (operator !== 'list_append' && others.some((other) => other.kind === 'path' && isDeepStrictEqual(first, other)))
    return `The first operand must be distinct from the remaining operands for this operator or function; operator: ${operator}`;
  const values = operands.flatMap((operand) => (operand.kind === 'value' ? operand.value : []));
  const [, low, high] = operands;
  return (
    faultOfTypes(operator, typesOf(operands), values) ??
    (operator === 'BETWEEN' && low?.kind === 'value' && high?.kind === 'value'
      ? faultOfRange(low.value, high.value)
      : undefined)
  );
};
