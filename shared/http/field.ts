import * as v from 'valibot';
import type { FieldRule } from '../domain/field-rule.ts';
import { validateEmail, validateText } from '../domain/identifier.ts';
import { IDEMPOTENCY_KEY } from './idempotency-key.ts';
import { parseDateTime, type Instant } from '../domain/instant.ts';

type Kind = FieldRule['kind'];
type RuleOfKind<K extends Kind> = Extract<FieldRule, { readonly kind: K }>;

/** The type of a value that follows a rule, as it is sent. */
type ValueOf<R extends FieldRule> = R extends { kind: 'integer' }
  ? number
  : R extends { kind: 'boolean' }
    ? boolean
    : R extends { kind: 'choice'; values: readonly (infer Value)[] }
      ? Value
      : R extends { kind: 'items' }
        ? readonly unknown[]
        : R extends { kind: 'set'; values: readonly (infer Value)[] }
          ? readonly Value[]
          : string;

const isDay = (value: unknown): boolean =>
  typeof value === 'string' && parseDateTime(`${value}T00:00:00Z`) !== undefined;

const isTimeZone = (value: unknown): boolean => {
  if (typeof value !== 'string') return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
};

const isSetOf = (value: unknown, values: readonly string[]): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  new Set(value).size === value.length &&
  value.every((one) => values.includes(one as string));

const checks: { readonly [K in Exclude<Kind, 'date-time'>]: (value: unknown, rule: RuleOfKind<K>) => boolean } = {
  integer: (value, { least, greatest }) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= greatest,
  text: (value, { shortest, longest }) => validateText(value, shortest, longest) === undefined,
  line: (value, { shortest, longest, pattern }) =>
    validateText(value, shortest, longest) === undefined && new RegExp(pattern, 'u').test(value as string),
  'idempotency-key': (value) => typeof value === 'string' && IDEMPOTENCY_KEY.test(value),
  email: (value) => validateEmail(value) === undefined,
  boolean: (value) => typeof value === 'boolean',
  choice: (value, { values }) => values.includes(value as string),
  set: (value, { values }) => isSetOf(value, values),
  items: (value, { least, greatest }) => Array.isArray(value) && value.length >= least && value.length <= greatest,
  day: isDay,
  'time-zone': isTimeZone,
};

const dateTime = v.pipe(
  v.string(),
  v.rawTransform<string, Instant>(({ dataset, addIssue, NEVER }) => {
    const instant = parseDateTime(dataset.value);
    if (instant !== undefined) return instant;
    addIssue();
    return NEVER;
  }),
);

const checked = (rule: Exclude<FieldRule, { kind: 'date-time' }>) => {
  const check = checks[rule.kind] as (value: unknown, rule: FieldRule) => boolean;
  return v.custom((value) => check(value, rule));
};

/** The value of a valid field: as it was sent, except that a date-time becomes an {@link Instant}. */
type FieldSchema<R extends FieldRule> = R extends { kind: 'date-time' }
  ? v.GenericSchema<string, Instant>
  : v.GenericSchema<ValueOf<R>>;

const following = <R extends FieldRule>(rule: R): FieldSchema<R> =>
  (rule.kind === 'date-time' ? dateTime : checked(rule)) as v.GenericSchema as FieldSchema<R>;

/** A required field. The schema carries its rule, for messages and the OpenAPI document. */
export const field = <R extends FieldRule>(rule: R) => v.pipe(following(rule), v.metadata({ rule }));

/** An optional field; `null` means absent. */
export const optionalField = <R extends FieldRule>(rule: R) => v.pipe(v.nullish(following(rule)), v.metadata({ rule }));

/** The rule of a field made by {@link field} or {@link optionalField}. */
export const ruleOf = (schema: v.GenericSchema): FieldRule => v.getMetadata(schema)['rule'] as FieldRule;
