import { createHmac, timingSafeEqual } from 'node:crypto';
import { compareTexts } from '../../shared/domain/compare-texts.ts';
import { ConsoleError } from './console-error.ts';
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

type Sign = (text: string) => string;

/** A cursor is the position and its signature in base64url, separated by a dot. */
const toCursor = (position: unknown, sign: Sign): string => {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${text}.${sign(text)}`;
};

const readCursor = (cursor: string, sign: Sign): unknown => {
  const [text = '', signature = ''] = cursor.split('.');
  const [actual, expected] = [Buffer.from(signature), Buffer.from(sign(text))];
  const isValid = cursor === `${text}.${signature}` && actual.length === expected.length;
  if (!isValid || !timingSafeEqual(actual, expected)) throw new ConsoleError('invalid_cursor');
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown;
};

/**
 * Reads the page that a request asks for. A cursor cannot be forged, and is valid only for the company, the route, the
 * parameters of the path and the query (without `limit`) that it was made for.
 * @throws ConsoleError `invalid_cursor` if `next` is not from this list
 */
export const readPage = async <Position>(
  { id, companyId, params, cursorKey }: RouteContext,
  { limit = DEFAULT_LIMIT, next: cursor, ...query }: PageQuery,
): Promise<PageRequest<Position>> => {
  const key = await cursorKey();
  const parameters = Object.entries({ ...query, ...params }).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const list = JSON.stringify([companyId, id, parameters]);
  const sign: Sign = (text) => createHmac('sha256', key).update(`${list}\n${text}`).digest('base64url');
  return {
    limit,
    ...(cursor !== undefined && { after: readCursor(cursor, sign) as Position }),
    toNext: (position) => (position === undefined ? {} : { next: toCursor(position, sign) }),
  };
};

/**
 * Returns a page of a list that is in memory. A cursor names the last item, so an item that is removed between two pages does not
 * hide another one.
 * @param keyOf returns the key that identifies and sorts an item
 */
export const slicePage = <Item>(
  all: readonly Item[],
  { limit, after = '', toNext }: PageRequest<string>,
  keyOf: (item: Item) => string,
) => {
  const sorted = all.toSorted((one, other) => compareTexts(keyOf(one), keyOf(other)));
  const rest = sorted.filter((item) => keyOf(item) > after);
  const items = rest.slice(0, limit);
  return { items, ...toNext(items.length < rest.length ? keyOf(items.at(-1) as Item) : undefined) };
};
