import { chunk } from '../../rules/plain-values.ts';
import { findUsersById } from './find-users.ts';
import {
  foldText,
  rotationsOf,
  truncateForIndex,
  toSortText,
  wordsOf,
  type TextList,
  type TextPosition,
  type UserSearchIndex,
} from '../../domain/search-text.ts';
import { searchedNames } from '../../rules/attributes.ts';
import type { User, UserStore } from '../../domain/user.ts';
import { lookUpsOfUser } from '../../domain/identifiers.ts';
import type { Page } from '../../domain/page.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { fields } from '../../rules/fields.ts';
import { isValid } from '../../rules/read-value.ts';

/** A part of the index that a search reads. */
interface SearchRange {
  readonly list: TextList;
  readonly prefix: string;
  /** Each must be the beginning of a word of the entry. */
  readonly words: readonly string[];
}

const accepts = ({ prefix, words }: SearchRange, text: string): boolean =>
  text.startsWith(prefix) && words.every((word) => text.startsWith(word) || text.includes(` ${word}`));

/**
 * Returns the ranges to read for a query, best matches first. The first ranges contain the texts that begin with the query,
 * with or without its punctuation. If the query has several words, the last range contains the texts that begin with its longest
 * word, filtered to names with all of its words, in any order. An empty query returns all users, sorted by name.
 */
export const rangesOf = (query: string): SearchRange[] => {
  const folded = truncateForIndex(foldText(query.trim()));
  if (folded === '') return [{ list: 'names', prefix: '', words: [] }];
  const words = wordsOf(query);
  const phrase = truncateForIndex(words.join(' '));
  const prefixes = [...new Set([folded, phrase])].filter((prefix) => prefix !== '');
  const [longestWord] = words.toSorted((one, other) => other.length - one.length) as [string];
  // Without white space, several words are the parts of one identifier or hyphenated name.
  const isSeveralWords = words.length > 1 && /\s/.test(folded);
  return [
    ...prefixes.map((prefix) => ({ list: 'texts' as const, prefix, words: [] })),
    ...(isSeveralWords ? [{ list: 'texts' as const, prefix: truncateForIndex(longestWord), words }] : []),
  ];
};

const textsOf = (user: User, list: TextList): string[] =>
  list === 'names'
    ? [toSortText(user)]
    : [
        ...lookUpsOfUser(user).map(([, value]) => truncateForIndex(foldText(value))),
        ...searchedNames.flatMap((name) => rotationsOf(user[name])),
      ];

/** Where the results of a search show a user. `range` is the index of the search range, `text` the matching text. */
interface Place {
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

export interface TextSearchStores {
  readonly users: Pick<UserStore, 'findAll'>;
  readonly searchIndex: UserSearchIndex;
}

export interface SearchPosition {
  readonly range: number;
  readonly after?: TextPosition;
}

interface TextSearch {
  readonly companyId: string;
  /** An id, or the beginning of a badge, an e-mail address or words of a name. Empty: everybody, sorted by name. */
  readonly query: string;
  readonly limit: number;
  readonly next?: SearchPosition | undefined;
}

/** The number of entries in one read of a range with `words`. 1,000 entries have 150 KB. */
const FILTERED_ENTRIES_PER_READ = 1_000;
/** The maximum number of reads of the index for one page. */
const MAX_READS = 4;
/** The minimum number of users in one batch, even if a page is smaller. */
const USERS_PER_BATCH = 50;
/** The maximum number of batches of users for one page. */
const MAX_BATCHES = 10;

const isIn = (ranges: readonly SearchRange[], { range, after }: SearchPosition): boolean => {
  const { prefix } = ranges[range] ?? {};
  return prefix !== undefined && (after === undefined || after.text.startsWith(prefix));
};

const findById = async ({ users }: TextSearchStores, companyId: string, query: string): Promise<User | undefined> => {
  const id = Number(query);
  // A badge of digits with leading zeros is not an id.
  const isId = /^[1-9]\d*$/.test(query.trim()) && isValid(fields.userId, id);
  return isId ? (await findUsersById(users, companyId, [id])).get(id) : undefined;
};

/** A user or none, and the position at which the search continues. There is no position at the end. */
interface Step {
  readonly user?: User | undefined;
  readonly position?: SearchPosition;
}

const readSteps = async function* (
  { users, searchIndex }: TextSearchStores,
  ranges: readonly SearchRange[],
  { companyId, limit, next = { range: 0 } }: TextSearch,
): AsyncGenerator<Step> {
  let { range: rangeIndex, after } = next;
  let batches = 0;
  for (let reads = 1; reads <= MAX_READS; reads += 1) {
    const range = ranges[rangeIndex] as SearchRange;
    const entriesPerRead = range.words.length > 0 ? FILTERED_ENTRIES_PER_READ : limit;
    const { entries, isLast } = await searchIndex.read(companyId, range.list, {
      prefix: range.prefix,
      limit: entriesPerRead,
      after,
    });
    const accepted = entries.filter(({ text }) => accepts(range, text));
    for (const part of chunk(accepted, Math.max(limit, USERS_PER_BATCH))) {
      if (batches === MAX_BATCHES) return;
      batches += 1;
      const found = await findUsersById(
        users,
        companyId,
        part.map(({ userId }) => userId),
      );
      for (const { userId, text, key } of part) {
        const user = found.get(userId);
        const place = user && findPlace(user, ranges);
        const isShownHere = place?.range === rangeIndex && place.text === text;
        yield { user: isShownHere ? user : undefined, position: { range: rangeIndex, after: { text, key } } };
      }
    }
    const last = isLast ? undefined : entries.at(-1);
    after = last && { text: last.text, key: last.key };
    if (isLast) rangeIndex += 1;
    if (rangeIndex === ranges.length) {
      yield {};
      return;
    }
    yield { position: { range: rangeIndex, ...(after && { after }) } };
  }
};

/**
 * Finds users, best matches first. The cost does not depend on the number of users: at most {@link MAX_READS} reads of the
 * index and {@link MAX_BATCHES} batches of users.
 * @throws UseCaseError `invalid_cursor` if `next` is not from a search for the same text
 * @example
 * const { items, next } = await searchByText(stores, { companyId: 'acme', query: 'nandu', limit: 10 }); // José Ñandú, …
 */
export const searchByText = async (
  stores: TextSearchStores,
  search: TextSearch,
): Promise<Page<User, SearchPosition>> => {
  const { companyId, query, limit, next } = search;
  const ranges = rangesOf(query);
  if (next && !isIn(ranges, next)) throw new UseCaseError('invalid_cursor');
  const userWithId = await findById(stores, companyId, query);
  const items = new Map(userWithId && !next ? [[userWithId.id, userWithId]] : []);
  // A user with this id comes first. If this user fills the page, the next page begins with the first range.
  let position: SearchPosition | undefined = { range: 0 };
  if (items.size === limit) return { items: [...items.values()], next: position };
  for await (const step of readSteps(stores, ranges, search)) {
    if (step.user && step.user.id !== userWithId?.id) items.set(step.user.id, step.user);
    ({ position } = step);
    if (items.size === limit) break;
  }
  return { items: [...items.values()], next: position };
};
