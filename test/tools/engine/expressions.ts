import fc from 'fast-check';
import type { AttributeValue } from '../../../lib/local/dynamodb/attribute-value.ts';

/** Renders an expression, and adds its names and values to the list. */
export type Fragment = (placeholders: PlaceholderList) => string;

/** Generates fragments that join the parts with spaces. A string is used unchanged. */
export const phrase = (...parts: readonly (string | fc.Arbitrary<Fragment | string>)[]): fc.Arbitrary<Fragment> =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map(
    (generated): Fragment =>
      (list) =>
        generated.map((part) => (typeof part === 'string' ? part : part(list))).join(' '),
  );

export const valueFrom = (values: fc.Arbitrary<AttributeValue>): fc.Arbitrary<Fragment> =>
  values.map(
    (value): Fragment =>
      (list) =>
        list.value(value),
  );

const listOf = (fragments: fc.Arbitrary<Fragment>, maxLength: number): fc.Arbitrary<Fragment> =>
  fc.array(fragments, { minLength: 1, maxLength }).map(
    (all): Fragment =>
      (list) =>
        all.map((render) => render(list)).join(', '),
  );

/** Collects the names and values of a request's expressions. */
export class PlaceholderList {
  readonly names: Record<string, string> = {};
  readonly values: Record<string, AttributeValue> = {};

  name(name: string): string {
    const placeholder = `#n${Object.keys(this.names).length}`;
    this.names[placeholder] = name;
    return placeholder;
  }

  value(value: AttributeValue): string {
    const placeholder = `:v${Object.keys(this.values).length}`;
    this.values[placeholder] = value;
    return placeholder;
  }

  get members(): object {
    return {
      ...(Object.keys(this.names).length > 0 && { ExpressionAttributeNames: this.names }),
      ...(Object.keys(this.values).length > 0 && { ExpressionAttributeValues: this.values }),
    };
  }
}

const texts = ['', 'a', 'ab', 'b', 'B', 'é', '\u{1F600}', '\uFFFD', 'name'];
const numbers = ['0', '-1', '1', '2', '10', '10.0', '1e3', '-0', '900719925474099'];

const text = fc.constantFrom(...texts).map((S) => ({ S }));
const number = fc.constantFrom(...numbers).map((N) => ({ N }));
const scalar: fc.Arbitrary<AttributeValue> = fc.oneof(
  { arbitrary: text, weight: 3 },
  { arbitrary: number, weight: 3 },
  fc.boolean().map((BOOL) => ({ BOOL })),
  fc.constant({ NULL: true } as const),
);
const set: fc.Arbitrary<AttributeValue> = fc
  .uniqueArray(fc.constantFrom(...texts), { minLength: 1, maxLength: 3 })
  .map((SS) => ({ SS }));

/** A value of any type. A list or map contains only scalars and sets. */
export const anyValue: fc.Arbitrary<AttributeValue> = fc.oneof(
  { arbitrary: scalar, weight: 6 },
  { arbitrary: set, weight: 2 },
  fc.array(fc.oneof(scalar, set), { maxLength: 3 }).map((L) => ({ L })),
  fc.dictionary(fc.constantFrom('x', 'y'), fc.oneof(scalar, set), { maxKeys: 2 }).map((M) => ({ M })),
);

/** Attributes that are not part of a key. */
export const attributeNames = ['note', 'count', 'tags', 'list', 'map', 'size'] as const;

const pathWith = (...suffixes: readonly string[]): fc.Arbitrary<Fragment> =>
  fc
    .tuple(
      fc.constantFrom(...attributeNames),
      fc.oneof({ arbitrary: fc.constant(''), weight: 5 }, { arbitrary: fc.constantFrom('', ...suffixes), weight: 2 }),
    )
    .map(
      ([name, suffix]): Fragment =>
        (list) =>
          list.name(name) + suffix.replace(/\.(\w)/, (_, member: string) => `.${list.name(member)}`),
    );

const attribute = pathWith();
const path = pathWith('.x', '.y', '[0]', '[1]', '[5]', '[0].x');
/** Paths that an update may change: our engine cannot replace or remove an element of a list, but only a member inside one. */
const updatable = pathWith('.x', '.y', '[0].x', '[5].y');

const value = valueFrom(anyValue);

const test = fc.oneof(
  phrase(path, fc.constantFrom('=', '<', '<=', '>', '>='), value),
  phrase(path, 'BETWEEN', value, 'AND', value),
  phrase(fc.constantFrom('attribute_exists', 'attribute_not_exists'), '(', path, ')'),
  phrase(fc.constantFrom('begins_with', 'contains'), '(', path, ',', value, ')'),
);

/** A condition or filter. */
export const condition: fc.Arbitrary<Fragment> = fc.letrec<{ condition: Fragment }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: test, weight: 4 },
    phrase(tie('condition'), fc.constantFrom('AND', 'OR'), tie('condition')),
    phrase('NOT', tie('condition')),
    phrase('(', tie('condition'), ')'),
  ),
})).condition;

const clauses = {
  SET: phrase(updatable, '=', valueFrom(anyValue)),
  REMOVE: updatable,
  ADD: phrase(attribute, valueFrom(fc.oneof(number, set))),
  DELETE: phrase(attribute, valueFrom(set)),
};

/** An update, of one or two clauses. */
export const update: fc.Arbitrary<Fragment> = fc
  .shuffledSubarray(Object.entries(clauses), { minLength: 1, maxLength: 2 })
  .chain((chosen) => phrase(...chosen.flatMap(([word, action]) => [word, listOf(action, 2)])));

/** A projection. */
export const projection = listOf(attribute, 3);
