import type { FieldRule } from '../../shared/rules/field-rule.ts';

/** A schema of JSON Schema 2020-12, which OpenAPI 3.1 uses unchanged. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const refTo = (kind: 'schemas' | 'headers' | 'parameters', name: string): JsonSchema => ({
  $ref: `#/components/${kind}/${name}`,
});

type RuleOfKind<Kind extends FieldRule['kind']> = Extract<FieldRule, { readonly kind: Kind }>;

const texts = ({ minLength, maxLength }: { minLength: number; maxLength: number }): JsonSchema => ({
  type: 'string',
  minLength,
  maxLength,
});

const makers: { readonly [Kind in FieldRule['kind']]: (rule: RuleOfKind<Kind>) => JsonSchema } = {
  integer: ({ min, max }) => ({ type: 'integer', format: 'int64', minimum: min, maximum: max }),
  number: ({ min, max }) => ({ type: 'number', minimum: min, maximum: max }),
  text: texts,
  // Not `format: email`, which means an address of RFC 5321: that is stricter than the service.
  email: (rule) => ({ ...texts(rule), pattern: rule.pattern }),
  'date-time': () => ({ type: 'string', format: 'date-time' }),
  boolean: () => ({ type: 'boolean' }),
  choice: ({ values }) => ({ type: 'string', enum: values }),
  set: ({ values }) => ({ type: 'array', items: { type: 'string', enum: values }, minItems: 1, uniqueItems: true }),
  day: () => ({ type: 'string', format: 'date' }),
  'time-zone': () => ({ type: 'string' }),
  line: (rule) => ({ ...texts(rule), pattern: rule.pattern }),
  'idempotency-key': ({ pattern }) => ({ type: 'string', pattern }),
  endpoint: ({ maxLength, pattern }) => ({ type: 'string', maxLength, pattern }),
  items: ({ min, max }) => ({ type: 'array', minItems: min, maxItems: max }),
};

/** The rule of a field as JSON Schema. */
export const toFieldSchema = (rule: FieldRule): JsonSchema =>
  (makers[rule.kind] as (rule: FieldRule) => JsonSchema)(rule);

/** The rule of a field as JSON Schema, for a field whose `null` counts as absent. */
export const toNullableSchema = (rule: FieldRule): JsonSchema => {
  const schema = toFieldSchema(rule);
  const { enum: values } = schema as { enum?: readonly string[] };
  return { ...schema, type: [schema['type'], 'null'], ...(values && { enum: [...values, null] }) };
};
