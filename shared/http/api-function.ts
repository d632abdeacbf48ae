import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ServiceError } from '../domain/service-error.ts';
import { toErrorResponse as toGateErrorResponse, toGatewayResponse, type HttpResponse } from './response.ts';
import type { ApiRequest } from './api-request.ts';
import { chooseLanguage } from './choose-language.ts';
import type { Language } from '../messages/messages.ts';
import { requestDeadline, type Deadline } from './deadline.ts';
import { makeCloudFrontCheck } from './front.ts';
import { parseJson } from './parse-json.ts';
import { readBody } from './read-body.ts';
import { makeRequestLog, type RequestLog } from './request-log.ts';
import { mergeLogDetails, type AddToLog, type LogDetails } from './log-details.ts';

export interface RequestScope {
  /** Aborts when the response is due or the operation fails. */
  readonly signal: AbortSignal;
  /** Adds to the log line of the request. */
  readonly log: AddToLog;
}

export type Operation = (request: ApiRequest, scope: RequestScope) => Promise<HttpResponse>;

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

export type ApiFunction = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * Aborts the calls in flight if one fails or the deadline is near. After a successful operation, there is nothing to abort,
 * because it has waited for all its calls.
 * @throws ServiceError `dependency_unavailable` if the operation takes too long
 */
const performInTime = async (
  perform: (signal: AbortSignal) => Promise<HttpResponse>,
  { abortCallsAfterMilliseconds, respondWithinMilliseconds }: Deadline,
): Promise<HttpResponse> => {
  const calls = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const failLate = (): void =>
    reject(new ServiceError('dependency_unavailable', `no response within ${respondWithinMilliseconds} ms`));
  const abortTimer = setTimeout(() => calls.abort(), abortCallsAfterMilliseconds);
  const lateTimer = setTimeout(failLate, respondWithinMilliseconds);
  try {
    return await Promise.race([perform(calls.signal), late]);
  } catch (error) {
    calls.abort();
    throw error;
  } finally {
    clearTimeout(abortTimer);
    clearTimeout(lateTimer);
  }
};

/** A Lambda function behind API Gateway. Writes one log line for each request. */
export const makeApiFunction = ({
  operation,
  name,
  record = makeRequestLog(),
  maxBodyBytes,
  toErrorResponse = toGateErrorResponse,
  deadline = requestDeadline,
  headers = {},
}: ApiFunctionOptions): ApiFunction => {
  const passesCloudFrontCheck = makeCloudFrontCheck(process.env);
  return async (event) => {
    const { requestId, http } = event.requestContext;
    let details: LogDetails = {};
    const log: AddToLog = (added) => {
      details = mergeLogDetails(details, added);
    };
    const respond = (response: HttpResponse, error?: unknown): APIGatewayProxyStructuredResultV2 => {
      const { statusCode } = response;
      record({ requestId, sourceIp: http.sourceIp, operation: name, statusCode, details, error });
      return toGatewayResponse({ ...response, headers: { ...headers, ...response.headers } }, requestId);
    };
    if (!passesCloudFrontCheck(event)) return respond(BYPASS_RESPONSE, new Error('not through CloudFront'));
    try {
      const request = maxBodyBytes === undefined ? event : { ...event, body: parseJson(readBody(event, maxBodyBytes)) };
      return respond(await performInTime((signal) => operation(request, { signal, log }), deadline));
    } catch (error) {
      return respond(toErrorResponse(error, requestId, chooseLanguage(event)), error);
    }
  };
};
