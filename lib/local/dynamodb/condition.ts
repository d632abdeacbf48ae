import {
  compareValues,
  contentOf,
  equals,
  sizeOfBinary,
  typeOf,
  type AttributeValue,
  type Item,
} from './attribute-value.ts';
import { readPath } from './document-path.ts';
import type { Condition, Operand } from './expression.ts';

type Values = readonly (AttributeValue | undefined)[];

const sizeOf = (value: AttributeValue | undefined): AttributeValue | undefined => {
  if (!value || 'N' in value || 'BOOL' in value || 'NULL' in value) return undefined;
  if ('B' in value) return { N: String(sizeOfBinary(value.B)) };
  const size = 'M' in value ? Object.keys(value.M).length : (contentOf(value) as { readonly length: number }).length;
  return { N: String(size) };
};

const valueOf = (operand: Operand, item: Item): AttributeValue | undefined => {
  if (operand.kind === 'value') return operand.value;
  if (operand.kind === 'path') return readPath(item, operand.path);
  return sizeOf(operand.operands[0] && valueOf(operand.operands[0], item));
};

const contains = ([container, wanted]: Values): boolean => {
  if (!container || !wanted) return false;
  if ('L' in container) return container.L.some((element) => equals(element, wanted));
  const content = contentOf(container);
  const isSetOf = typeOf(container) === `${typeOf(wanted)}S`;
  if (isSetOf) return (content as readonly unknown[]).includes(contentOf(wanted));
  if ('S' in container && 'S' in wanted) return container.S.includes(wanted.S);
  return (
    'B' in container && 'B' in wanted && Buffer.from(container.B, 'base64').includes(Buffer.from(wanted.B, 'base64'))
  );
};

const beginsWith = ([value, start]: Values): boolean => {
  if (!value || !start) return false;
  if ('S' in value && 'S' in start) return value.S.startsWith(start.S);
  if (!('B' in value) || !('B' in start)) return false;
  const prefix = Buffer.from(start.B, 'base64');
  return Buffer.from(value.B, 'base64').subarray(0, prefix.length).equals(prefix);
};

const isBetween = ([value, low, high]: Values): boolean =>
  (compareValues(value, low) ?? -1) >= 0 && (compareValues(value, high) ?? 1) <= 0;

const isEqual = ([one, other]: Values): boolean => one !== undefined && equals(one, other);

const tests: Readonly<Record<string, (values: Values) => boolean>> = {
  '=': isEqual,
  '<>': (values) => !isEqual(values),
  '<': ([one, other]) => (compareValues(one, other) ?? 0) < 0,
  '<=': ([one, other]) => (compareValues(one, other) ?? 1) <= 0,
  '>': ([one, other]) => (compareValues(one, other) ?? 0) > 0,
  '>=': ([one, other]) => (compareValues(one, other) ?? -1) >= 0,
  BETWEEN: isBetween,
  IN: ([value, ...allowed]) => allowed.some((one) => isEqual([value, one])),
  attribute_exists: ([value]) => value !== undefined,
  attribute_not_exists: ([value]) => value === undefined,
  attribute_type: ([value, type]) => value !== undefined && type !== undefined && typeOf(value) === contentOf(type),
  begins_with: beginsWith,
  contains,
};

/** Whether a condition holds for an item; for one that does not exist, `item` is empty. */
export const holds = (condition: Condition, item: Item): boolean => {
  if (condition.kind === 'test')
    return (tests[condition.operator] as (values: Values) => boolean)(
      condition.operands.map((operand) => valueOf(operand, item)),
    );
  const { conditions } = condition;
  if (condition.kind === 'and') return conditions.every((one) => holds(one, item));
  if (condition.kind === 'or') return conditions.some((one) => holds(one, item));
  return !conditions.some((one) => holds(one, item));
};
