import { readHeader, type ApiRequest } from './api-request.ts';
import { ServiceError } from '../domain/service-error.ts';

/** Parameters follow a semicolon, with spaces around it (RFC 9110, section 8.3.1). */
const JSON_MEDIA_TYPE = /^\s*application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** A request whose body has not been parsed. */
export type TextRequest = ApiRequest & { readonly body?: string };

const decode = (body: Uint8Array): string => {
  try {
    return UTF8.decode(body);
  } catch (error) {
    throw new ServiceError('invalid_body', 'not UTF-8', { cause: error });
  }
};

/** @throws ServiceError `body_too_large` */
export const readBytes = ({ body = '', isBase64Encoded }: TextRequest, maxBodyBytes: number): Buffer => {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > maxBodyBytes) throw new ServiceError('body_too_large', `${bytes.length} bytes`);
  return bytes;
};

/**
 * Decodes strictly. A lossy decoder turns different invalid bytes into the same U+FFFD, which would make different identifiers
 * equal.
 * @throws ServiceError `invalid_body`, and the error of {@link readBytes}
 */
export const decodeBody = (request: TextRequest, maxBodyBytes: number): string => {
  const bytes = readBytes(request, maxBodyBytes);
  return request.isBase64Encoded ? decode(bytes) : (request.body ?? '');
};

/** @throws ServiceError `unsupported_media_type`, and the errors of {@link decodeBody} */
export const readBody = (request: TextRequest, maxBodyBytes: number): string => {
  const contentType = readHeader(request, 'content-type') ?? '';
  if (!JSON_MEDIA_TYPE.test(contentType)) throw new ServiceError('unsupported_media_type', 'not JSON');
  return decodeBody(request, maxBodyBytes);
};

/** Whether the text of a number denotes a whole number: `42`, `42.0` and `4.2e1` are whole, `41.99999999999999999` is not. */
const isWhole = (source: string): boolean => {
  const [mantissa, exponent = 0] = source.toLowerCase().split('e') as [string, string?];
  const [, fraction = ''] = mantissa.split('.');
  const digits = mantissa.replace(/[-.]/g, '');
  const significant = digits.replace(/0+$/, '');
  const zeros = digits.length - significant.length;
  return significant === '' || zeros + Number(exponent) >= fraction.length;
};

/**
 * Replaces a number that only rounding makes whole or infinite. No field accepts it. Removing the field instead could make the
 * body valid.
 */
const NOT_WHOLE = -0.5;

const isPrototypeMember = (key: string, value: unknown): boolean =>
  key === '__proto__' || (key === 'constructor' && Object.hasOwn(Object(value) as object, 'prototype'));

const revive = (key: string, value: unknown, { source }: { source?: string }): unknown => {
  if (isPrototypeMember(key, value)) return undefined;
  if (typeof value !== 'number') return value;
  return Number.isFinite(value) && (!Number.isInteger(value) || isWhole(source as string)) ? value : NOT_WHOLE;
};

/**
 * Prepares JSON for middy's parser. It rejects fields such as `__proto__`, so they are removed. It sees numbers only after
 * rounding, so each number that only rounding makes whole is replaced with {@link NOT_WHOLE}.
 * @throws ServiceError `invalid_body`, also for JSON that is nested too deeply
 */
export const normalizeJson = (text: string): string => {
  try {
    // TypeScript's types lack the third argument of a reviver (ECMAScript 2026, JSON.parse source text access).
    return JSON.stringify(JSON.parse(text, revive as (key: string, value: unknown) => unknown));
  } catch (error) {
    throw new ServiceError('invalid_body', 'not JSON', { cause: error });
  }
};
