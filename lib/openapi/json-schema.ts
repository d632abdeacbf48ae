import type * as v from 'valibot';
import { isClearable, ruleOf, type BodySchema } from '../../shared/http/field.ts';
import type { FieldRule } from '../../shared/rules/field-rule.ts';
import { fields } from '../../shared/rules/fields.ts';

/** A schema of JSON Schema 2020-12, which OpenAPI 3.1 uses unchanged. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const refTo = (kind: 'schemas' | 'headers' | 'parameters', name: string): JsonSchema => ({
  $ref: `#/components/${kind}/${name}`,
});

export const refsToHeaders = (names: readonly string[]): JsonSchema =>
  Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));

export const jsonContent = (schema: JsonSchema, examples?: JsonSchema): JsonSchema => ({
  'application/json': { schema, ...(examples && { examples }) },
});

type RuleOfKind<Kind extends FieldRule['kind']> = Extract<FieldRule, { readonly kind: Kind }>;

const textSchema = ({ minLength, maxLength }: { minLength: number; maxLength: number }): JsonSchema => ({
  type: 'string',
  minLength,
  maxLength,
});

const NO_CONTROL_CHARACTER = String.raw`^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+$`;

const makers: { readonly [Kind in FieldRule['kind']]: (rule: RuleOfKind<Kind>) => JsonSchema } = {
  integer: ({ min, max }) => ({ type: 'integer', format: 'int64', minimum: min, maximum: max }),
  number: ({ min, max }) => ({ type: 'number', minimum: min, maximum: max }),
  text: textSchema,
  identifier: textSchema,
  // Not `format: email`, because that means an address as in RFC 5321, and RFC 5321 is stricter than the service.
  email: (rule) => ({ ...textSchema(rule), pattern: rule.pattern }),
  // The shape of a tag; the service also checks the order of its parts.
  language: ({ maxLength }) => ({ type: 'string', maxLength, pattern: '^[0-9A-Za-z]{1,8}(-[0-9A-Za-z]{1,8})*$' }),
  'date-time': () => ({ type: 'string', format: 'date-time' }),
  boolean: () => ({ type: 'boolean' }),
  choice: ({ values }) => ({ type: 'string', enum: values }),
  'number-choice': ({ values }) => ({ type: 'integer', enum: values }),
  networks: ({ max }) => ({ type: 'array', items: { type: 'string' }, maxItems: max, uniqueItems: true }),
  set: ({ values }) => ({ type: 'array', items: { type: 'string', enum: values }, minItems: 1, uniqueItems: true }),
  // No `uniqueItems`, because client generators turn an array that has it into a set, which might lose the order.
  texts: ({ max, item }) => ({ type: 'array', items: textSchema(item), minItems: 1, maxItems: max }),
  day: () => ({ type: 'string', format: 'date' }),
  'time-zone': () => ({
    type: 'string',
    pattern: String.raw`^[A-Za-z0-9_+\-/:]+$`,
    description: 'A name of the IANA time zone database, such as Europe/Berlin, or an offset, such as +01:00.',
  }),
  line: (rule) => ({ ...textSchema(rule), pattern: NO_CONTROL_CHARACTER }),
  'idempotency-key': ({ pattern }) => ({ type: 'string', pattern }),
  uuid: ({ pattern }) => ({ type: 'string', format: 'uuid', pattern }),
  endpoint: ({ maxLength, pattern }) => ({ type: 'string', maxLength, pattern }),
  items: ({ min, max }) => ({ type: 'array', minItems: min, maxItems: max }),
};

export const toFieldSchema = (rule: FieldRule): JsonSchema =>
  (makers[rule.kind] as (rule: FieldRule) => JsonSchema)(rule);

export const isOptional = (schema: v.GenericSchema): boolean => schema.type === 'nullish' || isClearable(schema);

const toClearable = (schema: v.GenericSchema, jsonSchema: JsonSchema): JsonSchema =>
  isClearable(schema) ? { ...jsonSchema, type: [jsonSchema['type'], 'null'] } : jsonSchema;

/**
 * Returns the schema of a body as JSON Schema, with the texts of each field. The service treats `null` in an optional field as
 * absent, but the schema does not allow it: some generated clients send `null` in every nullable field that was not set.
 */
export const toObjectSchema = (
  { entries }: BodySchema,
  texts: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema => {
  const members = Object.entries(entries);
  const required = members.filter(([, schema]) => !isOptional(schema)).map(([name]) => name);
  const toProperty = ([name, schema]: (typeof members)[number]) => [
    name,
    { ...toClearable(schema, toFieldSchema(ruleOf(schema))), ...texts[name] },
  ];
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(members.map(toProperty)) as JsonSchema,
  };
};

/** Returns the schema of a body that is a list of items. @param item the name of the items' schema */
export const toListSchema = (item: string, description: string): JsonSchema => ({
  type: 'object',
  required: ['items'],
  properties: { items: { ...toFieldSchema(fields.items), description, items: refTo('schemas', item) } },
});
