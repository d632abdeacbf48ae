/** Characters that people cannot see or type, and that therefore must not make two texts different. */
export type ForbiddenCharacter = {
  readonly kind: 'control-character' | 'first-control-character' | 'invisible-character' | 'first-invisible-character';
  /** Such as `U+200B`. */
  readonly character: string;
  /** The text that the character follows, or the end of a long one. */
  readonly after: string;
};

/** Text that `normalize` and the trimming below leave as it is: visible ASCII characters. */
const PLAIN = /^[!-~]*$/;

/** Space, tab, line ends, other space separators (no-break, ideographic, …) and the byte order mark. */
const OUTER_SPACE = /[\t\n\r\p{Zs}\uFEFF]/u;

const isInner = (character: string): boolean => !OUTER_SPACE.test(character);

/** Takes linear time; a regular expression with `+$` would take quadratic time on a long run of inner spaces. */
const trimOuterSpace = (text: string): string => {
  const characters = text.split('');
  return text.slice(characters.findIndex(isInner), characters.findLastIndex(isInner) + 1);
};

/**
 * Longer texts are too long for every field, even after NFC, which leaves at least a quarter of a text. They are not normalised,
 * because that takes quadratic time for a long run of combining marks.
 */
const MAX_NORMALIZED_LENGTH = 2048;

const normalize = (text: string): string => (text.length > MAX_NORMALIZED_LENGTH ? text : text.normalize('NFC'));

/**
 * Cleans an identifier or id from outside: Unicode NFC, without white space at both ends. What a scanner appends (CR LF) or a
 * spreadsheet leaves behind does no harm.
 * @example
 * cleanIdentifier(' BADGE-0003\r\n'); // 'BADGE-0003'
 */
export const cleanIdentifier = (text: string): string => (PLAIN.test(text) ? text : normalize(trimOuterSpace(text)));

/**
 * Zero-width spaces, bidirectional marks and other format characters that show nothing. U+200C and U+200D are not among them,
 * because Persian, Hindi and emoji need them.
 */
const UNSEEN = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g;

/** Cleans a name, or other words, from outside: like {@link cleanIdentifier}, and drops invisible characters. */
export const cleanWords = (text: string): string => cleanIdentifier(text.replaceAll(UNSEEN, ''));

/** The general categories Cc, Cf, Zl and Zp. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** The general categories Cc, Zl and Zp. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

const MAX_SHOWN_BEFORE = 32;

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;

const findCharacter = (text: string, forbidden: RegExp): ForbiddenCharacter | undefined => {
  const match = PLAIN.test(text) ? null : forbidden.exec(text);
  if (!match) return undefined;
  const [character] = match;
  const kind = /\p{Cc}/u.test(character) ? 'control-character' : 'invisible-character';
  const before = Array.from(text.slice(0, match.index));
  const after = before.length > MAX_SHOWN_BEFORE ? `…${before.slice(-MAX_SHOWN_BEFORE).join('')}` : before.join('');
  return { kind: before.length === 0 ? `first-${kind}` : kind, character: nameOf(character), after };
};

/** Finds the first character that must not be in an identifier or id. @param text cleaned */
export const findInvisible = (text: string): ForbiddenCharacter | undefined => findCharacter(text, INVISIBLE);

/** Finds the first character that must not be in a name or other words. @param text cleaned */
export const findControl = (text: string): ForbiddenCharacter | undefined => findCharacter(text, CONTROL);

/**
 * What looks like nothing, or like an ordinary space: invisible characters, other spaces, unpaired surrogates, and a space at
 * the start, at the end or after another space.
 */
const UNCLEAR = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|(?! )\p{Zs}|(?<=^| ) | (?=$)/gu;

/**
 * Makes invisible characters visible, for showing a text that nothing matches.
 * @example
 * showInvisible('BADGE-5\u200B'); // 'BADGE-5[U+200B]'
 */
export const showInvisible = (text: string): string =>
  text.replaceAll(UNCLEAR, (character) => `[${nameOf(character)}]`);

/**
 * Folds an e-mail address for storage and comparison: NFC, lower case, and NFC again, since lower-casing can undo NFC. NFKC or
 * full case folding would make the addresses of different people equal.
 */
export const foldEmail = (email: string): string => normalize(normalize(email).toLowerCase());
