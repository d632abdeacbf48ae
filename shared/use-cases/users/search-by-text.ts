import type { Page } from '../../domain/page.ts';
import type { User, UserStore } from '../../domain/user.ts';
import type { TextPosition, UserTexts } from '../../domain/user-texts.ts';
import { fields } from '../../rules/fields.ts';
import { isValid } from '../../rules/find-problem.ts';
import { accepts, findPlace, rangesOf, type SearchRange } from './match-user.ts';

export interface TextSearchStores {
  readonly users: Pick<UserStore, 'findAll'>;
  readonly userTexts: UserTexts;
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

const findUsers = async (
  users: TextSearchStores['users'],
  companyId: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, User>> => {
  const found = await users.findAll([...new Set(ids)].map((userId) => ({ companyId, userId })));
  return new Map(found.map(({ revision: _, ...user }) => [user.id, user]));
};

const findById = async ({ users }: TextSearchStores, companyId: string, query: string): Promise<User | undefined> => {
  const id = Number(query);
  // A badge of digits with leading zeros is not an id.
  const isId = /^[1-9]\d*$/.test(query.trim()) && isValid(fields.userId, id);
  return isId ? (await findUsers(users, companyId, [id])).get(id) : undefined;
};

/** A user or none, and the position at which the search continues. The position is undefined at the end. */
interface Step {
  readonly user?: User | undefined;
  readonly position: SearchPosition | undefined;
}

const readSteps = async function* (
  { users, userTexts }: TextSearchStores,
  ranges: readonly SearchRange[],
  { companyId, limit, next = { range: 0 } }: TextSearch,
): AsyncGenerator<Step> {
  let { range: rangeIndex, after } = next;
  for (let reads = 1; reads <= MAX_READS; reads += 1) {
    const range = ranges[rangeIndex] as SearchRange;
    const entriesPerRead = range.words.length > 0 ? FILTERED_ENTRIES_PER_READ : limit;
    const { entries, isLast } = await userTexts.read(companyId, range.list, {
      prefix: range.prefix,
      limit: entriesPerRead,
      after,
    });
    const accepted = entries.filter(({ text }) => accepts(range, text));
    for (let first = 0; first < accepted.length; first += limit) {
      const part = accepted.slice(first, first + limit);
      const found = await findUsers(
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
    after = isLast ? undefined : entries.at(-1);
    rangeIndex = isLast ? rangeIndex + 1 : rangeIndex;
    if (rangeIndex === ranges.length) return yield { position: undefined };
    yield { position: { range: rangeIndex, ...(after && { after: { text: after.text, key: after.key } }) } };
  }
};

/**
 * Finds users, best matches first. The cost does not depend on the number of users: at most {@link MAX_READS} reads of the
 * index and, usually, one batch of users for each read.
 * @example
 * const { items, next } = await searchByText(stores, { companyId: 'acme', query: 'nandu', limit: 10 }); // José Ñandú, …
 */
export const searchByText = async (
  stores: TextSearchStores,
  search: TextSearch,
): Promise<Page<User, SearchPosition>> => {
  const { companyId, query, limit, next } = search;
  const userWithId = await findById(stores, companyId, query);
  const items = new Map(userWithId && !next ? [[userWithId.id, userWithId]] : []);
  let position: SearchPosition | undefined = { range: 0 };
  if (items.size === limit) return { items: [...items.values()], next: position };
  for await (const step of readSteps(stores, rangesOf(query), search)) {
    if (step.user && step.user.id !== userWithId?.id) items.set(step.user.id, step.user);
    ({ position } = step);
    if (items.size === limit) break;
  }
  return { items: [...items.values()], next: position };
};
