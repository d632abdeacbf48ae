import type { FieldRule } from '../../shared/domain/field-rule.ts';
import { IDEMPOTENCY_KEY_PATTERN } from '../../shared/http/idempotency-key.ts';

/** A schema of JSON Schema 2020-12, which OpenAPI 3.1 uses unchanged. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const refTo = (kind: 'schemas' | 'headers' | 'parameters', name: string): JsonSchema => ({
  $ref: `#/components/${kind}/${name}`,
});

type RuleOfKind<Kind extends FieldRule['kind']> = Extract<FieldRule, { readonly kind: Kind }>;

const texts = ({ shortest, longest }: { shortest: number; longest: number }): JsonSchema => ({
  type: 'string',
  minLength: shortest,
  maxLength: longest,
});

const makers: { readonly [Kind in FieldRule['kind']]: (rule: RuleOfKind<Kind>) => JsonSchema } = {
  integer: ({ least, greatest }) => ({ type: 'integer', format: 'int64', minimum: least, maximum: greatest }),
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
  'idempotency-key': () => ({ type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN }),
  items: ({ least, greatest }) => ({ type: 'array', minItems: least, maxItems: greatest }),
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
