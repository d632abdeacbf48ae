import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../../lib/local/listen.ts';
import { stopServer } from '../../lib/local/stop-server.ts';
import { operationOf, relayCall, type RelayedResponse } from './relay-call.ts';

/**
 * A fault of a call to DynamoDB:
 * - `lose`: The call is performed, but the connection is cut before the response.
 * - `hang`: There is no response.
 * - `delay`: The response is delayed.
 * - `late`: There is no response, and the call is performed after the caller has given up.
 * - `garble`: Half of the response is sent.
 * - `stale`: A query of an index returns an old state, without its newest item and with a deleted one.
 * - `hold`: The call waits until it is released.
 * - `stray`: The connection is cut. The call is performed when it is released, after the caller's retry.
 */
export type Problem =
  | 'none'
  | 'throttle'
  | 'fail'
  | 'reset'
  | 'lose'
  | 'hang'
  | 'garble'
  | 'delay'
  | 'late'
  | 'stale'
  | 'hold'
  | 'stray';

const DELAY_MILLISECONDS = 300;
/** Longer than a function waits for a call. */
const LATE_MILLISECONDS = 1_200;

export interface Call {
  /** DynamoDB's name of the operation, such as `UpdateItem`. */
  readonly operation: string;
  /** The call's number since the last reset, from 0. */
  readonly number: number;
  readonly body: string;
}

interface QueryOutput {
  readonly Items?: Readonly<Record<string, unknown>>[];
}

export interface FaultyDatabase {
  readonly url: string;
  /** Sets the fault of every later call; the count of calls starts again. */
  inject(plan: (call: Call) => Problem): void;
  /** The calls since the last `inject`. */
  calls(): readonly Call[];
  /** Releases all calls that are on hold or stray. Resolves when no call is pending. */
  release(): Promise<void>;
  /** Waits until no matching call is pending. A call can be pending even if its caller has given up. */
  settle(matches: (call: Call) => boolean): Promise<void>;
  stop(): Promise<void>;
}

const toErrorResponse = (response: ServerResponse, status: number, name: string): void => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'injected' }));
};

/** Whether a call queries an index. Queries that stand in for the bookings' stream do not count: a stream is never stale. */
const isIndexQuery = (body: Buffer): boolean => body.includes('"IndexName"') && body.includes('"FilterExpression"');

/** Turns a response into that of a stale index, without the newest item and with a deleted one. */
const makeStale = ({ status, body }: RelayedResponse): RelayedResponse => {
  const { Items = [], ...rest } = JSON.parse(body.toString()) as QueryOutput;
  const gone = Items.slice(0, 1).map((item) => ({ ...item, bookingId: { S: 'gone' } }));
  const stale = { ...rest, Items: [...Items.slice(0, -1), ...gone] };
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: Buffer.from(JSON.stringify(stale)),
  };
};

/**
 * A proxy that injects faults, in front of the DynamoDB at `databaseUrl`.
 * @param lateMilliseconds the time until a `late` call is performed, which must be longer than its caller waits
 */
export const startFaultyDatabase = async (
  databaseUrl: string,
  lateMilliseconds = LATE_MILLISECONDS,
): Promise<FaultyDatabase> => {
  let plan: (call: Call) => Problem = () => 'none';
  let calls: Call[] = [];
  let released = Promise.withResolvers<void>();
  const pendingCalls = new Map<Promise<unknown>, Call>();

  const pass = async (request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> => {
    const relayed = await relayCall(databaseUrl, request, body);
    response.writeHead(relayed.status, relayed.headers).end(relayed.body);
  };

  const applyFault: Record<Problem, (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown> = {
    none: pass,
    throttle: (_, response) => toErrorResponse(response, 400, 'ProvisionedThroughputExceededException'),
    fail: (_, response) => toErrorResponse(response, 500, 'InternalServerError'),
    reset: (_, response) => response.destroy(),
    lose: async (request, response, body) => {
      await relayCall(databaseUrl, request, body);
      response.destroy();
    },
    hang: () => undefined,
    delay: async (request, response, body) => {
      await sleep(DELAY_MILLISECONDS);
      await pass(request, response, body);
    },
    late: async (request, response, body) => {
      await sleep(lateMilliseconds);
      await relayCall(databaseUrl, request, body);
      response.destroy();
    },
    hold: async (request, response, body) => {
      await released.promise;
      await pass(request, response, body);
    },
    stray: async (request, response, body) => {
      response.destroy();
      await released.promise;
      await relayCall(databaseUrl, request, body);
    },
    stale: async (request, response, body) => {
      const relayed = await relayCall(databaseUrl, request, body);
      const { status, headers, body: text } = isIndexQuery(body) ? makeStale(relayed) : relayed;
      response.writeHead(status, headers).end(text);
    },
    garble: async (request, response, body) => {
      const relayed = await relayCall(databaseUrl, request, body);
      const half = relayed.body.subarray(0, relayed.body.length / 2);
      response.writeHead(relayed.status, { 'content-type': 'application/x-amz-json-1.0' }).end(half);
    },
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const call = { operation: operationOf(request), number: calls.length, body: body.toString() };
    calls.push(call);
    const work = Promise.resolve(applyFault[plan(call)](request, response, body));
    pendingCalls.set(work, call);
    try {
      await work;
    } finally {
      pendingCalls.delete(work);
    }
  };

  const settle: FaultyDatabase['settle'] = async (matches) => {
    for (;;) {
      const matching = [...pendingCalls].filter(([, call]) => matches(call)).map(([work]) => work);
      if (matching.length === 0) return;
      await Promise.allSettled(matching);
    }
  };

  const server = createServer((request, response) => {
    // The caller or the database might have closed the connection.
    handle(request, response).catch(() => response.destroy());
  });
  const url = await listen(server, 'PORT', 0);
  return {
    url,
    inject: (next) => {
      plan = next;
      calls = [];
      released = Promise.withResolvers();
    },
    release: () => {
      released.resolve();
      return settle(() => true);
    },
    calls: () => calls,
    settle,
    stop: () => stopServer(server, 0),
  };
};
