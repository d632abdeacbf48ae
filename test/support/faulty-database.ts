import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../lib/local/listen.ts';
import { stopServer } from '../../lib/local/stop-server.ts';

/**
 * What happens to a call on the DynamoDB wire: `lose` lets the database do the work and cuts the connection before its
 * answer, `hang` never answers.
 */
export type Fault = 'none' | 'throttle' | 'fail' | 'reset' | 'lose' | 'hang' | 'garble';

export interface Call {
  /** DynamoDB's name of the operation, such as `UpdateItem`. */
  readonly operation: string;
  /** The call's number since the last reset, from 0. */
  readonly number: number;
  readonly body: string;
}

export interface FaultyDatabase {
  readonly url: string;
  /** Decides about every call from now on; calls are counted anew. */
  inject(plan: (call: Call) => Fault): void;
  /** The calls since the last `inject`. */
  calls(): readonly Call[];
  stop(): Promise<void>;
}

const answerError = (response: ServerResponse, status: number, name: string): void => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'injected' }));
};

const ask = (url: string, { method, headers, url: path = '/' }: IncomingMessage, body: Buffer) =>
  new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    const upstream = forward(new URL(path, url), { ...(method && { method }), headers }, (answer) => {
      buffer(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: bytes }),
        reject,
      );
    });
    upstream.on('error', reject).end(body);
  });

/** A DynamoDB wire that can be broken, in front of the DynamoDB at `databaseUrl`. */
export const startFaultyDatabase = async (databaseUrl: string): Promise<FaultyDatabase> => {
  let plan: (call: Call) => Fault = () => 'none';
  let calls: Call[] = [];

  const pass = async (request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> => {
    const answer = await ask(databaseUrl, request, body);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };

  const suffer: Record<Fault, (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown> = {
    none: pass,
    throttle: (_, response) => answerError(response, 400, 'ProvisionedThroughputExceededException'),
    fail: (_, response) => answerError(response, 500, 'InternalServerError'),
    reset: (_, response) => response.destroy(),
    lose: async (request, response, body) => {
      await ask(databaseUrl, request, body);
      response.destroy();
    },
    hang: () => undefined,
    garble: async (request, response, body) => {
      const answer = await ask(databaseUrl, request, body);
      const half = answer.body.subarray(0, answer.body.length / 2);
      response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(half);
    },
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const call = { operation, number: calls.length, body: body.toString() };
    calls.push(call);
    await suffer[plan(call)](request, response, body);
  };

  const server = createServer((request, response) => {
    void answer(request, response);
  });
  const url = await listen(server, 'PORT', 0);
  return {
    url,
    inject: (next) => {
      plan = next;
      calls = [];
    },
    calls: () => calls,
    stop: () => stopServer(server, 0),
  };
};
