import type { AttributeValue, Item } from './attribute-value.ts';
import type { Path } from './expression.ts';

/** The value at a path in an item. */
export const readPath = (item: Item, path: Path): AttributeValue | undefined => {
  let value: AttributeValue | undefined = { M: item };
  for (const step of path) {
    if (typeof step === 'string')
      value = value && 'M' in value && Object.hasOwn(value.M, step) ? value.M[step] : undefined;
    else value = value && 'L' in value ? value.L[step] : undefined;
  }
  return value;
};

/** What is selected below a member or an element; undefined for all of it. */
interface Selection extends Map<string | number, Selection | undefined> {}

const toSelection = (paths: readonly Path[]): Selection => {
  const root: Selection = new Map();
  for (const path of paths) {
    let level: Selection = root;
    for (const [depth, step] of path.entries()) {
      const known = level.get(step);
      const next: Selection | undefined = depth === path.length - 1 ? undefined : (known ?? new Map());
      level.set(step, next);
      if (next) level = next;
    }
  }
  return root;
};

const select = (value: AttributeValue, selection: Selection): AttributeValue | undefined => {
  const parts = [...selection.entries()];
  if ('M' in value) {
    const members = parts.flatMap(([step, inner]) => {
      const member = typeof step === 'string' && Object.hasOwn(value.M, step) ? value.M[step] : undefined;
      const selected = member && inner ? select(member, inner) : member;
      return selected ? [[step, selected] as const] : [];
    });
    return members.length > 0 ? { M: Object.fromEntries(members) } : undefined;
  }
  if (!('L' in value)) return undefined;
  const elements = parts
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .flatMap(([step, inner]) => {
      const element = typeof step === 'number' ? value.L[step] : undefined;
      return (element && inner ? select(element, inner) : element) ?? [];
    });
  return elements.length > 0 ? { L: elements } : undefined;
};

/** The parts of an item at `paths`. Selected elements of a list follow one another. */
export const project = (item: Item, paths: readonly Path[]): Item => {
  const selected = select({ M: item }, toSelection(paths));
  return selected && 'M' in selected ? selected.M : {};
};

/** Whether one path contains the other, or one takes for a list what the other takes for a map. */
const collide = (one: Path, other: Path): boolean => {
  const parting = one.findIndex((step, depth) => step !== other[depth]);
  if (parting < 0 || parting >= other.length) return true;
  return typeof one[parting] !== typeof other[parting];
};

/** The first two of `paths` that cannot be used together. */
export const findOverlap = (paths: readonly Path[]): readonly [Path, Path] | undefined => {
  for (const [index, one] of paths.entries()) {
    const other = paths.slice(index + 1).find((later) => collide(one, later));
    if (other) return [one, other];
  }
  return undefined;
};

/** A path as DynamoDB's messages have it. */
export const formatPath = (path: Path): string => `[${path.join(', ')}]`;
