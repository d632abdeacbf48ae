import { isDeepStrictEqual } from 'node:util';
import { canonicalNumber, toSet, typeOf, type AttributeValue, type Type } from './attribute-value.ts';
import { invalid } from './request.ts';
import { compareValues } from './ordered-text.ts';

type Value = AttributeValue | undefined;

/** A test of a condition, or a clause of an update. */
interface Operator<Result> {
  /** The types of operands that DynamoDB accepts. By default, all. */
  readonly types?: readonly Type[];
  /** @param last the second operand, which only BETWEEN has */
  readonly apply: (value: Value, first: AttributeValue, last?: AttributeValue) => Result;
}

const ordered = (isWanted: (comparison: number) => boolean): Operator<boolean> => ({
  types: ['S', 'N'],
  apply: (value, operand) => isWanted(compareValues(value, operand)),
});

const contains = (value: Value, wanted: AttributeValue): boolean => {
  if (value && 'L' in value) return value.L.some((element) => isDeepStrictEqual(element, wanted));
  if (!value || !('S' in wanted)) return false;
  return ('SS' in value && value.SS.includes(wanted.S)) || ('S' in value && value.S.includes(wanted.S));
};

const sizeOf = (value: Value): Value => {
  if (!value) return undefined;
  if ('SS' in value) return { N: String(value.SS.length) };
  if ('L' in value) return { N: String(value.L.length) };
  if ('M' in value) return { N: String(Object.keys(value.M).length) };
  return 'S' in value ? { N: String(value.S.length) } : undefined;
};

/** Returns whether the value at the test's path passes the test. */
export const tests: Readonly<Record<string, Operator<boolean>>> = {
  '=': { apply: (value, operand) => isDeepStrictEqual(value, operand) },
  '<': ordered((comparison) => comparison < 0),
  '<=': ordered((comparison) => comparison <= 0),
  '>': ordered((comparison) => comparison > 0),
  '>=': ordered((comparison) => comparison >= 0),
  BETWEEN: {
    types: ['S', 'N'],
    apply: (value, low, high) => compareValues(value, low) >= 0 && compareValues(value, high) <= 0,
  },
  attribute_exists: { apply: (value) => value !== undefined },
  attribute_not_exists: { apply: (value) => value === undefined },
  begins_with: {
    types: ['S'],
    apply: (value, start) => !!value && 'S' in value && 'S' in start && value.S.startsWith(start.S),
  },
  contains: { apply: contains },
  size: { types: ['S', 'N'], apply: (value, max) => compareValues(sizeOf(value), max) < 0 },
};

const incorrectType = (value: AttributeValue): Error =>
  invalid(`An operand in the update expression has an incorrect data type: ${typeOf(value)}`);

const add = (before: Value, operand: AttributeValue): AttributeValue => {
  if (!before) return operand;
  if ('N' in before && 'N' in operand) return { N: canonicalNumber(String(Number(before.N) + Number(operand.N))) };
  if ('SS' in before && 'SS' in operand) return toSet([...before.SS, ...operand.SS]);
  throw incorrectType(before);
};

const subtract = (before: Value, operand: AttributeValue): Value => {
  if (!before) return undefined;
  if (!('SS' in before && 'SS' in operand)) throw incorrectType(before);
  const remaining = before.SS.filter((member) => !operand.SS.includes(member));
  return remaining.length > 0 ? { SS: remaining } : undefined;
};

/** Returns the value at the action's path after the change; undefined if the change removes it. @throws AwsError */
export const clauses: Readonly<Record<string, Operator<Value>>> = {
  SET: { apply: (_, operand) => operand },
  REMOVE: { apply: () => undefined },
  ADD: { types: ['N', 'SS'], apply: add },
  DELETE: { types: ['SS'], apply: subtract },
};
