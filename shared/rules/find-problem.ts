import type { FieldRule } from './field-rule.ts';
import { isNetwork } from './network.ts';
import { foldEmail } from './fold-email.ts';

/** The end of an English sentence that begins with the field, such as `must be a string`; undefined if the value is valid. */
export type Problem = string | undefined;

type Kind = FieldRule['kind'];
type RuleOfKind<K extends Kind> = Extract<FieldRule, { readonly kind: K }>;
type Length = { readonly minLength: number; readonly maxLength: number };
type Range = { readonly min: number; readonly max: number };

/** Counts characters as JSON Schema does: a character outside the BMP counts as one. */
const lengthOf = (text: string): number => Array.from(text).length;

/** `1 to 64 characters`, for error messages and help. */
export const describeLength = ({ minLength, maxLength }: Length): string => `${minLength} to ${maxLength} characters`;

/** Rejects unpaired surrogates, which cannot be stored. */
const checkText = (value: unknown, rule: Length): Problem => {
  if (typeof value !== 'string') return 'must be a string';
  if (!value.isWellFormed()) return 'must be well-formed Unicode';
  const length = lengthOf(value);
  return length < rule.minLength || length > rule.maxLength ? `must have ${describeLength(rule)}` : undefined;
};

const matches = (value: unknown, pattern: string): boolean =>
  typeof value === 'string' && new RegExp(pattern, 'u').test(value);

const isWithin = (value: unknown, { min, max }: Range): boolean =>
  typeof value === 'number' && value >= min && value <= max;

const TEXT_AROUND_AT = /.@./s;

/**
 * Checks the address as sent and as stored, because folding can turn one character into three. 254 folded characters have at
 * most 1,016 bytes, so with the company's id they fit into a key of 2,048 bytes (DynamoDB, "Partition key length").
 */
const checkEmail = (value: unknown, rule: RuleOfKind<'email'>): Problem => {
  const problem = checkText(value, rule) ?? checkText(foldEmail(value as string), rule);
  if (problem !== undefined || matches(value, rule.pattern)) return problem;
  return TEXT_AROUND_AT.test(value as string) ? 'must not have control characters' : 'must be a valid e-mail address';
};

const isDay = (value: unknown): boolean => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const midnight = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(value);
};

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

const isListOfDistinct = (
  value: unknown,
  isItem: (item: unknown) => boolean,
  max: number,
): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= max && new Set(value).size === value.length && value.every(isItem);

const unless = (isValid: boolean, problem: string): Problem => (isValid ? undefined : problem);

const checks: { readonly [K in Kind]: (value: unknown, rule: RuleOfKind<K>) => Problem } = {
  integer: (value, rule) =>
    unless(Number.isInteger(value) && isWithin(value, rule), `must be an integer from ${rule.min} to ${rule.max}`),
  number: (value, rule) => unless(isWithin(value, rule), `must be a number from ${rule.min} to ${rule.max}`),
  text: checkText,
  line: (value, rule) =>
    checkText(value, rule) ?? unless(matches(value, rule.pattern), 'must not have control characters'),
  email: checkEmail,
  // Checks the type only. The code that parses the string decides whether to accept a local time.
  'date-time': (value) => unless(typeof value === 'string', DATE_TIME_PROBLEM),
  boolean: (value) => unless(typeof value === 'boolean', 'must be true or false'),
  choice: (value, { values }) => unless(values.includes(value as string), `must be one of ${values.join(', ')}`),
  'number-choice': (value, { values }) =>
    unless(values.includes(value as number), `must be one of ${values.join(', ')}`),
  networks: (value, { max }) =>
    unless(
      isListOfDistinct(value, isNetwork, max),
      `must be up to ${max} different networks in CIDR form, such as 203.0.113.0/24 or 2001:db8::/32`,
    ),
  set: (value, { values }) =>
    unless(isSetOf(value, values), `must be one or more of ${values.join(', ')}, each at most once`),
  texts: (value, { max, item }) =>
    unless(
      isListOfDistinct(value, (one) => checkText(one, item) === undefined, max) && value.length > 0,
      `must be a list of 1 to ${max} different strings of ${describeLength(item)}`,
    ),
  items: (value, rule) =>
    unless(Array.isArray(value) && isWithin(value.length, rule), `must be a list of ${rule.min} to ${rule.max} items`),
  day: (value) => unless(isDay(value), 'must be a day, such as 2026-11-21'),
  'time-zone': (value) => unless(isTimeZone(value), 'must be the IANA name of a time zone, such as Europe/Berlin'),
  'idempotency-key': (value, { pattern, minLength, maxLength }) =>
    unless(matches(value, pattern), `must be ${minLength} to ${maxLength} visible ASCII characters`),
  endpoint: (value, { pattern, maxLength }) =>
    unless(
      matches(value, pattern) && (value as string).length <= maxLength,
      'must be the ARN of an SNS platform endpoint, such as arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/5e3e9847-3183-3f18-a7e8-671c3a57d4b3',
    ),
};

export const DATE_TIME_PROBLEM = 'must be an RFC 3339 date-time with an offset, such as 2026-11-21T08:00:00+01:00';

/**
 * @example
 * findProblem(fields.userId, '42'); // 'must be an integer from 1 to 9007199254740991'
 */
export const findProblem = (rule: FieldRule, value: unknown): Problem =>
  (checks[rule.kind] as (value: unknown, rule: FieldRule) => Problem)(value, rule);

export const isValid = (rule: FieldRule, value: unknown): boolean => findProblem(rule, value) === undefined;
