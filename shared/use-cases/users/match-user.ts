import { foldText, rotationsOf, toIndexed, toSortText, wordsOf } from '../../domain/search-text.ts';
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
 * The ranges to read for a query, best matches first: texts that begin with the query as it is, and without its signs; then, if
 * the query has several words, names with the same words in another order or with other words in between. These names are found
 * by the longest word. An empty query matches everybody, sorted by name.
 */
export const rangesOf = (query: string): SearchRange[] => {
  const folded = toIndexed(foldText(query.trim()));
  if (folded === '') return [{ list: 'names', prefix: '', words: [] }];
  const words = wordsOf(query);
  const phrase = toIndexed(words.join(' '));
  const prefixes = [...new Set([folded, phrase])].filter((prefix) => prefix !== '');
  const [longest = ''] = words.toSorted((one, other) => other.length - one.length);
  return [
    ...prefixes.map((prefix) => ({ list: 'texts' as const, prefix, words: [] })),
    ...(words.length > 1 && /\s/.test(folded) ? [{ list: 'texts' as const, prefix: toIndexed(longest), words }] : []),
  ];
};

const textsOf = (user: User, list: TextList): string[] =>
  list === 'names'
    ? [toSortText(user)]
    : [
        ...lookUpsOf(user).map((one) => toIndexed(foldText(Object.values(one)[0] as string))),
        ...(user.name === undefined ? [] : rotationsOf(user.name)),
      ];

/** Where a search shows a user with several matching texts. */
export interface Place {
  readonly range: number;
  readonly text: string;
}

/**
 * The first range with a match, and the first match in it. Undefined if the user no longer matches, which is possible because
 * the index is eventually consistent.
 */
export const findPlace = (user: User, ranges: readonly SearchRange[]): Place | undefined => {
  for (const [at, range] of ranges.entries()) {
    const [text] = textsOf(user, range.list)
      .filter((one) => accepts(range, one))
      .toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    if (text !== undefined) return { range: at, text };
  }
  return undefined;
};

/** Whether a search for the query finds a user. */
export const makeMatch = (query: string): ((user: User) => boolean) => {
  const ranges = rangesOf(query);
  return (user) => String(user.id) === query.trim() || findPlace(user, ranges) !== undefined;
};
