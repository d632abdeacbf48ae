import type middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../domain/service-error.ts';
import type { ErrorCode } from '../rules/errors.ts';
import { readHeaderText, type ApiRequest } from './api-request.ts';

/** A request whose body has not been parsed. */
export type TextRequest = ApiRequest & { readonly body?: string | undefined };

/** Returns the type and subtype in lower case, without parameters and white space (RFC 9110, section 8.3.1). */
export const readMediaType = (request: ApiRequest): string =>
  readHeaderText(request, 'content-type').replace(/;.*/, '').trim().toLowerCase();

/** Drops a byte order mark. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });
const BYTE_ORDER_MARK = /^\uFEFF/;

const decode = (body: Uint8Array): string => {
  try {
    return UTF8.decode(body);
  } catch {
    throw new ServiceError('invalid_body', 'not UTF-8');
  }
};

/** A compressed body would have to be decompressed before its size is known. @throws ServiceError `unsupported_media_type` */
const assertNotEncoded = (request: ApiRequest): void => {
  const encoding = readHeaderText(request, 'content-encoding').trim().toLowerCase();
  if (encoding !== '' && encoding !== 'identity') throw new ServiceError('unsupported_media_type', 'encoded content');
};

/** @throws ServiceError `unsupported_media_type`, `body_too_large` */
export const readBytes = (request: TextRequest, maxBodyBytes: number): Buffer => {
  const { body = '', isBase64Encoded } = request;
  assertNotEncoded(request);
  const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : Buffer.from(body);
  if (bytes.length > maxBodyBytes) throw new ServiceError('body_too_large', `${bytes.length} bytes`);
  return bytes;
};

/**
 * Decodes strictly. A lossy decoder turns different invalid bytes into the same U+FFFD, which would make different identifiers
 * equal. Drops a byte order mark (RFC 8259, section 8.1).
 * @throws ServiceError `invalid_body`, and the errors of {@link readBytes}
 */
export const readText = (request: TextRequest, maxBodyBytes: number): string => {
  const bytes = readBytes(request, maxBodyBytes);
  return request.isBase64Encoded ? decode(bytes) : (request.body ?? '').replace(BYTE_ORDER_MARK, '');
};

/** The errors of middy's parser by their HTTP statuses. */
const codes: Readonly<Record<number, ErrorCode>> = { 415: 'unsupported_media_type', 422: 'invalid_body' };

/**
 * Middlewares that parse a JSON body.
 * @throws ServiceError `unsupported_media_type`, `body_too_large`, `invalid_body`
 */
export const jsonBody = (maxBodyBytes: number): middy.MiddlewareObj<APIGatewayProxyEventV2>[] => [
  {
    before: ({ event }) => {
      // Middy's parser does not expect white space around the media type.
      event.headers['content-type'] = readMediaType(event);
      event.body = readText(event, maxBodyBytes);
      event.isBase64Encoded = false;
    },
    onError: (request) => {
      const error = request.error as Error & { readonly statusCode: number };
      const code = codes[error.statusCode];
      // The parser's error contains the body, so it is not kept as the cause.
      if (code) request.error = new ServiceError(code, error.message);
    },
  },
  httpJsonBodyParser<APIGatewayProxyEventV2>(),
];
