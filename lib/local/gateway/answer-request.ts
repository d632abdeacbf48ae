import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { callFunction, type FunctionHandler } from './call-function.ts';
import { findRoute, type RouteDefinitions } from './find-route.ts';
import { gatewayResponses, toResult } from '../../../shared/http/gateway-responses.ts';
import { toGatewayEvent } from './gateway-event.ts';
import type { HttpRequest } from './http-request.ts';
import { readBody } from './read-body.ts';

export interface Functions {
  readonly routes: RouteDefinitions;
  /** By the names of their routes. */
  readonly handlers: Readonly<Record<string, FunctionHandler>>;
  readonly functionTimeoutMilliseconds: number;
  /** Hears of everything that a function throws. */
  readonly onFailure: (functionName: string, error: unknown) => void;
}

const describeRequest = (
  request: IncomingMessage,
  known: Pick<HttpRequest, 'body' | 'requestId' | 'receivedAt'>,
): HttpRequest => ({
  method: request.method ?? '',
  target: request.url ?? '/',
  version: request.httpVersion,
  rawHeaders: request.rawHeaders,
  remoteAddress: request.socket.remoteAddress ?? '',
  localPort: request.socket.localPort ?? 0,
  ...known,
});

/** What to answer a request with: the function's result or the gateway's own. Undefined where the caller went away. */
export const answerRequest = async (
  request: IncomingMessage,
  requestId: string,
  { routes, handlers, functionTimeoutMilliseconds, onFailure }: Functions,
): Promise<APIGatewayProxyStructuredResultV2 | undefined> => {
  const receivedAt = Date.now();
  const read = await readBody(request);
  if (read.kind === 'gone') return undefined;
  if (read.kind === 'too-large') return toResult(gatewayResponses.tooLarge);
  const route = findRoute(routes, request.method ?? '', request.url ?? '/');
  const handler = route && handlers[route.functionName];
  if (!handler) return toResult(gatewayResponses.notFound);
  try {
    const description = describeRequest(request, { body: read.body, requestId, receivedAt });
    const event = toGatewayEvent(description, route.routeKey);
    return await callFunction(route.functionName, handler, event, functionTimeoutMilliseconds);
  } catch (error) {
    onFailure(route.functionName, error);
    return toResult(gatewayResponses.failed);
  }
};
