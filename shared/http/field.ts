import * as v from 'valibot';
import { parseDateTime, type Instant } from '../domain/instant.ts';
import type { FieldRule, ValueOf } from '../rules/field-rule.ts';
import { isValid } from '../rules/find-problem.ts';

const dateTime = v.pipe(
  v.string(),
  v.rawTransform<string, Instant>(({ dataset, addIssue, NEVER }) => {
    const instant = parseDateTime(dataset.value);
    if (instant !== undefined) return instant;
    addIssue();
    return NEVER;
  }),
);

/** The value as it was sent, except that a date-time becomes an {@link Instant}. */
type FieldSchema<R extends FieldRule> = R extends { kind: 'date-time' }
  ? v.GenericSchema<string, Instant>
  : v.GenericSchema<ValueOf<R>>;

const schemaFor = <R extends FieldRule>(rule: R): FieldSchema<R> =>
  (rule.kind === 'date-time'
    ? dateTime
    : v.custom((value) => isValid(rule, value))) as v.GenericSchema as FieldSchema<R>;

/** A required field. The schema carries its rule, for messages and the OpenAPI document. */
export const field = <R extends FieldRule>(rule: R) => v.pipe(schemaFor(rule), v.metadata({ rule }));

/** An optional field; `null` means absent. */
export const optionalField = <R extends FieldRule>(rule: R) => v.pipe(v.nullish(schemaFor(rule)), v.metadata({ rule }));

/** A field of a change. If absent, the stored value stays; `null` clears it. */
export const clearableField = <R extends FieldRule>(rule: R) =>
  v.pipe(v.optional(v.nullable(schemaFor(rule))), v.metadata({ rule }));

export const isClearable = (schema: v.GenericSchema): boolean => schema.type === 'optional';

/** The rule of a field made by one of the functions above. */
export const ruleOf = (schema: v.GenericSchema): FieldRule => v.getMetadata(schema)['rule'] as FieldRule;

/** An object of fields. */
export type BodySchema = v.ObjectSchema<Readonly<Record<string, v.GenericSchema>>, undefined>;
