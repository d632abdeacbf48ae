import type { AttributeValue, Item } from './attribute-value.ts';

/** The names and positions that lead from an item to a value inside it. */
export type Path = readonly (string | number)[];

export type Operand =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'value'; readonly value: AttributeValue };

export type Condition =
  | { readonly kind: 'and' | 'or' | 'not'; readonly conditions: readonly Condition[] }
  /** A comparison, BETWEEN, or a function. */
  | { readonly kind: 'test'; readonly operator: string; readonly operands: readonly Operand[] };

/** One change of an update. REMOVE has no value. */
export interface Action {
  readonly clause: 'SET' | 'REMOVE' | 'ADD' | 'DELETE';
  readonly path: Path;
  readonly value?: AttributeValue;
}

export const readPath = (item: Item, path: Path): AttributeValue | undefined => {
  let value: AttributeValue | undefined = { M: item };
  for (const step of path) {
    if (typeof step === 'string')
      value = value && 'M' in value && Object.hasOwn(value.M, step) ? value.M[step] : undefined;
    else value = value && 'L' in value ? value.L[step] : undefined;
  }
  return value;
};

/** Whether one path contains the other, or one path treats a value as a list and the other treats it as a map. */
const collide = (one: Path, other: Path): boolean => {
  const fork = one.findIndex((step, depth) => step !== other[depth]);
  return fork < 0 || fork >= other.length || typeof one[fork] !== typeof other[fork];
};

/** The first two paths that cannot be used together, in the words of DynamoDB's messages. */
export const findOverlap = (paths: readonly Path[]): string | undefined => {
  for (const [index, one] of paths.entries()) {
    const other = paths.slice(index + 1).find((later) => collide(one, later));
    if (other) return `path one: [${one.join(', ')}], path two: [${other.join(', ')}]`;
  }
  return undefined;
};
