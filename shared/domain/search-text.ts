/** Letters with a stroke and joined letters, which no normalisation form takes apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
};

const ACCENTS = /[\u0300-\u036f]/g;
const OTHER_LETTERS = /[ßøłđðþæœıħ]/g;

/**
 * Text as people are searched for: without case, accents and compatibility variants. Marks of other scripts, which change the
 * sound of
 * a letter, stay.
 * @example
 * foldText('Ñandú'); // 'nandu'
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .replaceAll(OTHER_LETTERS, (letter) => LETTERS[letter] as string);

/** Separated by spaces, hyphens and other signs, but not by apostrophes. */
export const wordsOf = (name: string): string[] =>
  foldText(name)
    .replaceAll(/['’ʼ]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

/** Later words do not find a person on their own. */
const MAX_INDEXED_WORDS = 16;

/** In characters: 800 bytes, in a sort key of at most 1,024. */
const MAX_INDEXED_LENGTH = 200;

export const toIndexed = (folded: string): string => Array.from(folded).slice(0, MAX_INDEXED_LENGTH).join('');

/**
 * The name once for each of its words, rotated to begin with it: a search for the beginning of any word reads one range.
 * @example
 * rotationsOf('José Ñandú'); // ['jose nandu', 'nandu jose']
 */
export const rotationsOf = (name: string): string[] => {
  const words = wordsOf(name);
  return words
    .slice(0, MAX_INDEXED_WORDS)
    .map((_, at) => toIndexed([...words.slice(at), ...words.slice(0, at)].join(' ')));
};

/** Sorts people by name, and those without a name after the others. */
export const toSortText = ({
  name,
  uid,
  email,
  id,
}: {
  name?: string;
  uid?: string;
  email?: string;
  id: number;
}): string =>
  toIndexed(name === undefined ? `2 ${foldText(uid ?? email ?? String(id))}` : `1 ${wordsOf(name).join(' ')}`);
