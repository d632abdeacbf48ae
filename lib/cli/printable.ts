/**
 * Control characters (C0, DEL and C1) steer a terminal, and the separators and bidirectional controls of Unicode make a
 * line look like another (Unicode TR #36, section 2): names and identifiers come from other systems and may hold any.
 */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** One line that is safe to print: `\u001b` replaces ESC, `\u000a` a line feed. */
export const escapeText = (text: string): string =>
  text.replaceAll(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same for a text of several lines. */
export const escapeLines = (text: string): string => text.split('\n').map(escapeText).join('\n');

/** `value` with {@link escapeText} applied to every text in it, so that everything formatted from it is safe to print. */
export const escapeTexts = <Value>(value: Value): Value => {
  if (typeof value === 'string') return escapeText(value) as Value;
  if (Array.isArray(value)) return value.map(escapeTexts) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, escapeTexts(member)])) as Value;
};

/** JSON on one line. What JSON.stringify leaves as it is, such as C1, is escaped in JSON's own way: the value is the same. */
export const toPrintableJson = (value: unknown): string => escapeText(JSON.stringify(value));
