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
 * The form in which people's words are compared: without case, accents and compatibility variants, so that `nandu` finds `Ñandú`.
 * Marks of other scripts, which change the sound of a letter, stay.
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

/** The folded words of a name: what is between its spaces, hyphens and other signs. An apostrophe is inside a word. */
export const wordsOf = (name: string): string[] =>
  foldText(name)
    .replaceAll(/['’ʼ]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

/** The words of a name that can be searched for; further ones are found only after one of these. */
const MAX_INDEXED_WORDS = 16;

/** Folded text that is indexed, in characters: 800 bytes, in a sort key of at most 1,024. */
const MAX_INDEXED_LENGTH = 200;

export const toIndexed = (folded: string): string => Array.from(folded).slice(0, MAX_INDEXED_LENGTH).join('');

/**
 * The name once for each of its words, beginning with that word: `jose nandu`, `nandu jose`. A search for the beginning of any word
 * reads one range, and sees the other words without another read.
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
