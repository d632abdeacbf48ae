/**
 * What an `id`, a `uid` and an `email` may be: the same for a request and for a line of an import. Each check returns what
 * is wrong as the end of a sentence that begins with the field's name; undefined where nothing is.
 */
export type Fault = string | undefined;

/** Length in Unicode characters, as JSON Schema counts them; a character outside the BMP is one. */
const lengthOf = (text: string): number => Array.from(text).length;

/** @param shortest and longest in characters. A lone surrogate is no character: it cannot be stored, nor told from others. */
export const faultOfText = (value: unknown, shortest: number, longest: number): Fault => {
  if (typeof value !== 'string') return 'must be a string';
  if (!value.isWellFormed()) return 'must be well-formed Unicode';
  const length = lengthOf(value);
  return length < shortest || length > longest ? `must have ${shortest} to ${longest} characters` : undefined;
};

export const faultOfId = (value: unknown): Fault =>
  Number.isSafeInteger(value) && (value as number) >= 1
    ? undefined
    : `must be an integer from 1 to ${Number.MAX_SAFE_INTEGER}`;

export const faultOfUid = (value: unknown): Fault => faultOfText(value, 1, 128);

const HAS_SOMETHING_ON_BOTH_SIDES = /^.+@.+$/su;
const CONTROL_CHARACTER = /\p{Cc}/u;

export const faultOfEmail = (value: unknown): Fault => {
  const fault = faultOfText(value, 3, 254);
  if (fault) return fault;
  const email = value as string;
  if (!HAS_SOMETHING_ON_BOTH_SIDES.test(email)) return 'must have an @ with something on both sides';
  return CONTROL_CHARACTER.test(email) ? 'must not have control characters' : undefined;
};
