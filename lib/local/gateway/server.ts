import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { APIGatewayProxyStructuredResultV2 as FunctionResult } from 'aws-lambda';
import {
  formatRawResponse,
  gatewayResponses,
  toResult,
  type GatewayResponse,
} from '../../../shared/http/gateway-responses.ts';
import { endFailed, listen, stopServer } from '../local-server.ts';
import { callFunction, type FunctionHandler } from './call-function.ts';
import { LostResponseError } from './faults.ts';
import { toGatewayEvent, type HttpRequest } from './event.ts';
import { sendResult } from './response.ts';
import { makeRouter, type FindRoute, type MatchedRoute, type RouteDefinitions } from './router.ts';

/** A request and its status, without secrets. */
export interface ServedRequest {
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
}

export interface GatewayOptions {
  readonly routes: RouteDefinitions;
  readonly handlers: Readonly<Record<string, FunctionHandler>>;
  /** Handles a request that is not for a function. @returns false if the request is for a function */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly functionTimeoutMilliseconds: number;
  /** Called with everything that a function throws. */
  readonly onFailure: (functionName: string, error: unknown) => void;
  readonly onResponse: (request: ServedRequest) => void;
}

export type Gateway = Awaited<ReturnType<typeof openGateway>>;

/** HTTP APIs end a request that takes longer than 30 seconds. */
const REQUEST_TIMEOUT_MILLISECONDS = 30_000;
/** Longer than clients keep idle connections (60 s or less). If the server closed first, a client could lose a request. */
const KEEP_ALIVE_MILLISECONDS = 75_000;
/** The maximum payload of an HTTP API. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Returns an id in the form of HTTP APIs: `JKJaXmPLvHcESHA=`. */
const makeRequestId = (): string => `${randomBytes(11).toString('base64url')}=`;

type BodyRead = Buffer | 'too-large' | 'caller-gone';

/** Reads a request's body. Discards the rest of a body that is too large: closing the connection could lose the response. */
const readBody = (request: IncomingMessage): Promise<BodyRead> => {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return Promise.resolve('too-large');
  const { promise, resolve } = Promise.withResolvers<BodyRead>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes <= MAX_BODY_BYTES) return;
    request.off('data', take).resume();
    resolve('too-large');
  };
  request
    .on('data', take)
    .once('end', () => resolve(Buffer.concat(chunks, bytes)))
    .once('close', () => resolve('caller-gone'));
  return promise;
};

/** Web pages of other origins must not reach services on the visitor's machine. Programs send no Origin. */
const isFromOtherOrigin = ({ headers, socket }: IncomingMessage): boolean => {
  // `URL` leaves out the port 80, as browsers do.
  const own = ['127.0.0.1', 'localhost'].map((host) => new URL(`http://${host}:${socket.localPort}`).origin);
  return headers.origin !== undefined && !own.includes(headers.origin);
};

const callRoute = async (
  request: HttpRequest,
  route: MatchedRoute,
  options: GatewayOptions,
): Promise<FunctionResult | undefined> => {
  const { handlers, functionTimeoutMilliseconds, onFailure } = options;
  const { functionName, timeoutMilliseconds = functionTimeoutMilliseconds } = route;
  try {
    const event = toGatewayEvent(request, route);
    return await callFunction(functionName, handlers[functionName] as FunctionHandler, event, timeoutMilliseconds);
  } catch (error) {
    if (error instanceof LostResponseError) return undefined;
    onFailure(functionName, error);
    return toResult(gatewayResponses.failed);
  }
};

type RunningOptions = GatewayOptions & { readonly findRoute: FindRoute };

/**
 * Returns the result of the function or of the gateway itself; undefined if the caller has disconnected, or if a simulated
 * fault loses the response.
 */
const respond = async (
  request: IncomingMessage,
  requestId: string,
  options: RunningOptions,
): Promise<FunctionResult | undefined> => {
  const receivedAt = Date.now();
  const body = await readBody(request);
  if (body === 'caller-gone') return undefined;
  if (body === 'too-large') return toResult(gatewayResponses.tooLarge);
  const route = options.findRoute(request.method ?? '', request.url ?? '/');
  if (!route) return toResult(gatewayResponses.notFound);
  const { method = '', url: target = '/', httpVersion: version, rawHeaders, socket } = request;
  const { remoteAddress = '', localPort = 0 } = socket;
  const origin = { remoteAddress, localPort, requestId, receivedAt };
  return callRoute({ method, target, version, rawHeaders, body, ...origin }, route, options);
};

const parseFailures: Readonly<Record<string, GatewayResponse>> = {
  HPE_HEADER_OVERFLOW: gatewayResponses.headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: gatewayResponses.requestTimeout,
};

const rejectUnreadable = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  const response = parseFailures[error.code ?? ''] ?? gatewayResponses.badRequest;
  if (socket.writable && error.code !== 'ECONNRESET') socket.end(formatRawResponse(response, makeRequestId()));
  else socket.destroy();
};

const serve = async (request: IncomingMessage, response: ServerResponse, options: RunningOptions): Promise<void> => {
  const startedAt = performance.now();
  const requestId = makeRequestId();
  const { method = '', url = '' } = request;
  const isRefused = isFromOtherOrigin(request);
  if (!isRefused && options.intercept?.(request, response)) return;
  const result = isRefused ? toResult(gatewayResponses.forbidden) : await respond(request, requestId, options);
  if (!result) return void response.destroy();
  sendResult(response, result, requestId);
  const milliseconds = performance.now() - startedAt;
  options.onResponse({ method, path: url.replace(/\?.*$/s, ''), status: response.statusCode, milliseconds });
};

/**
 * Opens the port of an HTTP server that calls functions as API Gateway's HTTP API does.
 * @param port 0 chooses any free port. @throws CannotStartError
 */
export const openGateway = async (port: number) => {
  const { promise: runningOptions, resolve: serveWith } = Promise.withResolvers<RunningOptions>();
  let stopGraceMilliseconds = 0;
  const timeouts = { requestTimeout: REQUEST_TIMEOUT_MILLISECONDS, keepAliveTimeout: KEEP_ALIVE_MILLISECONDS };
  const server = createServer(timeouts, (request, response) => {
    const answer = async (): Promise<void> => {
      const options = await runningOptions;
      await serve(request, response, options).catch((error: unknown) => {
        options.onFailure('gateway', error);
        endFailed(response);
      });
    };
    answer().catch(() => response.destroy());
  });
  server.on('clientError', rejectUnreadable);
  const url = await listen(server, 'PORT', port);
  return {
    url,
    /** Sets the functions; must be called once. Requests that arrive earlier wait for this call. */
    serve: (options: GatewayOptions): void => {
      stopGraceMilliseconds = options.functionTimeoutMilliseconds;
      serveWith({ ...options, findRoute: makeRouter(options.routes) });
    },
    /** Rejects new requests, and resolves when all requests in progress have got their response. */
    stop: (): Promise<void> => stopServer(server, stopGraceMilliseconds),
  };
};
