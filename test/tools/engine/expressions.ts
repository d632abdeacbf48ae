import fc from 'fast-check';
import type { AttributeValue } from '../../../lib/local/dynamodb/attribute-value.ts';

/**
 * Expressions are generated with a name as `‹name›` and a value as `«JSON»`.
 * @returns the expressions with placeholders instead, and the members that define these
 */
export const definePlaceholders = (expressions: Readonly<Record<string, string | undefined>>): object => {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const define = <Value>(defined: Record<string, Value>, prefix: string, value: Value): string => {
    const placeholder = prefix + Object.keys(defined).length;
    defined[placeholder] = value;
    return placeholder;
  };
  const rendered = Object.entries(expressions).flatMap(([member, text]) => {
    const replaced = text?.replaceAll(/‹(.*?)›|«(.*?)»/g, (_, name?: string, value = '') =>
      name === undefined ? define(values, ':v', JSON.parse(value)) : define(names, '#n', name),
    );
    return replaced === undefined ? [] : [[member, replaced]];
  });
  return {
    ...Object.fromEntries(rendered),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
};

/** Joins parts with spaces. */
export const phrase = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((generated) => generated.join(' '));

export const valueFrom = (values: fc.Arbitrary<AttributeValue>): fc.Arbitrary<string> =>
  values.map((one) => `«${JSON.stringify(one)}»`);

const listOf = (parts: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> =>
  fc.array(parts, { minLength: 1, maxLength }).map((all) => all.join(', '));

const texts = ['', 'a', 'ab', 'b', 'B', 'é', '\u{1F600}', '\uFFFD', 'name'];
const numbers = ['0', '-1', '1', '2', '10', '10.0', '1e3', '-0', '900719925474099'];

const number = fc.constantFrom(...numbers).map((N) => ({ N }));
const scalar: fc.Arbitrary<AttributeValue> = fc.oneof(
  { arbitrary: fc.constantFrom(...texts).map((S) => ({ S })), weight: 3 },
  { arbitrary: number, weight: 3 },
  fc.boolean().map((BOOL) => ({ BOOL })),
  fc.constant({ NULL: true } as const),
);
const set: fc.Arbitrary<AttributeValue> = fc
  .uniqueArray(fc.constantFrom(...texts), { minLength: 1, maxLength: 3 })
  .map((SS) => ({ SS }));

/** Values that DynamoDB refuses. Types other than these are not drawn: DynamoDB Local accepts any JSON for a text or a boolean. */
const refused: fc.Arbitrary<AttributeValue> = fc.constantFrom(
  { SS: [] },
  { SS: ['a', 'a'] },
  { N: '0x10' },
  { N: ' 1' },
  { N: '' },
  { S: 'a', N: '1' },
  {} as AttributeValue,
  { NULL: false } as unknown as AttributeValue,
  Array.from({ length: 32 }).reduce<AttributeValue>((inner) => ({ L: [inner] }), { S: 'x' }),
);

/** Values that are generated often, so that a test often compares equal values. */
const frequent = fc.constantFrom<AttributeValue>({ N: '1' }, { N: '2' });

/** A value of any type. A list or map contains only scalars and sets. */
export const anyValue: fc.Arbitrary<AttributeValue> = fc.oneof(
  { arbitrary: frequent, weight: 30 },
  { arbitrary: refused, weight: 1 },
  { arbitrary: scalar, weight: 9 },
  { arbitrary: set, weight: 3 },
  fc.array(fc.oneof(scalar, set), { maxLength: 3 }).map((L) => ({ L })),
  fc.dictionary(fc.constantFrom('x', 'y'), fc.oneof(scalar, set), { maxKeys: 2 }).map((M) => ({ M })),
);

/** Attributes that are not part of a key. */
export const attributeNames = ['note', 'count', 'tags', 'list', 'map', 'size'] as const;

const attribute = fc.constantFrom(...attributeNames).map((name) => `‹${name}›`);
const pathWith = (...suffixes: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      attribute,
      fc.oneof({ arbitrary: fc.constant(''), weight: 5 }, { arbitrary: fc.constantFrom('', ...suffixes), weight: 2 }),
    )
    .map((parts) => parts.join(''));
const path = pathWith('.‹x›', '.‹y›', '[0]', '[1]', '[5]', '[0].‹x›');
/** Paths that an update may change: our engine cannot replace or remove an element of a list, but only a member inside one. */
const updatable = pathWith('.‹x›', '.‹y›', '[0].‹x›', '[5].‹y›');

const value = valueFrom(anyValue);
const operand = valueFrom(fc.oneof({ arbitrary: frequent, weight: 9 }, anyValue));

const test = fc.oneof(
  { arbitrary: phrase(path, fc.constantFrom('=', '<', '<=', '>', '>='), operand), weight: 3 },
  { arbitrary: phrase(path, 'BETWEEN', operand, 'AND', operand), weight: 2 },
  phrase(fc.constantFrom('attribute_exists', 'attribute_not_exists'), '(', path, ')'),
  phrase(fc.constantFrom('begins_with', 'contains'), '(', path, ',', value, ')'),
  phrase('size (', path, ') <', operand),
);

/** A condition or filter. */
export const condition = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: test, weight: 4 },
    phrase(tie('condition'), fc.constantFrom('AND', 'OR'), tie('condition')),
    phrase('NOT', tie('condition')),
    phrase('(', tie('condition'), ')'),
  ),
})).condition;

const clauses = {
  SET: phrase(updatable, '=', value),
  REMOVE: updatable,
  ADD: phrase(attribute, valueFrom(fc.oneof(number, set))),
  DELETE: phrase(attribute, valueFrom(set)),
};

/** An update, of one or two clauses. */
export const update: fc.Arbitrary<string> = fc
  .shuffledSubarray(Object.entries(clauses), { minLength: 1, maxLength: 2 })
  .chain((chosen) => phrase(...chosen.flatMap(([word, action]) => [word, listOf(action, 2)])));

export const projection = listOf(attribute, 3);
