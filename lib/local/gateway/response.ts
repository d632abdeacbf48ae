import { validateHeaderName, validateHeaderValue, type ServerResponse } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { REQUEST_ID_HEADER } from '../../../shared/http/gateway-responses.ts';

/** The content type that HTTP APIs send if a function sets none. */
const DEFAULT_CONTENT_TYPE = 'text/plain;charset=UTF-8';

const isStatus = (status: unknown): boolean =>
  Number.isInteger(status) && Number(status) >= 200 && Number(status) < 600;

/**
 * Checks that a function's result has payload format 2.0, with a status code.
 * @throws Error if the gateway could not send the result.
 */
export const asFunctionResult = (result: unknown): APIGatewayProxyStructuredResultV2 => {
  const structured = (result ?? {}) as APIGatewayProxyStructuredResultV2;
  if (!isStatus(structured.statusCode)) throw new Error('the function returned no result with a status code');
  for (const [name, value] of Object.entries(structured.headers ?? {})) {
    validateHeaderName(name);
    validateHeaderValue(name, String(value));
  }
  return structured;
};

/** Sends a result of payload format 2.0. No function sets cookies. */
export const sendResult = (
  response: ServerResponse,
  { statusCode = 200, headers = {}, body = '', isBase64Encoded = false }: APIGatewayProxyStructuredResultV2,
  requestId: string,
): void => {
  response.statusCode = statusCode;
  response.setHeader('content-type', DEFAULT_CONTENT_TYPE);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  response.setHeader(REQUEST_ID_HEADER, requestId);
  response.end(isBase64Encoded ? Buffer.from(body, 'base64') : body);
};
