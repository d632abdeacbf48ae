import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { operationOf, relayCall } from './relay-call.ts';
import { serve, type TestServer } from './serve.ts';

/**
 * A fault of a call to DynamoDB:
 * - `lose`: The call is performed, but the connection is cut before the response.
 * - `hang`: The call is not performed, and there is no response.
 * - `garble`: The call is performed, but only half of the response is sent.
 */
export type DatabaseFault = 'none' | 'throttle' | 'fail' | 'reset' | 'lose' | 'hang' | 'garble';

export interface Call {
  /** DynamoDB's name of the operation, such as `UpdateItem`. */
  readonly operation: string;
  /** The call's number since the last `inject`, from 0. */
  readonly number: number;
  readonly body: string;
}

export interface FaultyDatabase extends TestServer {
  /** Sets the fault of every later call; the numbers of the calls start again from 0. */
  inject(plan: (call: Call) => DatabaseFault): void;
  /** The calls since the last `inject`. */
  calls(): readonly Call[];
}

const sendError = (response: ServerResponse, status: number, name: string): void => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'injected' }));
};

/** A proxy that injects faults, in front of the DynamoDB at `databaseUrl`. */
export const startFaultyDatabase = async (databaseUrl: string): Promise<FaultyDatabase> => {
  let plan: (call: Call) => DatabaseFault = () => 'none';
  let calls: Call[] = [];

  const pass = async (request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> => {
    const relayed = await relayCall(databaseUrl, request, body);
    response.writeHead(relayed.status, relayed.headers).end(relayed.body);
  };

  const applyFault: Record<
    DatabaseFault,
    (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown
  > = {
    none: pass,
    throttle: (_, response) => sendError(response, 400, 'ProvisionedThroughputExceededException'),
    fail: (_, response) => sendError(response, 500, 'InternalServerError'),
    reset: (_, response) => response.destroy(),
    lose: async (request, response, body) => {
      await relayCall(databaseUrl, request, body);
      response.destroy();
    },
    hang: () => undefined,
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
    await applyFault[plan(call)](request, response, body);
  };

  return {
    ...(await serve(handle)),
    inject: (next) => {
      plan = next;
      calls = [];
    },
    calls: () => calls,
  };
};
