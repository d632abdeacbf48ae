import type { FieldRule } from './field-rule.ts';
import { foldEmail } from './fold-email.ts';
import { formatRule } from './format-text.ts';
import en from './locales/en.json' with { type: 'json' };
import { isNetwork } from './network.ts';

type Length = { readonly minLength: number; readonly maxLength: number };

export const describeLength = ({ minLength, maxLength }: Length): string => `${minLength} to ${maxLength} characters`;

/**
 * Says which values are valid, as the end of an English sentence that begins with the field.
 * @example
 * describeRule(fields.userId); // 'must be an integer from 1 to 9007199254740991'
 */
export const describeRule = (rule: FieldRule): string => formatRule('en', en, rule);

/** Counts characters as JSON Schema does: a character outside the BMP counts as one. */
const lengthOf = (text: string): number => Array.from(text).length;

const isWithin = (value: unknown, { min, max }: { readonly min: number; readonly max: number }): boolean =>
  typeof value === 'number' && value >= min && value <= max;

/** Rejects unpaired surrogates, which cannot be stored. */
const isText = (value: unknown, { minLength, maxLength }: Length): value is string =>
  typeof value === 'string' && value.isWellFormed() && isWithin(lengthOf(value), { min: minLength, max: maxLength });

const matches = (value: unknown, pattern: string): boolean =>
  typeof value === 'string' && new RegExp(pattern, 'u').test(value);

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

const isListOfDistinct = (
  value: unknown,
  isItem: (item: unknown) => boolean,
  max: number,
): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= max && new Set(value).size === value.length && value.every(isItem);

const checks: {
  readonly [Kind in FieldRule['kind']]: (value: unknown, rule: Extract<FieldRule, { readonly kind: Kind }>) => boolean;
} = {
  integer: (value, rule) => Number.isInteger(value) && isWithin(value, rule),
  number: isWithin,
  text: isText,
  line: (value, rule) => isText(value, rule) && matches(value, rule.pattern),
  // Checks the address as sent and as stored, because folding can turn one character into three. 254 folded characters have at
  // most 1,016 bytes, so with the company's id they fit into a key of 2,048 bytes (DynamoDB, "Partition key length").
  email: (value, rule) => isText(value, rule) && isText(foldEmail(value), rule) && matches(value, rule.pattern),
  // Checks the type only. The code that parses the string decides whether to accept a local time.
  'date-time': (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  choice: (value, { values }) => values.includes(value as string),
  'number-choice': (value, { values }) => values.includes(value as number),
  networks: (value, { max }) => isListOfDistinct(value, isNetwork, max),
  set: (value, { values }) =>
    isListOfDistinct(value, (one) => values.includes(one as string), values.length) && value.length > 0,
  texts: (value, { max, item }) => isListOfDistinct(value, (one) => isText(one, item), max) && value.length > 0,
  items: (value, rule) => Array.isArray(value) && isWithin(value.length, rule),
  day: isDay,
  'time-zone': isTimeZone,
  'idempotency-key': (value, { pattern }) => matches(value, pattern),
  endpoint: (value, { pattern, maxLength }) => matches(value, pattern) && (value as string).length <= maxLength,
};

export const isValid = (rule: FieldRule, value: unknown): boolean =>
  (checks[rule.kind] as (value: unknown, rule: FieldRule) => boolean)(value, rule);

/** Returns undefined if the value is valid, and otherwise the end of an English sentence that begins with the field. */
export const findProblem = (rule: FieldRule, value: unknown): string | undefined =>
  isValid(rule, value) ? undefined : describeRule(rule);
