import type { AttributeValue } from './attribute-value.ts';

/** Names and positions from the item to a value inside it. */
export type Path = readonly (string | number)[];

export type Operand =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'value'; readonly value: AttributeValue }
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Operand[] };

export type Condition =
  | { readonly kind: 'and' | 'or' | 'not'; readonly conditions: readonly Condition[] }
  /** A comparison, BETWEEN, IN, or a function. */
  | { readonly kind: 'test'; readonly operator: string; readonly operands: readonly Operand[] };

export type Clause = 'SET' | 'REMOVE' | 'ADD' | 'DELETE';

/** One change of an update. REMOVE has no operand. */
export interface Action {
  readonly clause: Clause;
  readonly path: Path;
  readonly operand?: Operand;
}
