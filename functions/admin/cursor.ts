import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { ConsoleRouteId } from '../../shared/console-api/routes.ts';
import { ConsoleError } from './console-error.ts';

/** The context of a cursor. It is not valid for another company, list or query. */
export interface ListIdentity {
  readonly companyId: string;
  readonly route: ConsoleRouteId;
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  /** The query without `limit` and `next`. */
  readonly query: object;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const bindingOf = ({ companyId, route, params, query }: ListIdentity): Buffer => {
  const members = Object.entries({ ...query, ...params }).filter(([name]) => !['limit', 'next'].includes(name));
  return Buffer.from(JSON.stringify([companyId, route, members.toSorted(([one], [other]) => (one < other ? -1 : 1))]));
};

/**
 * The position in a list as opaque text: encrypted, so that it reveals nothing and cannot be forged, and bound to company, path
 * and query as authenticated data.
 * @param key 32 random bytes
 */
export const sealCursor = (key: Buffer, list: ListIdentity, position: unknown): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(bindingOf(list));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(position)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
};

/** @returns the position in a cursor. @throws ConsoleError `invalid_cursor` for any other text */
export const openCursor = (key: Buffer, list: ListIdentity, cursor: string): unknown => {
  const bytes = Buffer.from(cursor, 'base64url');
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(bindingOf(list))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const opened = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(opened.toString()) as unknown;
  } catch {
    throw new ConsoleError('invalid_cursor');
  }
};
