import middy from '@middy/core';
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
import { makeRequestLog, type AddToLog } from './request-log.ts';

export interface RequestScope {
  /** Aborts when the response is due or the operation fails. */
  readonly signal: AbortSignal;
  readonly log: AddToLog;
}

type Operation = (request: ApiRequest, scope: RequestScope) => Promise<HttpResponse>;

interface ApiFunctionOptions {
  readonly operation: Operation;
  readonly name: string;
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

export type ApiFunction = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

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

/** A Lambda function behind API Gateway. Every request gets a response in the service's format, and one log line. */
export const makeApiFunction = ({
  operation,
  name,
  maxBodyBytes,
  toErrorResponse = toGateErrorResponse,
  deadline = requestDeadline,
  headers = {},
}: ApiFunctionOptions): ApiFunction => {
  const passesCloudFrontCheck = makeCloudFrontCheck(process.env);
  const parseJson = httpJsonBodyParser({ disableContentTypeCheck: true });
  // Each request has its own chain, because the steps share the request's log.
  return (event, context) => {
    const log = makeRequestLog(name);
    const { requestId } = event.requestContext;
    const finish = (response: HttpResponse, error?: unknown): APIGatewayProxyStructuredResultV2 => {
      log.write(event.requestContext, response.statusCode, error);
      return toGatewayResponse({ ...response, headers: { ...headers, ...response.headers } }, requestId);
    };
    const chain = middy<APIGatewayProxyEventV2, ChainResponse>({
      timeoutEarlyInMillis: deadline.functionTimeoutMilliseconds - deadline.respondWithinMilliseconds,
      timeoutEarlyResponse: failLate(deadline),
    })
      // A response returned here ends the chain.
      .before(() =>
        passesCloudFrontCheck(event) ? undefined : finish(BYPASS_RESPONSE, new Error('not through CloudFront')),
      )
      .after((request) => {
        request.response = finish(request.response as HttpResponse);
      })
      .onError((request) => {
        const { error } = request;
        request.response = finish(toErrorResponse(error, requestId, chooseLanguage(event)), error);
      });
    if (maxBodyBytes !== undefined)
      chain
        .before(() => {
          event.body = normalizeJson(readBody(event, maxBodyBytes));
          event.isBase64Encoded = false;
        })
        .use(parseJson);
    const handler = chain.handler((request: ApiRequest, _context: Context, { signal }: { signal: AbortSignal }) =>
      performWithAbort(operation, request, { signal, log: log.add }, deadline),
    ) as unknown as ApiFunction;
    return handler(event, context);
  };
};
