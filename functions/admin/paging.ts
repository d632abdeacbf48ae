import { hash } from 'node:crypto';
import * as v from 'valibot';
import { compareTexts } from '../../shared/rules/plain-values.ts';
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

/** A text that DynamoDB accepts in a sort key. Schemas of positions need it, because anybody can make up a cursor. */
export const keyText = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxBytes(1_024),
  v.check((text) => text.isWellFormed()),
);

const toCursor = (list: string, position: unknown): string =>
  Buffer.from(JSON.stringify([list, position])).toString('base64url');

/**
 * Reads the page that a request asks for. A cursor says where in a list the page begins, and which list that is, so that a
 * cursor of another company, route or query is rejected. It is not signed: a forged one only begins the page elsewhere, because
 * company and query always come from the request.
 * @throws ConsoleError `invalid_cursor` if `next` is not from this list
 */
export const readPage = <Position>(
  { routeId, companyId, params }: Pick<RouteContext, 'routeId' | 'companyId' | 'params'>,
  { limit = DEFAULT_LIMIT, next: cursor, ...query }: PageQuery,
  schema: v.GenericSchema<Position>,
): PageRequest<Position> => {
  const parameters = Object.entries({ ...query, ...params }).toSorted(([one], [other]) => compareTexts(one, other));
  const list = hash('sha256', JSON.stringify([companyId, routeId, parameters]), 'base64url').slice(0, 10);
  const read = (text: string): Position => {
    const content = v.safeParse(
      v.pipe(v.string(), v.parseJson(), v.strictTuple([v.literal(list), schema])),
      Buffer.from(text, 'base64url').toString(),
    );
    if (!content.success) throw new ConsoleError('invalid_cursor');
    return content.output[1];
  };
  return {
    limit,
    ...(cursor !== undefined && { after: read(cursor) }),
    toNext: (position) => (position === undefined ? {} : { next: toCursor(list, position) }),
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
