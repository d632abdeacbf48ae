import fc from 'fast-check';
import type { AttributeValue } from '../../../lib/local/dynamodb/attribute-value.ts';

/** An expression with placeholders; `render` gives each run of a request its own. */
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
const numbers = ['0', '-1', '1', '2', '10', '1.5', '-0.25', '1e3', '12345678901234567890', '1e-7', '9e125', '0.10'];
const binaries = ['', 'AA==', 'AQI=', '/w=='];

const text = fc.constantFrom(...texts).map((S) => ({ S }));
const number = fc.constantFrom(...numbers).map((N) => ({ N }));
const binary = fc.constantFrom(...binaries).map((B) => ({ B }));
const scalar: fc.Arbitrary<AttributeValue> = fc.oneof(
  { arbitrary: text, weight: 3 },
  { arbitrary: number, weight: 3 },
  binary,
  fc.boolean().map((BOOL) => ({ BOOL })),
  fc.constant({ NULL: true } as const),
);
const few = { minLength: 1, maxLength: 3 };
const set: fc.Arbitrary<AttributeValue> = fc.oneof(
  fc.uniqueArray(fc.constantFrom(...texts), few).map((SS) => ({ SS })),
  fc.uniqueArray(fc.constantFrom('1', '2', '3', '-4', '0.5'), few).map((NS) => ({ NS })),
  fc.uniqueArray(fc.constantFrom(...binaries), few).map((BS) => ({ BS })),
);

/** A value of any type, nested a little. */
export const anyValue: fc.Arbitrary<AttributeValue> = fc.oneof(
  { arbitrary: scalar, weight: 6 },
  { arbitrary: set, weight: 2 },
  fc.array(fc.oneof(scalar, set), { maxLength: 3 }).map((L) => ({ L })),
  fc.dictionary(fc.constantFrom('x', 'y'), fc.oneof(scalar, set), { maxKeys: 2 }).map((M) => ({ M })),
);

/** Attributes that are no keys. */
export const attributeNames = ['note', 'count', 'tags', 'list', 'map', 'size'] as const;

const path: fc.Arbitrary<Fragment> = fc
  .tuple(
    fc.constantFrom(...attributeNames),
    fc.oneof(
      { arbitrary: fc.constant(''), weight: 5 },
      { arbitrary: fc.constantFrom('.x', '.y', '[0]', '[1]', '[5]'), weight: 2 },
    ),
  )
  .map(
    ([name, suffix]): Fragment =>
      (list) =>
        list.name(name) + suffix.replace(/^\.(\w)/, (_, member: string) => `.${list.name(member)}`),
  );

const operand: fc.Arbitrary<Fragment> = fc.oneof(
  path,
  anyValue.map(
    (value): Fragment =>
      (list) =>
        list.value(value),
  ),
  path.map(
    (of): Fragment =>
      (list) =>
        `size(${of(list)})`,
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
  fc.tuple(operand, fc.array(operand, { minLength: 1, maxLength: 3 })).map(
    ([value, all]): Fragment =>
      (list) =>
        `${value(list)} IN (${all.map((one) => one(list)).join(', ')})`,
  ),
  fc.tuple(fc.constantFrom('attribute_exists', 'attribute_not_exists'), path).map(
    ([name, of]): Fragment =>
      (list) =>
        `${name}(${of(list)})`,
  ),
  fc.tuple(fc.constantFrom('begins_with', 'contains'), path, operand).map(
    ([name, of, start]): Fragment =>
      (list) =>
        `${name}(${of(list)}, ${start(list)})`,
  ),
  fc.tuple(path, fc.constantFrom('S', 'N', 'SS', 'L', 'M', 'NULL', 'Q')).map(
    ([of, type]): Fragment =>
      (list) =>
        `attribute_type(${of(list)}, ${list.value({ S: type })})`,
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

const setValue: fc.Arbitrary<Fragment> = fc.oneof(
  anyValue.map(
    (value): Fragment =>
      (list) =>
        list.value(value),
  ),
  path,
  fc.tuple(path, fc.constantFrom('+', '-'), number).map(
    ([of, sign, by]): Fragment =>
      (list) =>
        `${of(list)} ${sign} ${list.value(by)}`,
  ),
  fc.tuple(path, anyValue).map(
    ([of, value]): Fragment =>
      (list) =>
        `if_not_exists(${of(list)}, ${list.value(value)})`,
  ),
  fc.tuple(path, fc.array(scalar, { maxLength: 2 })).map(
    ([of, L]): Fragment =>
      (list) =>
        `list_append(${of(list)}, ${list.value({ L })})`,
  ),
);

const clause = (word: string, action: fc.Arbitrary<Fragment>): fc.Arbitrary<Fragment> =>
  fc.array(action, { minLength: 1, maxLength: 2 }).map(
    (actions): Fragment =>
      (list) =>
        `${word} ${actions.map((one) => one(list)).join(', ')}`,
  );

const withValue = (of: fc.Arbitrary<AttributeValue>): fc.Arbitrary<Fragment> =>
  fc.tuple(path, of).map(
    ([where, value]): Fragment =>
      (list) =>
        `${where(list)} ${list.value(value)}`,
  );

/** An update, of one or two clauses. */
export const update: fc.Arbitrary<Fragment> = fc
  .uniqueArray(
    fc.oneof(
      fc.record({
        word: fc.constant('SET'),
        make: clause(
          'SET',
          fc.tuple(path, setValue).map(
            ([where, value]): Fragment =>
              (list) =>
                `${where(list)} = ${value(list)}`,
          ),
        ),
      }),
      fc.record({ word: fc.constant('REMOVE'), make: clause('REMOVE', path) }),
      fc.record({ word: fc.constant('ADD'), make: clause('ADD', withValue(fc.oneof(number, set))) }),
      fc.record({ word: fc.constant('DELETE'), make: clause('DELETE', withValue(set)) }),
    ),
    { selector: ({ word }) => word, minLength: 1, maxLength: 2 },
  )
  .map(
    (clauses): Fragment =>
      (list) =>
        clauses.map(({ make }) => make(list)).join(' '),
  );

/** A projection. */
export const projection: fc.Arbitrary<Fragment> = fc.array(path, { minLength: 1, maxLength: 3 }).map(
  (paths): Fragment =>
    (list) =>
      paths.map((one) => one(list)).join(', '),
);
