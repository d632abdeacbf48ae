import type { AttributeValue, Item } from './attribute-value.ts';
import { invalid } from './request.ts';

/** The names and positions that lead from an item to a value inside it. */
export type Path = readonly (string | number)[];
type Value = AttributeValue | undefined;

export const readPath = (item: Item, path: Path): Value => {
  let value: Value = { M: item };
  for (const step of path) {
    if (typeof step === 'string')
      value = value && 'M' in value && Object.hasOwn(value.M, step) ? value.M[step] : undefined;
    else value = value && 'L' in value ? value.L[step] : undefined;
  }
  return value;
};

/** Returns a copy of `value` with the value at `path` changed, or removed if `change` returns undefined. @throws AwsError */
export const changeAt = (value: Value, [step, ...rest]: Path, change: (before: Value) => Value): Value => {
  if (step === undefined) return change(value);
  if (typeof step === 'string' && value && 'M' in value) {
    const { [step]: before, ...others } = value.M;
    const after = changeAt(Object.hasOwn(value.M, step) ? before : undefined, rest, change);
    return { M: after ? { ...value.M, [step]: after } : others };
  }
  if (typeof step === 'number' && value && 'L' in value) {
    const before = value.L[step];
    const after = before && changeAt(before, rest, change);
    if (after) return { L: value.L.with(step, after) };
  }
  throw invalid('The document path provided in the update expression is invalid for update');
};

/** Whether one path contains the other, or one path treats a value as a list and the other treats it as a map. */
const overlap = (one: Path, other: Path): boolean => {
  const fork = one.findIndex((step, depth) => step !== other[depth]);
  return fork < 0 || fork >= other.length || typeof one[fork] !== typeof other[fork];
};

/** @throws AwsError if two paths cannot be used together */
export const assertNoOverlap = (paths: readonly Path[]): void => {
  for (const [index, one] of paths.entries()) {
    const other = paths.slice(index + 1).find((later) => overlap(one, later));
    if (other)
      throw invalid(
        `Two document paths overlap with each other; path one: [${one.join(', ')}], path two: [${other.join(', ')}]`,
      );
  }
};
