import type middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../domain/service-error.ts';
import { readMediaType, readText } from './read-body.ts';

/** The errors of middy's parser by their HTTP statuses. */
const codes = { 415: 'unsupported_media_type', 422: 'invalid_body' } as const;

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
      const { error } = request;
      if (!error || !('statusCode' in error)) return;
      const code = codes[error.statusCode as keyof typeof codes];
      // The parser's error contains the body, so it is not kept as the cause.
      if (code) request.error = new ServiceError(code, error.message);
    },
  },
  httpJsonBodyParser<APIGatewayProxyEventV2>(),
];
