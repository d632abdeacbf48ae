import { validateHeaderName, validateHeaderValue, type IncomingMessage, type ServerResponse } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { REQUEST_ID_HEADER } from '../../../shared/http/gateway-responses.ts';

/** The content type that HTTP APIs send if a function sets none. */
const DEFAULT_CONTENT_TYPE = 'text/plain;charset=UTF-8';
/** How long a client that is still sending its request gets to read the response. */
const LINGER_MILLISECONDS = 1_000;

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

const discardRest = async (request: IncomingMessage): Promise<void> => {
  const finished = Promise.withResolvers<void>();
  const timer = setTimeout(finished.resolve, LINGER_MILLISECONDS);
  request.once('close', finished.resolve).once('end', finished.resolve).resume();
  await finished.promise;
  clearTimeout(timer);
};

/**
 * Responds while the client is still sending. Closing the connection at once would lose the response, so the client gets some
 * time to read it.
 */
const sendEarly = async (request: IncomingMessage, response: ServerResponse, body: string | Buffer): Promise<void> => {
  response.setHeader('connection', 'close');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.write(body);
  await discardRest(request);
  response.end(() => request.destroy());
};

/** Sends a result of payload format 2.0. No function sets cookies. Resolves when the request is finished. */
export const sendResult = async (
  request: IncomingMessage,
  response: ServerResponse,
  { statusCode = 200, headers = {}, body = '', isBase64Encoded = false }: APIGatewayProxyStructuredResultV2,
  requestId: string,
): Promise<void> => {
  response.statusCode = statusCode;
  response.setHeader('content-type', DEFAULT_CONTENT_TYPE);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  response.setHeader(REQUEST_ID_HEADER, requestId);
  const content = isBase64Encoded ? Buffer.from(body, 'base64') : body;
  if (request.complete) response.end(content);
  else await sendEarly(request, response, content);
};
