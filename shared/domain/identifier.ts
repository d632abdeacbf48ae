import type { FieldRule } from './field-rule.ts';

/**
 * The result of a check: the end of a sentence that begins with the field's name, or undefined if the value is valid. The checks
 * in this file apply to requests and to imports.
 */
export type Problem = string | undefined;

/** Length in Unicode characters, as JSON Schema counts them; a character outside the BMP counts as one. */
const lengthOf = (text: string): number => Array.from(text).length;

/** Checks the length of a text in characters. Refuses an unpaired surrogate, because it cannot be stored. */
export const validateText = (value: unknown, shortest: number, longest: number): Problem => {
  if (typeof value !== 'string') return 'must be a string';
  if (!value.isWellFormed()) return 'must be well-formed Unicode';
  const length = lengthOf(value);
  return length < shortest || length > longest ? `must have ${shortest} to ${longest} characters` : undefined;
};

export const idRule = {
  kind: 'integer',
  least: 1,
  greatest: Number.MAX_SAFE_INTEGER,
} as const satisfies FieldRule;

export const uidRule = { kind: 'text', shortest: 1, longest: 128 } as const satisfies FieldRule;

const NO_CONTROL_CHARACTER = String.raw`[^\u0000-\u001f\u007f-\u009f]`;

/** The name of a door or device. */
export const readerRule = {
  kind: 'line',
  shortest: 1,
  longest: 128,
  pattern: `^${NO_CONTROL_CHARACTER}+$`,
} as const satisfies FieldRule;

export const emailRule = {
  kind: 'email',
  shortest: 3,
  longest: 254,
  pattern: `^${NO_CONTROL_CHARACTER}+@${NO_CONTROL_CHARACTER}+$`,
} as const satisfies FieldRule;

export const validateId = (value: unknown): Problem => {
  const { least, greatest } = idRule;
  const isInRange = Number.isInteger(value) && (value as number) >= least && (value as number) <= greatest;
  return isInRange ? undefined : `must be an integer from ${least} to ${greatest}`;
};

export const validateUid = (value: unknown): Problem => validateText(value, uidRule.shortest, uidRule.longest);

/**
 * The form in which e-mail addresses are stored and compared: NFC, lower case, and NFC again, since lower-casing can leave text
 * that is not in NFC. NFKC or full case folding would make the addresses of different people equal.
 */
export const foldEmail = (email: string): string => email.normalize('NFC').toLowerCase().normalize('NFC');

const EMAIL = new RegExp(emailRule.pattern);
const TEXT_AROUND_AT = /.@./s;

/**
 * Checks the address as it was sent and as it is stored: folding can turn one character into three. 254 folded characters have at
 * most 1,016 bytes. Together with the company's id they fit into a key of 2,048 bytes (DynamoDB, "Partition key length").
 */
export const validateEmail = (value: unknown): Problem => {
  const { shortest, longest } = emailRule;
  const fault = validateText(value, shortest, longest) ?? validateText(foldEmail(value as string), shortest, longest);
  if (fault) return fault;
  const email = value as string;
  if (EMAIL.test(email)) return undefined;
  const hasTextAroundAt = TEXT_AROUND_AT.test(email);
  return hasTextAroundAt ? 'must not have control characters' : 'must have an @ with something on both sides';
};
