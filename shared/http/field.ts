import * as v from 'valibot';
import { parseDateTime, type Instant } from '../domain/instant.ts';
import type { FieldProblem, FieldRule, ValueOf } from '../rules/field-rule.ts';
import { isObject } from '../rules/plain-values.ts';
import { readValue } from '../rules/read-value.ts';
import { ServiceError, type FieldError } from '../domain/service-error.ts';

const dateTime = v.pipe(
  v.string(),
  v.rawTransform<string, Instant>(({ dataset, addIssue, NEVER }) => {
    const instant = parseDateTime(dataset.value);
    if (instant !== undefined) return instant;
    addIssue();
    return NEVER;
  }),
);

/** The value as {@link readValue} returns it, except that a date-time becomes an {@link Instant}. */
type FieldSchema<R extends FieldRule> = R extends { kind: 'date-time' }
  ? v.GenericSchema<string, Instant>
  : v.GenericSchema<ValueOf<R>>;

const valueBy = (rule: FieldRule) =>
  v.pipe(
    v.unknown(),
    v.rawTransform<unknown, unknown>(({ dataset, addIssue, NEVER }) => {
      const read = readValue(rule, dataset.value);
      if ('value' in read) return read.value;
      addIssue();
      return NEVER;
    }),
  );

const schemaFor = <R extends FieldRule>(rule: R): FieldSchema<R> =>
  (rule.kind === 'date-time' ? dateTime : valueBy(rule)) as v.GenericSchema as FieldSchema<R>;

/** A required field. The schema carries its rule, for messages and the OpenAPI document. */
export const field = <R extends FieldRule>(rule: R) => v.pipe(schemaFor(rule), v.metadata({ rule }));

/** An optional field; `null` means absent. */
export const optionalField = <R extends FieldRule>(rule: R) => v.pipe(v.nullish(schemaFor(rule)), v.metadata({ rule }));

/** A field of a change. If absent, the stored value stays; `null` clears it. */
export const clearableField = <R extends FieldRule>(rule: R) =>
  v.pipe(v.optional(v.nullable(schemaFor(rule))), v.metadata({ rule }));

type Rules = Readonly<Record<string, FieldRule>>;

const mapRules = <Field>(rules: Rules, make: (rule: FieldRule) => Field): Record<string, Field> =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, make(rule)]));

/** A required {@link field} for each rule. */
export const requiredFields = <R extends Rules>(rules: R) =>
  mapRules(rules, field) as unknown as {
    readonly [Name in keyof R]: ReturnType<typeof field<R[Name]>>;
  };

/** An {@link optionalField} for each rule. */
export const optionalFields = <R extends Rules>(rules: R) =>
  mapRules(rules, optionalField) as unknown as {
    readonly [Name in keyof R]: ReturnType<typeof optionalField<R[Name]>>;
  };

/** A {@link clearableField} for each rule. */
export const clearableFields = <R extends Rules>(rules: R) =>
  mapRules(rules, clearableField) as unknown as {
    readonly [Name in keyof R]: ReturnType<typeof clearableField<R[Name]>>;
  };

/** Whether {@link clearableField} made the field. The schemas of other optional fields are `nullish`. */
export const isClearable = (schema: v.GenericSchema): boolean => schema.type === 'optional';

/** The rule of a field made by one of the functions above. */
export const ruleOf = (schema: v.GenericSchema): FieldRule => v.getMetadata(schema)['rule'] as FieldRule;

export type BodySchema = v.ObjectSchema<Readonly<Record<string, v.GenericSchema>>, undefined>;

/** The character that is not allowed, or the whole rule. */
const problemOf = (rule: FieldRule, value: unknown): FieldProblem => {
  const read = readValue(rule, value);
  return 'problem' in read ? read.problem : rule;
};

const toFieldError = (issue: v.BaseIssue<unknown>, { entries }: BodySchema): FieldError => {
  const name = v.getDotPath(issue) as string;
  // An issue of the object schema itself always means that a field is missing.
  if (issue.type === 'object') return { field: name, fault: { kind: 'required' } };
  return { field: name, fault: problemOf(ruleOf(entries[name] as v.GenericSchema), issue.input) };
};

/** @throws ServiceError `invalid_body` if the body is not an object; `invalid_field`, which lists every invalid field */
export const parseBody = <S extends BodySchema>(schema: S, body: unknown): v.InferOutput<S> => {
  if (!isObject(body)) throw new ServiceError('invalid_body', 'not an object');
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const fieldErrors = parsed.issues.map((issue) => toFieldError(issue, schema));
  throw new ServiceError('invalid_field', fieldErrors.map((one) => one.field).join(', '), { fieldErrors });
};
