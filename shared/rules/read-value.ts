import type { FieldProblem, FieldRule, ValueOf } from './field-rule.ts';
import { foldEmail, cleanIdentifier, cleanWords, findControl, findInvisible } from './outside-text.ts';
import { formatProblem } from './format-text.ts';
import en from './locales/en.json' with { type: 'json' };
import { isDay, isNetwork, isTimeZone, toNetwork } from './value-formats.ts';

type Length = { readonly minLength: number; readonly maxLength: number };

export const describeLength = ({ minLength, maxLength }: Length): string => `${minLength} to ${maxLength} characters`;

/**
 * Says which values are valid, or which character is not, as the end of an English sentence that begins with the field.
 * @example
 * describeRule(fields.userId); // 'must be an integer from 1 to 9007199254740991'
 */
export const describeRule = (problem: ValueProblem): string => formatProblem(en, problem);

/** The rule that a value breaks, or the character that makes it invalid. */
export type ValueProblem = Extract<FieldProblem, { kind: keyof typeof en }>;

/** Counts characters as JSON Schema does: a character outside the BMP counts as one. */
const lengthOf = (text: string): number => Array.from(text).length;

const isWithin = (value: unknown, { min, max }: { readonly min: number; readonly max: number }): boolean =>
  typeof value === 'number' && value >= min && value <= max;

/** Rejects unpaired surrogates, which cannot be stored. */
const isText = (value: unknown, { minLength, maxLength }: Length): value is string =>
  typeof value === 'string' && value.isWellFormed() && isWithin(lengthOf(value), { min: minLength, max: maxLength });

const matches = (value: unknown, pattern: string): boolean =>
  typeof value === 'string' && new RegExp(pattern, 'u').test(value);

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
  identifier: isText,
  line: isText,
  // 254 folded characters have at most 1,016 bytes, so with the company's id they fit into a key of 2,048 bytes (DynamoDB,
  // "Partition key length").
  email: (value, rule) => isText(value, rule) && matches(value, rule.pattern),
  language: (value, { maxLength, pattern }) => matches(value, pattern) && (value as string).length <= maxLength,
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
  uuid: (value, { pattern }) => matches(value, pattern),
  'idempotency-key': (value, { pattern }) => matches(value, pattern),
  endpoint: (value, { pattern, maxLength }) => matches(value, pattern) && (value as string).length <= maxLength,
};

const check = (rule: FieldRule, value: unknown): boolean =>
  (checks[rule.kind] as (value: unknown, rule: FieldRule) => boolean)(value, rule);

/** How text from outside is cleaned. Kinds that are missing here are taken exactly as they were sent. */
const cleaners: Readonly<Partial<Record<FieldRule['kind'], (text: string) => string>>> = {
  identifier: cleanIdentifier,
  texts: cleanIdentifier,
  email: cleanIdentifier,
  language: cleanIdentifier,
  choice: cleanIdentifier,
  endpoint: cleanIdentifier,
  networks: (text) => toNetwork(cleanIdentifier(text)),
  line: cleanWords,
};

/** @param text one network of a list */
const findInvalidNetwork = (text: string): ValueProblem | undefined =>
  isNetwork(text) ? undefined : { kind: 'not-a-network', value: text.slice(0, 60) };

/** Functions that find the invalid part of a value. For all other kinds, the problem is the rule itself. */
const finders: Readonly<Partial<Record<FieldRule['kind'], (text: string) => ValueProblem | undefined>>> = {
  identifier: findInvisible,
  texts: findInvisible,
  email: findInvisible,
  line: findControl,
  networks: findInvalidNetwork,
};

const mapTexts = (value: unknown, map: (text: string) => unknown): unknown => {
  if (typeof value === 'string') return map(value);
  return Array.isArray(value) ? value.map((one: unknown) => (typeof one === 'string' ? map(one) : one)) : value;
};

/** Returns the first invalid part of a text, or of the texts in a list. */
const findFault = (rule: FieldRule, value: unknown): ValueProblem | undefined => {
  const find = finders[rule.kind];
  if (!find) return undefined;
  const texts = [value].flat().filter((one) => typeof one === 'string');
  return texts.map(find).find((fault) => fault !== undefined);
};

/**
 * Reads a value from outside: cleans text, folds an e-mail address, and checks the result. All imports, APIs and commands use
 * this function, so that each finds what another has stored.
 * @example
 * readValue(fields.uid, 'BADGE-0003\r\n'); // { value: 'BADGE-0003' }
 */
export const readValue = <Rule extends FieldRule>(
  rule: Rule,
  raw: unknown,
): { readonly value: ValueOf<Rule> } | { readonly problem: ValueProblem } => {
  const clean = cleaners[rule.kind];
  const cleaned = clean ? mapTexts(raw, clean) : raw;
  const fault = findFault(rule, cleaned);
  if (fault) return { problem: fault };
  // Folding can turn one character into two, so the folded address is checked.
  const value = rule.kind === 'email' && typeof cleaned === 'string' ? foldEmail(cleaned) : cleaned;
  return check(rule, value) ? { value: value as ValueOf<Rule> } : { problem: rule };
};

export const isValid = (rule: FieldRule, value: unknown): boolean => 'value' in readValue(rule, value);
