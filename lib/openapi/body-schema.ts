import { ruleOf } from '../../shared/http/field.ts';
import type { BodySchema } from '../../shared/http/parse-body.ts';
import { toFieldSchema, toNullableSchema } from './field-schema.ts';
import type { JsonSchema } from './json-schema.ts';

type FieldOf<Schema extends BodySchema> = keyof Schema['entries'] & string;

/** What a reader is told of each field of a body, and an example of each. */
export type FieldTexts<Schema extends BodySchema> = Readonly<
  Record<FieldOf<Schema>, { readonly description: string; readonly example: unknown }>
>;

const isOptional = (schema: BodySchema['entries'][string]): boolean => schema.type === 'nullish';

/** The schema that a request is checked by, as JSON Schema. Members that it does not name are ignored. */
export const toBodySchema = <Schema extends BodySchema>({ entries }: Schema, texts: FieldTexts<Schema>): JsonSchema => {
  const names = Object.keys(entries) as FieldOf<Schema>[];
  const propertyOf = (name: FieldOf<Schema>): JsonSchema => {
    const schema = entries[name] as BodySchema['entries'][string];
    const { description, example } = texts[name];
    const toSchema = isOptional(schema) ? toNullableSchema : toFieldSchema;
    return { ...toSchema(ruleOf(schema)), description, examples: [example] };
  };
  const required = names.filter((name) => !isOptional(entries[name] as BodySchema['entries'][string]));
  const properties = Object.fromEntries(names.map((name) => [name, propertyOf(name)]));
  return { type: 'object', ...(required.length > 0 && { required }), properties };
};
