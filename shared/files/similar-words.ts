import { closest, distance } from 'fastest-levenshtein';

/** Case, accents, spaces, hyphens and other punctuation do not matter: `E-Mail-Adresse` is `emailadresse`. */
export const normalizeWord = (word: string): string =>
  word
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
