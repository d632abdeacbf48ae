import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerRequest, type Functions } from './answer-request.ts';
import { formatRawAnswer, gatewayResponses, type GatewayResponse } from '../../../shared/http/gateway-responses.ts';
import { listen } from '../listen.ts';
import { sendResult } from './send-result.ts';
import { stopServer } from '../stop-server.ts';

/** What went over the wire, without anything that is secret. */
export interface AnsweredRequest {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
}

export interface GatewayOptions extends Functions {
  /** 0: any free one. */
  readonly port: number;
  readonly onAnswer: (request: AnsweredRequest) => void;
}

export interface Gateway {
  readonly url: string;
  /** Takes no more requests, and resolves when those under way are answered. */
  readonly stop: () => Promise<void>;
}

/** HTTP APIs give up on a request that takes longer than 30 seconds. */
const REQUEST_TIMEOUT_MILLISECONDS = 30_000;

/** Looks like those of HTTP APIs: `JKJaXmPLvHcESHA=`. */
const makeRequestId = (): string => `${randomBytes(11).toString('base64url')}=`;

const parseFailures: Readonly<Record<string, GatewayResponse>> = {
  HPE_HEADER_OVERFLOW: gatewayResponses.headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: gatewayResponses.requestTimeout,
};

const answerUnreadable = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  const answer = parseFailures[error.code ?? ''] ?? gatewayResponses.badRequest;
  if (socket.writable && error.code !== 'ECONNRESET') socket.end(formatRawAnswer(answer, makeRequestId()));
  else socket.destroy();
};

const serve = async (request: IncomingMessage, response: ServerResponse, options: GatewayOptions): Promise<void> => {
  const startedAt = performance.now();
  const requestId = makeRequestId();
  const { method = '', url = '' } = request;
  const result = await answerRequest(request, requestId, options);
  if (!result) return;
  await sendResult(request, response, result, requestId);
  const milliseconds = performance.now() - startedAt;
  options.onAnswer({ method, path: url.replace(/\?.*$/s, ''), status: response.statusCode, milliseconds });
};

/** Starts an HTTP server that stands to the functions as API Gateway's HTTP API does. */
export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MILLISECONDS }, (request, response) => {
    void serve(request, response, options);
  });
  server.on('clientError', answerUnreadable);
  const url = await listen(server, 'PORT', options.port);
  return { url, stop: () => stopServer(server, options.functionTimeoutMilliseconds) };
};
