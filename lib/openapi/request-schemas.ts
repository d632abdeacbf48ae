import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { ruleOf } from '../../shared/http/field.ts';
import type { DescribedFields, DescribedList, FieldText, RequestSchemas } from '../../shared/http/operation.ts';
import type { FieldRule } from '../../shared/rules/field-rule.ts';
import { fields } from '../../shared/rules/fields.ts';
import { refTo, type JsonSchema } from './json-schema.ts';

type RuleOfKind<Kind extends FieldRule['kind']> = Extract<FieldRule, { readonly kind: Kind }>;

const textSchema = ({ minLength, maxLength }: { minLength: number; maxLength: number }): JsonSchema => ({
  type: 'string',
  minLength,
  maxLength,
});

const NO_CONTROL_CHARACTER = String.raw`^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+$`;

/** Only the kinds of rules that fields of the gate's API have. */
const makers: { readonly [Kind in FieldRule['kind']]?: (rule: RuleOfKind<Kind>) => JsonSchema } = {
  integer: ({ min, max }) => ({ type: 'integer', format: 'int64', minimum: min, maximum: max }),
  text: textSchema,
  identifier: textSchema,
  // Not `format: email`, because that means an address as in RFC 5321, and RFC 5321 is stricter than the service.
  email: (rule) => ({ ...textSchema(rule), pattern: rule.pattern }),
  // The shape of a tag; the service also checks the order of its parts.
  language: ({ maxLength }) => ({ type: 'string', maxLength, pattern: '^[0-9A-Za-z]{1,8}(-[0-9A-Za-z]{1,8})*$' }),
  'date-time': () => ({ type: 'string', format: 'date-time' }),
  boolean: () => ({ type: 'boolean' }),
  choice: ({ values }) => ({ type: 'string', enum: values }),
  // No `uniqueItems`, because client generators turn an array that has it into a set, which might lose the order.
  texts: ({ max, item }) => ({ type: 'array', items: textSchema(item), minItems: 1, maxItems: max }),
  line: (rule) => ({ ...textSchema(rule), pattern: NO_CONTROL_CHARACTER }),
  'idempotency-key': ({ pattern }) => ({ type: 'string', pattern }),
  items: ({ min, max }) => ({ type: 'array', minItems: min, maxItems: max }),
};

const toRuleSchema = (rule: FieldRule): JsonSchema => {
  const make = makers[rule.kind] as ((rule: FieldRule) => JsonSchema) | undefined;
  if (!make) throw new Error(`The API document cannot describe fields of the kind ${rule.kind}.`);
  return make(rule);
};

const isOptional = (schema: v.GenericSchema): boolean => schema.type === 'nullish';

/** A parameter of a form can have a schema without a rule. */
const toFieldSchema = (schema: v.GenericSchema): JsonSchema => {
  const rule = ruleOf(schema) as FieldRule | undefined;
  if (rule) return toRuleSchema(rule);
  // An optional parameter wraps its schema in `nullish`.
  const given = 'wrapped' in schema ? (schema.wrapped as v.GenericSchema) : schema;
  const { $schema: _, ...converted } = toJsonSchema(given);
  return converted;
};

const toText = (text: FieldText = ''): JsonSchema => (typeof text === 'string' ? { description: text } : text);

/**
 * The service treats `null` in an optional field as absent, but the schema does not allow it: some generated clients send `null`
 * in every nullable field that was not set.
 */
const toObjectSchema = ({ description, schema, texts, isClosed, examples }: DescribedFields): JsonSchema => {
  const members = Object.entries(schema.entries);
  const required = members.filter(([, member]) => !isOptional(member)).map(([name]) => name);
  return {
    description,
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      members.map(([name, member]) => [name, { ...toFieldSchema(member), ...toText(texts[name]) }]),
    ),
    ...(isClosed && { additionalProperties: false }),
    ...(examples && { examples }),
  };
};

const toListSchema = ({ description, itemSchema, items }: DescribedList): JsonSchema => ({
  description,
  type: 'object',
  required: ['items'],
  properties: { items: { ...toRuleSchema(fields.items), description: items, items: refTo('schemas', itemSchema) } },
});

/** Returns request bodies as JSON Schema. */
export const toRequestSchemas = (requests: RequestSchemas): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(requests).map(([name, body]) => [
      name,
      'schema' in body ? toObjectSchema(body) : toListSchema(body),
    ]),
  );
