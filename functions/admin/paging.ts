import { readCursor, signCursor } from './cursor.ts';
import type { RouteContext } from './route-context.ts';

const DEFAULT_LIMIT = 50;

interface PageQuery {
  readonly limit?: number | undefined;
  readonly next?: string | undefined;
}

interface PageRequest<Position> {
  readonly limit: number;
  readonly after?: Position;
  /** Returns the response's `next` for a position, or an empty object on the last page. */
  readonly toNext: (position: Position | undefined) => { readonly next?: string };
}

/** @throws ConsoleError `invalid_cursor` if `next` is not from this list */
export const readPage = async <Position>(
  { id, companyId, params, cursorKey }: RouteContext,
  query: PageQuery,
): Promise<PageRequest<Position>> => {
  const list = { companyId, route: id, params, query };
  const key = await cursorKey();
  return {
    limit: query.limit ?? DEFAULT_LIMIT,
    ...(query.next !== undefined && { after: readCursor(key, list, query.next) as Position }),
    toNext: (position) => (position === undefined ? {} : { next: signCursor(key, list, position) }),
  };
};

/** Returns a page of a list that is in memory. */
export const slicePage = <Item>(all: readonly Item[], { limit, after = 0, toNext }: PageRequest<number>) => {
  const end = after + limit;
  return { items: all.slice(after, end), ...toNext(end < all.length ? end : undefined) };
};
