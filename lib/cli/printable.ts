/**
 * Characters that are escaped in output, because names and identifiers come from other systems. Control characters (C0, DEL and
 * C1) can control the terminal; Unicode's line separators and bidirectional controls can make one line look like another
 * (Unicode TR #36, section 2).
 */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Turns a text into one line that is safe to print. ESC becomes `\u001b`, and a line feed `\u000a`. */
export const escapeText = (text: string): string =>
  text.replaceAll(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const escapeLines = (text: string): string => text.split('\n').map(escapeText).join('\n');

/** Applies {@link escapeText} to every text in `value`, so that everything formatted from it is safe to print. */
export const escapeTexts = <Value>(value: Value): Value => {
  if (typeof value === 'string') return escapeText(value) as Value;
  if (Array.isArray(value)) return value.map(escapeTexts) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, escapeTexts(member)])) as Value;
};

/**
 * Formats a value as one line of JSON. Also escapes the characters that JSON.stringify leaves as they are, such as C1. Parsing
 * the line returns the same value.
 */
export const toPrintableJson = (value: unknown): string => escapeText(JSON.stringify(value));
