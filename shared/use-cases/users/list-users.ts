import type { Page } from '../../domain/page.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { foldEmail } from '../../rules/fold-email.ts';
import {
  badgesOf,
  hasIdentifiers,
  type Identifiers,
  type User,
  type UserProfile,
  type UserStore,
} from '../../domain/user.ts';
import { findUsersById, findUser } from './find-user.ts';

export interface UserListQuery {
  readonly companyId: string;
  /** The beginning of an id, of a badge (compared exactly) or of an e-mail address (folded). */
  readonly prefix?: string | undefined;
  readonly limit: number;
  readonly next?: string | undefined;
}

/** A search by prefix reads the company's index in order, this many users at a time. */
const USERS_PER_READ = 1_000;
/** The maximum number of reads for one page of a search by prefix. */
const MAX_READS_PER_PAGE = 20;

const beginsWith = (prefix: string) => {
  const folded = foldEmail(prefix);
  return ({ id, email, ...badges }: UserProfile): boolean =>
    String(id).startsWith(prefix) ||
    badgesOf(badges).some((badge) => badge.startsWith(prefix)) ||
    email?.startsWith(folded) === true;
};

/** @throws UseCaseError `invalid_cursor` */
const readCursor = (next = '0'): number => {
  const id = Number(next);
  if (!/^\d+$/.test(next) || !Number.isSafeInteger(id)) throw new UseCaseError('invalid_cursor');
  return id;
};

/**
 * Lists users in the order of their ids, without devices. Eventually consistent.
 * @throws UseCaseError `invalid_cursor`
 */
export const listUsers = async (
  users: Pick<UserStore, 'listByCompany'>,
  { companyId, prefix, limit, next }: UserListQuery,
): Promise<Page<UserProfile>> => {
  const isWanted = prefix === undefined ? () => true : beginsWith(prefix);
  const usersPerRead = prefix === undefined ? limit : USERS_PER_READ;
  const items: UserProfile[] = [];
  let after = readCursor(next);
  for (let reads = 1; reads <= MAX_READS_PER_PAGE; reads += 1) {
    const page = await users.listByCompany(companyId, { after, limit: usersPerRead });
    for (const user of page.items.filter(isWanted)) {
      if (items.length === limit) return { items, next: String(after) };
      items.push(user);
      after = user.id;
    }
    if (page.next === undefined) return { items };
    after = page.next;
    if (items.length === limit) break;
  }
  return { items, next: String(after) };
};

/** Identifiers must all belong to one user. */
type UserSearchQuery = UserListQuery & Identifiers;

const findOne = async (users: UserStore, companyId: string, identifiers: Identifiers): Promise<User[]> => {
  try {
    return [await findUser(users, companyId, identifiers)];
  } catch (error) {
    if (error instanceof UseCaseError && error.code === 'user_not_found') return [];
    throw error;
  }
};

/**
 * Finds users, with their devices.
 * @throws UseCaseError `identifier_required` if there is neither an identifier nor a prefix, `invalid_cursor`
 */
export const searchUsers = async (users: UserStore, query: UserSearchQuery): Promise<Page<User>> => {
  const { companyId } = query;
  if (query.prefix === undefined) return { items: await findOne(users, companyId, query) };
  const page = await listUsers(users, query);
  const byId = await findUsersById(
    users,
    companyId,
    page.items.map(({ id }) => id),
  );
  const items = page.items.flatMap(({ id }) => byId.get(id) ?? []).filter((user) => hasIdentifiers(user, query));
  return { ...page, items };
};
