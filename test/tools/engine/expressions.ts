import fc from 'fast-check';
import type { AttributeValue } from '../../../lib/local/dynamodb/attribute-value.ts';

/** Renders an expression, and adds its names and values to the list. */
export type Fragment = (placeholders: PlaceholderList) => string;

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

/** A value of any type, nested a little. */
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
/** The local DynamoDB does not update elements of lists. */
const updatable = pathWith('.x', '.y', '[0].x', '[5].y');

const operand: fc.Arbitrary<Fragment> = fc.oneof(
  path,
  anyValue.map(
    (value): Fragment =>
      (list) =>
        list.value(value),
  ),
);

const test: fc.Arbitrary<Fragment> = fc.oneof(
  fc.tuple(operand, fc.constantFrom('=', '<>', '<', '<=', '>', '>='), operand).map(
    ([left, sign, right]): Fragment =>
      (list) =>
        `${left(list)} ${sign} ${right(list)}`,
  ),
  fc.tuple(operand, operand, operand).map(
    ([value, low, high]): Fragment =>
      (list) =>
        `${value(list)} BETWEEN ${low(list)} AND ${high(list)}`,
  ),
  fc.tuple(fc.constantFrom('attribute_exists', 'attribute_not_exists'), path).map(
    ([name, target]): Fragment =>
      (list) =>
        `${name}(${target(list)})`,
  ),
  fc.tuple(fc.constantFrom('begins_with', 'contains'), path, operand).map(
    ([name, target, start]): Fragment =>
      (list) =>
        `${name}(${target(list)}, ${start(list)})`,
  ),
);

/** A condition or filter. */
export const condition: fc.Arbitrary<Fragment> = fc.letrec<{ condition: Fragment }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: test, weight: 4 },
    fc.tuple(tie('condition'), fc.constantFrom('AND', 'OR'), tie('condition')).map(
      ([left, word, right]): Fragment =>
        (list) =>
          `${left(list)} ${word} ${right(list)}`,
    ),
    tie('condition').map(
      (inner): Fragment =>
        (list) =>
          `NOT ${inner(list)}`,
    ),
    tie('condition').map(
      (inner): Fragment =>
        (list) =>
          `(${inner(list)})`,
    ),
  ),
})).condition;

const clause = (word: string, action: fc.Arbitrary<Fragment>): fc.Arbitrary<Fragment> =>
  fc.array(action, { minLength: 1, maxLength: 2 }).map(
    (actions): Fragment =>
      (list) =>
        `${word} ${actions.map((render) => render(list)).join(', ')}`,
  );

const withValue = (targets: fc.Arbitrary<Fragment>, sign: string, values: fc.Arbitrary<AttributeValue>) =>
  fc.tuple(targets, values).map(
    ([target, value]): Fragment =>
      (list) =>
        `${target(list)}${sign} ${list.value(value)}`,
  );

const clauses = {
  SET: withValue(updatable, ' =', anyValue),
  REMOVE: updatable,
  ADD: withValue(attribute, '', fc.oneof(number, set)),
  DELETE: withValue(attribute, '', set),
};

/** An update, of one or two clauses. */
export const update: fc.Arbitrary<Fragment> = fc
  .uniqueArray(
    fc.oneof(
      ...Object.entries(clauses).map(([word, action]) =>
        fc.record({ word: fc.constant(word), make: clause(word, action) }),
      ),
    ),
    { selector: ({ word }) => word, minLength: 1, maxLength: 2 },
  )
  .map(
    (parts): Fragment =>
      (list) =>
        parts.map(({ make }) => make(list)).join(' '),
  );

/** A projection. */
export const projection: fc.Arbitrary<Fragment> = fc.array(attribute, { minLength: 1, maxLength: 3 }).map(
  (paths): Fragment =>
    (list) =>
      paths.map((render) => render(list)).join(', '),
);
