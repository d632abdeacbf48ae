import { openCursor, sealCursor } from './cursor.ts';
import type { RouteContext } from './route-context.ts';

/** Items of a page, unless the query says otherwise. */
const DEFAULT_LIMIT = 50;

interface PageQuery {
  readonly limit?: number | undefined;
  readonly next?: string | undefined;
}

/** How a list is asked for: its limit, and where it continues. */
export interface PageRequest<Position> {
  readonly limit: number;
  readonly after?: Position;
  /** What `next` of the response says of a position; nothing on the last page. */
  readonly seal: (position: Position | undefined) => { readonly next?: string };
}

/** @throws ConsoleError `invalid_cursor` where `next` is not of this list */
export const readPage = async <Position>(
  { id, companyId, cursorKey }: RouteContext,
  query: PageQuery,
): Promise<PageRequest<Position>> => {
  const list = { companyId, route: id, query };
  const key = await cursorKey();
  return {
    limit: query.limit ?? DEFAULT_LIMIT,
    ...(query.next !== undefined && { after: openCursor(key, list, query.next) as Position }),
    seal: (position) => (position === undefined ? {} : { next: sealCursor(key, list, position) }),
  };
};
