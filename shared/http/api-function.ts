import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { ServiceError } from '../domain/service-error.ts';
import type { Language } from '../messages/messages.ts';
import type { ApiRequest } from './api-request.ts';
import { chooseLanguage } from './choose-language.ts';
import { requestDeadline, type Deadline } from '../rules/deadline.ts';
import { jsonBody } from './body.ts';
import { makeRequestLogLine, type AddToLogLine, type RequestLogLine } from './request-log-line.ts';
import { toErrorResponse as toGateErrorResponse, toGatewayResponse, type HttpResponse } from './response.ts';

export interface RequestScope<Caller = unknown> {
  /** Aborts when the response is due or the operation fails. */
  readonly signal: AbortSignal;
  readonly log: AddToLogLine;
  /** What `authorize` returned. */
  readonly caller: Caller;
}

type Operation<Caller> = (request: ApiRequest, scope: RequestScope<Caller>) => Promise<HttpResponse>;

interface ApiFunctionOptions<Caller> {
  readonly name: string;
  readonly operation: Operation<Caller>;
  /** Finds out who calls, before the body is read. If absent, anybody may call. */
  readonly authorize?: (request: ApiRequest, log: AddToLogLine) => Promise<Caller>;
  /** If absent, the operation reads the body itself, or there is none. */
  readonly maxBodyBytes?: number;
  /** Default: the format of the gate's API. */
  readonly toErrorResponse?: (error: unknown, requestId: string, language: Language) => HttpResponse;
  readonly deadline?: Deadline;
  /** Changes the response to what the caller accepts. */
  readonly encode?: (
    event: APIGatewayProxyEventV2,
    response: APIGatewayProxyStructuredResultV2,
  ) => APIGatewayProxyStructuredResultV2;
  /** Sent with every response, errors included. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Caches must not store a response with a token (RFC 6749, section 5.1). */
export const NO_STORE = { 'Cache-Control': 'no-store' };

/** An event, with what the middlewares add to it. */
interface ApiEvent<Caller> extends APIGatewayProxyEventV2 {
  log: RequestLogLine;
  /** As in `performance.now()`. */
  beganAt: number;
  caller: Caller;
}

export type ApiFunction = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

const tooLate = ({ respondWithinMilliseconds }: Deadline): ServiceError =>
  new ServiceError('dependency_unavailable', `no response within ${respondWithinMilliseconds} ms`);

/** Middleware that finds out who calls, before the body is read. Middy's early timeout covers only the handler, not this. */
const authorization = <Caller>(
  authorize: (request: ApiRequest, log: AddToLogLine) => Promise<Caller>,
  deadline: Deadline,
): middy.MiddlewareObj<ApiEvent<Caller>> => ({
  before: async ({ event }) => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(tooLate(deadline)), deadline.respondWithinMilliseconds);
    try {
      event.caller = await Promise.race([authorize(event, event.log.add), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  },
});

/**
 * Aborts the calls in flight if one fails or the deadline is near. After a successful operation, there is nothing to abort,
 * because it has waited for all its calls.
 */
const performWithAbort = async <Caller>(
  operation: Operation<Caller>,
  event: ApiEvent<Caller>,
  signal: AbortSignal,
  { abortCallsAfterMilliseconds }: Deadline,
): Promise<HttpResponse> => {
  const calls = new AbortController();
  const abort = (): void => calls.abort();
  const timer = setTimeout(abort, abortCallsAfterMilliseconds - (performance.now() - event.beganAt));
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await operation(event, { signal: calls.signal, log: event.log.add, caller: event.caller });
  } catch (error) {
    calls.abort();
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

/** Middleware that gives every request a response in the service's format, with the request's id, and one log line. */
const requestLog = <Caller>({
  name,
  headers,
  toErrorResponse = toGateErrorResponse,
  encode = (_, response) => response,
}: ApiFunctionOptions<Caller>): middy.MiddlewareObj<ApiEvent<Caller>> => {
  const finish = ({ log, requestContext }: ApiEvent<Caller>, response: HttpResponse, error?: unknown) => {
    log.write(requestContext, response.statusCode, error);
    return toGatewayResponse({ ...response, headers: { ...headers, ...response.headers } }, requestContext.requestId);
  };
  return {
    before: ({ event }) => {
      event.log = makeRequestLogLine(name);
      event.beganAt = performance.now();
    },
    after: (request) => {
      request.response = encode(request.event, finish(request.event, request.response));
    },
    onError: (request) => {
      const { error, event } = request;
      const response = toErrorResponse(error, event.requestContext.requestId, chooseLanguage(event));
      request.response = finish(event, response, error);
    },
  };
};

/** A Lambda function behind API Gateway: a chain of middlewares around an operation. */
export const makeApiFunction = <Caller>(options: ApiFunctionOptions<Caller>): ApiFunction => {
  const { operation, authorize, maxBodyBytes, deadline = requestDeadline } = options;
  const chain = middy<ApiEvent<Caller>, HttpResponse | APIGatewayProxyStructuredResultV2>({
    timeoutEarlyInMillis: deadline.functionTimeoutMilliseconds - deadline.respondWithinMilliseconds,
    timeoutEarlyResponse: () => {
      throw tooLate(deadline);
    },
  }).use(requestLog(options));
  if (authorize) chain.use(authorization(authorize, deadline));
  if (maxBodyBytes !== undefined) chain.use(jsonBody(maxBodyBytes));
  return chain.handler<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>((event, _context, { signal }) =>
    performWithAbort(operation, event, signal, deadline),
  );
};
