import middy, { type MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { ServiceError } from '../domain/service-error.ts';
import { toErrorResponse as toGateErrorResponse, toGatewayResponse, type HttpResponse } from './response.ts';
import type { ApiRequest } from './api-request.ts';
import { chooseLanguage } from './choose-language.ts';
import type { Language } from '../messages/messages.ts';
import { requestDeadline, type Deadline } from './deadline.ts';
import { makeCloudFrontCheck } from './front.ts';
import { normalizeJson, readBody } from './read-body.ts';
import { makeRequestLog, mergeLogDetails, type RequestLog, type AddToLog, type LogDetails } from './request-log.ts';

export interface RequestScope {
  /** Aborts when the response is due or the operation fails. */
  readonly signal: AbortSignal;
  /** Adds to the log line of the request. */
  readonly log: AddToLog;
}

type Operation = (request: ApiRequest, scope: RequestScope) => Promise<HttpResponse>;

interface ApiFunctionOptions {
  readonly operation: Operation;
  /** The operation's name in the log. */
  readonly name: string;
  /** Default: writes the log line and the metrics. */
  readonly record?: RequestLog;
  /** If absent, the request has no JSON body. */
  readonly maxBodyBytes?: number;
  /** Default: the format of the gate's API. */
  readonly toErrorResponse?: (error: unknown, requestId: string, language: Language) => HttpResponse;
  readonly deadline?: Deadline;
  /** Sent with every response, errors included. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Caches must not store a response with a token (RFC 6749, section 5.1). */
export const NO_STORE = { 'Cache-Control': 'no-store' };

/** The response to a request that bypassed CloudFront. It looks like API Gateway's own 403. */
const BYPASS_RESPONSE: HttpResponse = { statusCode: 403, body: { message: 'Forbidden' } };

/** The operation's response or, at the end of the chain, the response in API Gateway's format. */
type ChainResponse = HttpResponse | APIGatewayProxyStructuredResultV2;
type GatewayMiddleware = MiddlewareObj<APIGatewayProxyEventV2, ChainResponse>;

export type ApiFunction = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

type DetailsByEvent = WeakMap<object, LogDetails>;

const textBody = (maxBodyBytes: number): GatewayMiddleware => ({
  before: ({ event }) => {
    event.body = normalizeJson(readBody(event, maxBodyBytes));
    event.isBase64Encoded = false;
  },
});

/** Gives every request a response in the service's format, and writes one log line for it. */
const responseMiddleware = (
  { name, record = makeRequestLog(), headers = {}, toErrorResponse = toGateErrorResponse }: ApiFunctionOptions,
  detailsByEvent: DetailsByEvent,
): GatewayMiddleware => {
  const passesCloudFrontCheck = makeCloudFrontCheck(process.env);
  const finish = (
    event: APIGatewayProxyEventV2,
    response: HttpResponse,
    error?: unknown,
  ): APIGatewayProxyStructuredResultV2 => {
    const { requestId, http } = event.requestContext;
    const { statusCode } = response;
    const details = detailsByEvent.get(event) ?? {};
    record({ requestId, sourceIp: http.sourceIp, operation: name, statusCode, details, error });
    return toGatewayResponse({ ...response, headers: { ...headers, ...response.headers } }, requestId);
  };
  return {
    // A response returned here ends the chain.
    before: ({ event }) =>
      passesCloudFrontCheck(event) ? undefined : finish(event, BYPASS_RESPONSE, new Error('not through CloudFront')),
    after: (request) => {
      request.response = finish(request.event, request.response as HttpResponse);
    },
    onError: (request) => {
      const { error, event } = request;
      const response = toErrorResponse(error, event.requestContext.requestId, chooseLanguage(event));
      request.response = finish(event, response, error);
    },
  };
};

const failLate =
  ({ respondWithinMilliseconds }: Deadline) =>
  (): never => {
    throw new ServiceError('dependency_unavailable', `no response within ${respondWithinMilliseconds} ms`);
  };

/**
 * Aborts the calls in flight if one fails or the deadline is near. After a successful operation, there is nothing to abort,
 * because it has waited for all its calls.
 */
const performWithAbort = async (
  operation: Operation,
  request: ApiRequest,
  { signal, log }: RequestScope,
  { abortCallsAfterMilliseconds }: Deadline,
): Promise<HttpResponse> => {
  const calls = new AbortController();
  const abort = (): void => calls.abort();
  const timer = setTimeout(abort, abortCallsAfterMilliseconds);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await operation(request, { signal: calls.signal, log });
  } catch (error) {
    calls.abort();
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

/** A Lambda function behind API Gateway. */
export const makeApiFunction = (options: ApiFunctionOptions): ApiFunction => {
  const { operation, maxBodyBytes, deadline = requestDeadline } = options;
  const detailsByEvent: DetailsByEvent = new WeakMap();
  const chain = middy<APIGatewayProxyEventV2, ChainResponse>({
    timeoutEarlyInMillis: deadline.functionTimeoutMilliseconds - deadline.respondWithinMilliseconds,
    timeoutEarlyResponse: failLate(deadline),
  }).use(responseMiddleware(options, detailsByEvent));
  if (maxBodyBytes !== undefined)
    chain.use(textBody(maxBodyBytes)).use(httpJsonBodyParser({ disableContentTypeCheck: true }));
  return chain.handler((event: ApiRequest, _context: Context, { signal }: { signal: AbortSignal }) => {
    const log: AddToLog = (details) =>
      detailsByEvent.set(event, mergeLogDetails(detailsByEvent.get(event) ?? {}, details));
    return performWithAbort(operation, event, { signal, log }, deadline);
  }) as unknown as ApiFunction;
};
