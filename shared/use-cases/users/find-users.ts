import {
  withoutRevision,
  hasIdentifiers,
  toLookUp,
  badgesOf,
  type UserStore,
  type Identifiers,
  type User,
  type UserProfile,
} from '../../domain/user.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import type { Page } from '../../domain/page.ts';
import { foldEmail } from '../../rules/fold-email.ts';

/** Takes one round trip by `uid` or `email`, none by `id`. */
export const findUserId = async (
  users: Pick<UserStore, 'findId'>,
  companyId: string,
  identifiers: Identifiers,
): Promise<number | undefined> => identifiers.id ?? users.findId(companyId, toLookUp(identifiers));

/** Reads users of a company. Ids without a user are left out. */
export const findUsersById = async (
  users: Pick<UserStore, 'findAll'>,
  companyId: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, User>> => {
  const found = await users.findAll([...new Set(ids)].map((userId) => ({ companyId, userId })));
  return new Map(found.map((user) => [user.id, withoutRevision(user)]));
};

/**
 * @throws UseCaseError `identifier_required`, or `user_not_found` if no user of the company has all the given identifiers.
 * @example
 * await findUser(users, 'acme', { uid: 'BADGE-0001', email: 'ada@example.com' }); // both must be Ada's
 */
export const findUser = async (users: UserStore, companyId: string, identifiers: Identifiers): Promise<User> => {
  const { id, uid, email } = identifiers;
  if ((id ?? uid ?? email) === undefined) throw new UseCaseError('identifier_required');
  const userId = await findUserId(users, companyId, identifiers);
  const user = userId === undefined ? undefined : await users.find({ companyId, userId });
  if (user && hasIdentifiers(user, identifiers)) return user;
  throw new UseCaseError('user_not_found', { companyId });
};

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
