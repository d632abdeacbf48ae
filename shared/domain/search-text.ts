import { firstLookUp, type Identifiers } from './identifiers.ts';

/** Replacements for letters that no normalisation form takes apart, such as ø and æ. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
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

/** Apostrophes, and what people type and programs write for them: quotation marks, primes, accents and modifier letters. */
const APOSTROPHES = /['`´‘’‛′‵ʹʻʼʽʾʿˈˊˋꞋꞌ＇｀՚]/g;

const ACCENTS = /[\u0300-\u036f]/g;
const REPLACED_LETTERS = /[ßøłđðþæœıħ]/g;

/**
 * Folds a text for the search for people: removes case, accents, apostrophes and compatibility variants. Marks of scripts other
 * than Latin, Greek and Cyrillic stay, because they change the sound of a letter.
 * @example
 * foldText('Ñandú'); // 'nandu'
 */
export const foldText = (text: string): string =>
  text
    // First, because NFKD turns some of them into a space.
    .replaceAll(APOSTROPHES, '')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .replaceAll(REPLACED_LETTERS, (letter) => REPLACEMENTS[letter] as string);

/** Words are separated by spaces, hyphens and other signs, but not by apostrophes. */
export const wordsOf = (name: string): string[] =>
  foldText(name)
    .split(/[^\p{L}\p{M}\p{N}]/u)
    .filter((word) => word !== '');

/** A search that begins with the 17th word of a name, or a later one, does not find the person. */
const MAX_INDEXED_WORDS = 16;

/** In characters: 200 of them take up to 800 bytes, and a sort key has at most 1,024 bytes. */
const MAX_INDEXED_LENGTH = 200;

export const truncateForIndex = (folded: string): string => Array.from(folded).slice(0, MAX_INDEXED_LENGTH).join('');

/**
 * Repeats the name once for each word, rotated so that this word comes first. A search for the beginning of any word then reads
 * one range.
 * @example
 * rotationsOf('José Ñandú'); // ['jose nandu', 'nandu jose']
 */
export const rotationsOf = (name = ''): string[] => {
  const words = wordsOf(name);
  return words
    .slice(0, MAX_INDEXED_WORDS)
    .map((_, index) => truncateForIndex([...words.slice(index), ...words.slice(0, index)].join(' ')));
};

/** People with a name come first, by name; the others by their first badge or other identifier. */
export const toSortText = ({ name, id, ...identifiers }: { name?: string } & Identifiers): string => {
  if (name !== undefined) return truncateForIndex(`1 ${wordsOf(name).join(' ')}`);
  const identifier = firstLookUp(identifiers)?.[1] ?? String(id);
  return truncateForIndex(`2 ${foldText(identifier)}`);
};

/** `names`: everybody, sorted by name. `texts`: badges, e-mail addresses and words of names. */
export type TextList = 'names' | 'texts';

export interface TextEntry {
  readonly userId: number;
  readonly text: string;
  /** Tells entries with the same text apart. */
  readonly key: string;
}

interface TextPage {
  readonly entries: readonly TextEntry[];
  readonly isLast: boolean;
}

export type TextPosition = Pick<TextEntry, 'text' | 'key'>;

/** Reads are eventually consistent, and sorted by text. */
export interface UserSearchIndex {
  /** Reads at most `limit` entries that begin with `prefix`, after the position. */
  read(
    companyId: string,
    list: TextList,
    range: { readonly prefix: string; readonly limit: number; readonly after?: TextPosition | undefined },
  ): Promise<TextPage>;
}
