import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { relayCall, type ReceivedResponse } from './call-server.ts';
import { serve } from './serve.ts';

/** Errors that the proxy sends itself, as DynamoDB or a gateway does. */
const errors = {
  throttle: [400, { __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException' }],
  fail: [500, { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError' }],
  408: [408, {}],
  429: [429, {}],
  503: [503, {}],
} as const;

/**
 * A fault of a request:
 * - `throttle`, `fail` or a status: The proxy responds with an error.
 * - `reset`, `hang`: The connection is cut, or there is no response. The server does not get the request.
 * - `lose`: The server performs the request, but the connection is cut before the response.
 * - `cut`: The connection is cut after the start of the response.
 * - `garble`: The server performs the request, but only half of the response is sent.
 * - `spoil`: The request is sent with an invalid token.
 * - A function changes or delays the response.
 */
export type Fault =
  | 'none'
  | 'reset'
  | 'hang'
  | 'lose'
  | 'cut'
  | 'garble'
  | 'spoil'
  | keyof typeof errors
  | ((response: ReceivedResponse) => ReceivedResponse | Promise<ReceivedResponse>);

export interface SentRequest {
  /** The method and path, such as `POST /auth`. */
  readonly line: string;
  /** The number of earlier requests with the same `line`. */
  readonly earlierRequests: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;

/** Makes a change of a JSON response that adds or replaces members. */
export const withMembers =
  (members: object): ((response: ReceivedResponse) => ReceivedResponse) =>
  ({ status, headers, body }) => {
    const changed = Buffer.from(JSON.stringify({ ...JSON.parse(body.toString()), ...members }));
    return { status, headers: { ...headers, 'content-length': String(changed.length) }, body: changed };
  };

/** A proxy that injects faults, in front of the server at `serverUrl`: the service or a DynamoDB. */
export const startFaultyProxy = async (serverUrl: string) => {
  let plan: (sent: SentRequest) => Fault = () => 'none';
  let requests: SentRequest[] = [];
  let unfinished = 0;

  const applyFault = async (fault: Fault, request: IncomingMessage, response: ServerResponse, bytes: Buffer) => {
    if (fault === 'hang') return;
    if (fault === 'reset') return void response.destroy();
    if (typeof fault !== 'function' && fault in errors) {
      const [status, error] = errors[fault as keyof typeof errors];
      response.writeHead(status, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ ...error, message: 'injected' }));
    }
    const { method, url, headers } = request;
    const sentHeaders = { ...headers, ...(fault === 'spoil' && { authorization: 'Bearer spoilt' }) };
    const relayed = await relayCall(serverUrl, { method, url, headers: sentHeaders }, bytes);
    const { status, headers: received, body } = typeof fault === 'function' ? await fault(relayed) : relayed;
    if (fault === 'lose') return void response.destroy();
    if (fault === 'garble') return void response.writeHead(status).end(body.subarray(0, body.length / 2));
    response.writeHead(status, received);
    if (fault === 'cut') response.write(body.subarray(0, 10), () => response.destroy());
    else response.end(body);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    unfinished += 1;
    response.once('close', () => (unfinished -= 1));
    const body = await buffer(request);
    const line = `${request.method} ${request.url}`;
    const earlierRequests = requests.filter((other) => other.line === line).length;
    const sent = { line, earlierRequests, headers: request.headers, body: body.toString() };
    requests.push(sent);
    await applyFault(plan(sent), request, response, body);
  };

  return {
    ...(await serve(handle)),
    /** Sets the faults of later requests, and clears the list of requests. */
    inject: (next: typeof plan) => {
      plan = next;
      requests = [];
    },
    /** The requests since the last `inject`. */
    sent: (): readonly SentRequest[] => requests,
    /** The number of requests without a response whose sender has not closed the connection either. */
    unfinished: () => unfinished,
  };
};
