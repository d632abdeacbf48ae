import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ConsoleRouteId } from '../../shared/console-api/routes.ts';
import { ConsoleError } from './console-error.ts';

/** The list that a cursor belongs to. The cursor is rejected for any other company, route, path parameters or query. */
export interface ListIdentity {
  readonly companyId: string;
  readonly route: ConsoleRouteId;
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  /** The query without `limit` and `next`. */
  readonly query: object;
}

const bindingOf = ({ companyId, route, params, query }: ListIdentity): string => {
  const parameters = Object.entries({ ...query, ...params }).filter(([name]) => !['limit', 'next'].includes(name));
  return JSON.stringify([companyId, route, parameters.toSorted(([one], [other]) => (one < other ? -1 : 1))]);
};

const sign = (key: Buffer, list: ListIdentity, text: string): string =>
  createHmac('sha256', key)
    .update(`${bindingOf(list)}\n${text}`)
    .digest('base64url');

/**
 * Makes a cursor. The signature covers the position and the identity of the list, so that the cursor cannot be forged, or used
 * for another list.
 * @param key 32 random bytes
 * @returns position and signature in base64url, separated by a dot
 */
export const signCursor = (key: Buffer, list: ListIdentity, position: unknown): string => {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${text}.${sign(key, list, text)}`;
};

/** @returns the position in a cursor. @throws ConsoleError `invalid_cursor` if it was not signed for this list */
export const readCursor = (key: Buffer, list: ListIdentity, cursor: string): unknown => {
  const [text = '', signature = ''] = cursor.split('.');
  const [actual, expected] = [Buffer.from(signature), Buffer.from(sign(key, list, text))];
  const isValid = cursor === `${text}.${signature}` && actual.length === expected.length;
  if (!isValid || !timingSafeEqual(actual, expected)) throw new ConsoleError('invalid_cursor');
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown;
};
