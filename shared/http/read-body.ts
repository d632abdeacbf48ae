import type { ApiRequest } from './api-request.ts';
import { readHeader } from './api-request.ts';
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

/**
 * Decodes strictly. A lossy decoder turns different invalid bytes into the same U+FFFD, which would make different identifiers
 * equal.
 * @throws ServiceError `body_too_large`, `invalid_body`
 */
export const decodeBody = (request: TextRequest, maxBodyBytes: number): string => {
  const text = request.body ?? '';
  const body = request.isBase64Encoded ? Buffer.from(text, 'base64') : Buffer.from(text);
  if (body.length > maxBodyBytes) throw new ServiceError('body_too_large', `${body.length} bytes`);
  return request.isBase64Encoded ? decode(body) : text;
};

/** @throws ServiceError `unsupported_media_type`, and the errors of {@link decodeBody} */
export const readBody = (request: TextRequest, maxBodyBytes: number): string => {
  const contentType = readHeader(request, 'content-type') ?? '';
  if (!JSON_MEDIA_TYPE.test(contentType)) throw new ServiceError('unsupported_media_type', 'not JSON');
  return decodeBody(request, maxBodyBytes);
};
