import middy, { type MiddlewareObj, type Request } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { ServiceError } from '../domain/service-error.ts';
import { answerError, toGatewayResult, type Answer } from './answer.ts';
import type { ApiRequest } from './api-request.ts';
import { chooseLanguage } from './choose-language.ts';
import { ANSWER_WITHIN_MILLISECONDS, FUNCTION_TIMEOUT_MILLISECONDS } from './deadline.ts';
import { readBody } from './read-body.ts';
import type { RecordRequest } from './recorder.ts';
import { joinReports, type Note, type Report } from './report.ts';

export interface RequestScope {
  /** Aborts when the answer is due, or the operation fails: what is still under way then is to be given up. */
  readonly signal: AbortSignal;
  /** Tells the operator, whatever the answer will be. */
  readonly note: Note;
}

/** Answers one request. */
export type Operation = (request: ApiRequest, scope: RequestScope) => Promise<Answer>;

interface ApiFunctionOptions {
  readonly operation: Operation;
  /** The operation's name in the log. */
  readonly name: string;
  readonly record: RecordRequest;
  /** Whether the request has a JSON body to parse. */
  readonly hasBody: boolean;
  /** Added to every answer, errors included. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** RFC 6749, section 5.1: an answer that holds a token must not be stored on its way. */
export const NO_STORE = { 'Cache-Control': 'no-store' };

/** The operation's answer on its way through the chain, then what API Gateway takes. */
type Passing = Answer | APIGatewayProxyStructuredResultV2;
type GatewayMiddleware = MiddlewareObj<APIGatewayProxyEventV2, Passing>;

export type ApiFunction = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** What was noted of the requests under way: on one machine there are many at a time. */
type Reports = WeakMap<object, Report>;

type Leaving = Pick<Request<APIGatewayProxyEventV2>, 'event'>;

const textBody = (): GatewayMiddleware => ({
  before: ({ event }) => {
    event.body = readBody(event);
    event.isBase64Encoded = false;
  },
});

/** Every request leaves through here, with an answer in the service's own words and one record. */
const answering = ({ name, record, headers = {} }: ApiFunctionOptions, reports: Reports): GatewayMiddleware => {
  const leave = ({ event }: Leaving, answer: Answer, error?: unknown): APIGatewayProxyStructuredResultV2 => {
    const { requestId, http } = event.requestContext;
    const { statusCode } = answer;
    const report = reports.get(event) ?? {};
    record({ requestId, sourceIp: http.sourceIp, operation: name, statusCode, report, error });
    return toGatewayResult({ ...answer, headers: { ...headers, ...answer.headers } }, requestId);
  };
  return {
    after: (request) => {
      request.response = leave(request, request.response as Answer);
    },
    onError: (request) => {
      const { error, event } = request;
      const answer = answerError(error, event.requestContext.requestId, chooseLanguage(event));
      request.response = leave(request, answer, error);
    },
  };
};

const giveUp = (): never => {
  throw new ServiceError('database_unavailable', `no answer within ${ANSWER_WITHIN_MILLISECONDS} ms`);
};

/**
 * One failure decides the answer while other calls, made side by side, are still being tried: they end with it. An operation
 * that succeeds has waited for all of its calls, and to abort takes longer than all else here does.
 */
const performOnly = async (
  operation: Operation,
  request: ApiRequest,
  { signal, note }: RequestScope,
): Promise<Answer> => {
  const calls = new AbortController();
  signal.addEventListener('abort', () => calls.abort(), { once: true });
  try {
    return await operation(request, { signal: calls.signal, note });
  } catch (error) {
    calls.abort();
    throw error;
  }
};

/** A Lambda function behind API Gateway: an operation within a deadline, its body parsed and its answer written. */
export const makeApiFunction = (options: ApiFunctionOptions): ApiFunction => {
  const { operation, hasBody } = options;
  const reports: Reports = new WeakMap();
  const chain = middy<APIGatewayProxyEventV2, Passing>({
    timeoutEarlyInMillis: FUNCTION_TIMEOUT_MILLISECONDS - ANSWER_WITHIN_MILLISECONDS,
    timeoutEarlyResponse: giveUp,
  }).use(answering(options, reports));
  if (hasBody) chain.use(textBody()).use(httpJsonBodyParser({ disableContentTypeCheck: true }));
  return chain.handler((event: ApiRequest, _context: Context, { signal }: { signal: AbortSignal }) => {
    const note: Note = (report) => reports.set(event, joinReports(reports.get(event) ?? {}, report));
    return performOnly(operation, event, { signal, note });
  }) as unknown as ApiFunction;
};
