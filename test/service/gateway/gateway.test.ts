import { once } from 'node:events';
import { Agent, request as startRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { FunctionHandler } from '../../../lib/local/gateway/call-function.ts';
import { LostResponseError } from '../../../lib/local/gateway/faults.ts';
import { openGateway, type Gateway, type ServedRequest } from '../../../lib/local/gateway/server.ts';

const MEBIBYTE = 1024 * 1024;

const running: Gateway[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
});

const echo: FunctionHandler = (event) => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(event),
});

/**
 * Starts a gateway with one route, `POST /auth`, which calls `handler`. By default, that returns its event.
 * @returns also the events that the handler was called with, the served requests and the failures
 */
const start = async (handler = echo, { port = 0, functionTimeoutMilliseconds = 5_000 } = {}) => {
  const served: ServedRequest[] = [];
  const failures: unknown[] = [];
  const events: APIGatewayProxyEventV2[] = [];
  const gateway = await openGateway(port);
  running.push(gateway);
  gateway.serve({
    routes: { auth: { method: 'POST', path: '/auth' } },
    handlers: {
      auth: (event, context) => {
        events.push(event);
        return handler(event, context);
      },
    },
    functionTimeoutMilliseconds,
    onResponse: (request) => served.push(request),
    onFailure: (_name, error) => failures.push(error),
  });
  return { ...gateway, served, failures, events };
};

const returning =
  (result: unknown): FunctionHandler =>
  () =>
    result;

const post = (url: string, body = '{}', path = '/auth') => fetch(url + path, { method: 'POST', body });

/** Sends raw bytes. @returns all bytes that the gateway responds until it closes the connection */
const sendRaw = async (url: string, bytes: string): Promise<string> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(bytes);
  return text(socket);
};

/** Opens a connection on which the gateway waits for the rest of a body. */
const beginBody = async (url: string): Promise<Socket> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST /auth HTTP/1.1\r\nHost: here\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n{');
  await once(socket, 'data');
  return socket;
};

const responseTo = async (request: ClientRequest): Promise<IncomingMessage> => {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
};

describe('A request on a route', () => {
  it('reaches the function as an event, and gets the function’s result as the response', async () => {
    const { url, events, served } = await start(
      returning({
        statusCode: 201,
        headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'x-count': 2 },
        body: '{"é":1}',
      }),
    );
    const response = await post(url, '{"a":1}', '/auth?secret=1');
    expect([response.status, await response.text()]).toEqual([201, '{"é":1}']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'content-length': '8',
      'x-count': '2',
    });
    expect(events).toEqual([expect.objectContaining({ routeKey: 'POST /auth', body: '{"a":1}' })]);
    expect(served).toEqual([expect.objectContaining({ method: 'POST', path: '/auth', status: 201 })]);
  });

  it('can have a body of up to 10 MiB', async () => {
    const { url, events } = await start(returning({ statusCode: 200 }));
    expect((await post(url, 'x'.repeat(10 * MEBIBYTE))).status).toBe(200);
    expect(events[0]?.body).toHaveLength(10 * MEBIBYTE);
  });

  it('gives the function a context whose methods work without `this`', async () => {
    const contexts: Context[] = [];
    const { url } = await start((_event, context) => {
      contexts.push(context);
      return { statusCode: 200 };
    });
    await Promise.all([post(url), post(url)]);
    const [one, other] = contexts as [Context, Context];
    const unbound = Reflect.get(one, 'getRemainingTimeInMillis');
    expect(unbound()).toBeLessThanOrEqual(5_000);
    expect(unbound()).toBeGreaterThan(0);
    expect(one.functionName).toBe('auth');
    expect(one.awsRequestId).not.toBe(other.awsRequestId);
  });
});

describe('Every response', () => {
  it.each([
    ['a function', '/auth'],
    ['the gateway itself', '/nowhere'],
  ])('of %s carries a request id that is unique', async (_who, path) => {
    const { url } = await start();
    const ids = await Promise.all([1, 2].map(async () => (await post(url, '{}', path)).headers.get('apigw-requestid')));
    expect(ids).toEqual([expect.stringMatching(/^[\w-]{15}=$/), expect.stringMatching(/^[\w-]{15}=$/)]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('of a function has the request id that the function received', async () => {
    const { url, events } = await start();
    const response = await post(url);
    expect(response.headers.get('apigw-requestid')).toBe(events[0]?.requestContext.requestId);
  });
});

describe('A request without a route', () => {
  it.each([
    ['POST', '/'],
    ['HEAD', '/auth'],
    ['POST', '/auth%zz'],
  ])('gets a 404: %s %s', async (method, path) => {
    const { url, events } = await start();
    const response = await fetch(url + path, { method });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe(method === 'HEAD' ? '' : '{"message":"Not Found"}');
    expect(events).toEqual([]);
  });
});

describe('A body over 10 MiB', () => {
  it.each([
    ['of a known length', Buffer.alloc(10 * MEBIBYTE + 1)],
    ['that is sent in chunks', new Blob([Buffer.alloc(10 * MEBIBYTE + 1)]).stream()],
  ])('%s gets a 413', async (_how, body) => {
    const { url, events } = await start();
    const response = await fetch(`${url}/auth`, { method: 'POST', body, duplex: 'half' });
    expect([response.status, await response.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
    expect(events).toEqual([]);
  });
});

describe('A function', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
    ],
    ['returns no status', returning({ body: 'x' })],
    ['returns an invalid header', returning({ statusCode: 200, headers: { 'x-y': 'a\r\nb: c' } })],
  ] satisfies [string, FunctionHandler][])(
    'that %s causes a 500, and the failure is reported',
    async (_how, handler) => {
      const { url, failures } = await start(handler);
      const response = await post(url);
      expect([response.status, await response.json()]).toEqual([500, { message: 'Internal Server Error' }]);
      expect(failures).toHaveLength(1);
    },
  );

  it('that does not return in time causes a 500', async () => {
    const { url, failures } = await start(() => new Promise(() => undefined), { functionTimeoutMilliseconds: 10 });
    expect((await post(url)).status).toBe(500);
    expect(failures).toEqual([new Error('no result within 10 ms')]);
  });
});

describe('A response that is lost because of the fault settings', () => {
  it('closes the connection when the function has finished, and affects no other request', async () => {
    const { url, events, failures } = await start((event) => {
      if (event.rawQueryString === 'lost') throw new LostResponseError('lost');
      return { statusCode: 200 };
    });
    await expect(post(url, '{}', '/auth?lost')).rejects.toThrow('fetch failed');
    expect((await post(url)).status).toBe(200);
    expect(events).toHaveLength(2);
    expect(failures).toEqual([]);
  });
});

describe('A connection', () => {
  it('serves one request after another, whatever the responses are', async () => {
    const { url } = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = [];
    for (const path of ['/auth', '/nowhere', '/auth']) {
      const request = startRequest(url + path, { method: 'POST', agent }).end('{}');
      const response = await responseTo(request);
      ports.push(response.socket.localPort);
      await text(response);
    }
    expect(new Set(ports).size).toBe(1);
    agent.destroy();
  });

  it.each([
    ['400 Bad Request', 'no HTTP at all\r\n\r\n'],
    ['400 Bad Request', 'POST /auth HTTP/1.1\r\nHost: here\r\nContent-Length: -1\r\n\r\n'],
    ['431 Request Header Fields Too Large', `GET / HTTP/1.1\r\nHost: here\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('with bytes that are not a valid request gets %s', async (status, bytes) => {
    const { url } = await start();
    const [head = '', body = ''] = (await sendRaw(url, bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status}\r\n`));
    expect(head).toMatch(/\r\napigw-requestid: [\w-]{15}=/);
    expect(body).toBe(JSON.stringify({ message: status.slice(4) }));
  });

  it('that ends in the middle of a body calls no function, and affects no other request', async () => {
    const { url, events } = await start();
    (await beginBody(url)).resetAndDestroy();
    expect((await post(url, '{"a":1}')).status).toBe(200);
    expect(events).toEqual([expect.objectContaining({ body: expect.any(String) })]);
  });
});

describe('Stopping', () => {
  it('waits for the requests in progress, and accepts no more', async () => {
    const called = Promise.withResolvers<void>();
    const result = Promise.withResolvers<unknown>();
    const { url, stop } = await start(() => {
      called.resolve();
      return result.promise;
    });
    const pending = post(url);
    await called.promise;
    const stopped = stop();
    await expect(post(url)).rejects.toThrow('fetch failed');
    result.resolve({ statusCode: 201 });
    expect((await pending).status).toBe(201);
    await stopped;
  });

  it('does not wait for a caller that never finishes', async () => {
    const { url, stop } = await start(undefined, { functionTimeoutMilliseconds: 20 });
    const socket = await beginBody(url);
    const closed = once(socket, 'close');
    await stop();
    await closed;
    expect(socket.closed).toBe(true);
  });
});

describe('Starting', () => {
  it('says which setting to change if the port is taken', async () => {
    const { url } = await start();
    const port = Number(new URL(url).port);
    await expect(start(undefined, { port })).rejects.toMatchObject({
      code: 'cannot_start',
      message: `Port ${port} is in use: set PORT to another port, or to 0 for any free one.`,
    });
  });
});
