import { isDeepStrictEqual } from 'node:util';
import { compareValues, type AttributeValue, type Item } from './attribute-value.ts';
import { readPath, type Condition } from './expression.ts';

type Values = readonly (AttributeValue | undefined)[];

const contains = ([container, wanted]: Values): boolean => {
  if (!container || !wanted) return false;
  if ('L' in container) return container.L.some((element) => isDeepStrictEqual(element, wanted));
  if (!('S' in wanted)) return false;
  if ('SS' in container) return container.SS.includes(wanted.S);
  return 'S' in container && container.S.includes(wanted.S);
};

const isEqual = ([one, other]: Values): boolean => one !== undefined && isDeepStrictEqual(one, other);

/** Makes a test that compares two values. The test is false if the values have no order. */
const makeOrderTest =
  (isWanted: (comparison: number) => boolean) =>
  ([one, other]: Values): boolean => {
    const comparison = compareValues(one, other);
    return comparison !== undefined && isWanted(comparison);
  };
const isAtLeast = makeOrderTest((comparison) => comparison >= 0);
const isAtMost = makeOrderTest((comparison) => comparison <= 0);

const tests: Readonly<Record<string, (values: Values) => boolean>> = {
  '=': isEqual,
  '<>': (values) => !isEqual(values),
  '<': makeOrderTest((comparison) => comparison < 0),
  '<=': isAtMost,
  '>': makeOrderTest((comparison) => comparison > 0),
  '>=': isAtLeast,
  BETWEEN: ([value, low, high]) => isAtLeast([value, low]) && isAtMost([value, high]),
  attribute_exists: ([value]) => value !== undefined,
  attribute_not_exists: ([value]) => value === undefined,
  begins_with: ([value, start]) => !!value && !!start && 'S' in value && 'S' in start && value.S.startsWith(start.S),
  contains,
};

/** Whether a condition holds for an item. If the item does not exist, pass an empty item. */
export const holds = (condition: Condition, item: Item): boolean => {
  if (condition.kind === 'test') {
    const { operator, operands } = condition;
    const values = operands.map((one) => (one.kind === 'value' ? one.value : readPath(item, one.path)));
    return tests[operator]?.(values) === true;
  }
  const { kind, conditions } = condition;
  if (kind === 'and') return conditions.every((one) => holds(one, item));
  const isAnyTrue = conditions.some((one) => holds(one, item));
  return kind === 'or' ? isAnyTrue : !isAnyTrue;
};
