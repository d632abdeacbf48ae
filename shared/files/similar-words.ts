import { closest, distance } from 'fastest-levenshtein';

/** Longer texts cannot be known words. They are not normalized, because many combining marks would take quadratic time. */
const MAX_WORD_LENGTH = 256;

/** Case, accents, spaces, hyphens and other punctuation do not matter: `E-Mail-Adresse` is `emailadresse`. */
export const normalizeWord = (word: string): string =>
  word.length > MAX_WORD_LENGTH
    ? word
    : word
        .normalize('NFKD')
        .toLowerCase()
        .replaceAll('ß', 'ss')
        .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** @returns the most similar known name, if at most one letter in three differs */
export const findSimilar = (name: string, known: readonly string[]): string | undefined => {
  const normalized = known.map(normalizeWord);
  const found = closest(normalizeWord(name), normalized);
  return distance(normalizeWord(name), found) * 3 <= normalizeWord(name).length
    ? known[normalized.indexOf(found)]
    : undefined;
};
