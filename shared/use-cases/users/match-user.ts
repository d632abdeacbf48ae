import { foldText, rotationsOf, truncateForIndex, toSortText, wordsOf } from '../../domain/search-text.ts';
import { lookUpsOf, type User } from '../../domain/user.ts';
import type { TextList } from '../../domain/user-texts.ts';

/** A part of the index that a search reads. */
export interface SearchRange {
  readonly list: TextList;
  readonly prefix: string;
  /** Each must be the beginning of a word of the entry. */
  readonly words: readonly string[];
}

export const accepts = ({ prefix, words }: SearchRange, text: string): boolean =>
  text.startsWith(prefix) && words.every((word) => text.startsWith(word) || text.includes(` ${word}`));

/**
 * Returns the ranges to read for a query, best matches first. The first ranges contain the texts that begin with the query,
 * either with its punctuation or without. If the query has several words, the last range finds names that contain all these
 * words, in any order and with any words in between: it reads the texts that begin with the longest word. An empty query
 * matches everybody, sorted by name.
 */
export const rangesOf = (query: string): SearchRange[] => {
  const folded = truncateForIndex(foldText(query.trim()));
  if (folded === '') return [{ list: 'names', prefix: '', words: [] }];
  const words = wordsOf(query);
  const phrase = truncateForIndex(words.join(' '));
  const prefixes = [...new Set([folded, phrase])].filter((prefix) => prefix !== '');
  const [longestWord = ''] = words.toSorted((one, other) => other.length - one.length);
  return [
    ...prefixes.map((prefix) => ({ list: 'texts' as const, prefix, words: [] })),
    ...(words.length > 1 && /\s/.test(folded)
      ? [{ list: 'texts' as const, prefix: truncateForIndex(longestWord), words }]
      : []),
  ];
};

const textsOf = (user: User, list: TextList): string[] =>
  list === 'names'
    ? [toSortText(user)]
    : [
        ...lookUpsOf(user).map((one) => truncateForIndex(foldText(Object.values(one)[0] as string))),
        ...(user.name === undefined ? [] : rotationsOf(user.name)),
      ];

/** Where the results of a search show a user. `range` is the index of the search range, `text` the matching text. */
export interface Place {
  readonly range: number;
  readonly text: string;
}

/**
 * Returns the first range with a match, and the first match in it. Returns undefined if the user no longer matches, which is
 * possible because the index is eventually consistent.
 */
export const findPlace = (user: User, ranges: readonly SearchRange[]): Place | undefined => {
  for (const [index, range] of ranges.entries()) {
    const [text] = textsOf(user, range.list)
      .filter((one) => accepts(range, one))
      .toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    if (text !== undefined) return { range: index, text };
  }
  return undefined;
};

/** Makes a function that tells whether a search for the query finds a user. */
export const makeMatch = (query: string): ((user: User) => boolean) => {
  const ranges = rangesOf(query);
  return (user) => String(user.id) === query.trim() || findPlace(user, ranges) !== undefined;
};
