import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { callFunction, type FunctionHandler } from '../../lib/local/gateway/call-function.ts';
import { toGatewayEvent } from '../../lib/local/gateway/event.ts';
import { makeHandlers } from '../../lib/local/service.ts';
import { CONSOLE_API_PATH, consoleRoutes, type ConsoleRouteId } from '../../shared/console-api/routes.ts';
import { consoleDeadline } from '../../shared/rules/deadline.ts';
import { routes, type RouteId } from '../../shared/routes.ts';
import { MAX_BODY_BYTES, MAX_LIST_BODY_BYTES } from '../../shared/rules/fields.ts';
import { variableOf } from '../../shared/settings.ts';
import { makeFunctionLoaders } from '../support/function-loaders.ts';
import { createTestClient } from '../support/running-service.ts';
import { useConsoleService } from '../support/use-console.ts';

/** How much more processor time a hostile request may take than an ordinary one of the same size. Quadratic work takes 50 times or more. */
const MAX_RATIO = 20;
/** A disturbance can lengthen some rounds, but hardly the shortest of many. */
const [ORDINARY_ROUNDS, HOSTILE_ROUNDS] = [3, 10];
/** API Gateway limits all headers together to 10,240 bytes. */
const MAX_HEADER_BYTES = 8_192;

/** Makes a text of at most this many bytes. */
type Fill = (bytes: number) => string;

const repeat =
  (unit: string, before = '', after = ''): Fill =>
  (bytes) => {
    const times = Math.floor((bytes - Buffer.byteLength(before + after)) / Buffer.byteLength(unit));
    return before + unit.repeat(times) + after;
  };

const nest =
  (open: string, close: string, before: string, after: string): Fill =>
  (bytes) => {
    const depth = Math.floor((bytes - before.length - after.length) / (open.length + close.length));
    return before + open.repeat(depth) + close.repeat(depth) + after;
  };

/** Fills up with different names, each with the value 1. */
const manyMembers =
  (before: string, after: string): Fill =>
  (bytes) => {
    const members = Array.from({ length: Math.floor(bytes / 9) }, (_, index) => `"${index.toString(36)}":1`);
    return `${before}${members.join(',')}${after}`;
  };

const fillText = (unit: string, before = ''): Fill =>
  repeat(unit, `{"items":[{"key":"k","id":1,"uid":"${before}`, 'x"}]}');

const hostileJson: Readonly<Record<string, Fill>> = {
  'a small number with many zeros': repeat('0', '{"id":0.', '1}'),
  'a large number with many zeros': repeat('0', '{"id":1', '}'),
  'a number with many digits and an exponent': repeat('7', '{"id":0.', 'e5}'),
  numbers: repeat('1,', '{"items":[', '1]}'),
  'numbers with fractions': repeat('0.10,', '{"items":[', '1]}'),
  'empty arrays': repeat('[],', '{"items":[', '1]}'),
  'empty objects': repeat('{},', '{"items":[', '1]}'),
  'nested arrays': nest('[', ']', '{"items":', '}'),
  'arrays nested as deeply as the parser permits': repeat(
    `${'['.repeat(1_500)}${']'.repeat(1_500)},`,
    '{"items":[',
    '1]}',
  ),
  'nested objects': nest('{"a":', '}', '{"items":[', '1]}'),
  'open brackets': repeat('['),
  'quotation marks': repeat('"'),
  'many members': manyMembers('{', '}'),
  'an item with many members': manyMembers('{"items":[{', '}]}'),
  'one member many times': repeat('"id":1,', '{', '"id":1}'),
  'the long name of a member': repeat('i', '{"items":[{"', '":1}]}'),
  'escaped control characters': fillText(String.raw`\u0000`),
  'combining marks, which normalisation sorts': fillText('\u0301\u0323', 'a'),
  'white space inside a text': fillText(' ', 'x'),
  'invisible characters': fillText('\u200b', 'x'),
  'unpaired surrogates': fillText(String.raw`\ud800`),
  'an e-mail address with many @': repeat('@', '{"id":1,"email":"', '\\u0001"}'),
  'an e-mail address of combining marks': repeat('\u0301\u0323', '{"email":"a', '@example.com"}'),
  'a date with many digits': repeat('0', '{"id":1,"date":"2026-11-21T08:00:00.', 'Z"}'),
  'many keys': (bytes) =>
    JSON.stringify({ items: Array.from({ length: Math.floor(bytes / 20) }, (_, index) => ({ key: `k${index}` })) }),
};

const hostileForms: Readonly<Record<string, Fill>> = {
  'empty parameters': repeat('&'),
  'one parameter many times': repeat('scope=&'),
  'broken escapes': repeat('%', 'grant_type=client_credentials&client_secret=b&client_id='),
  'many scopes': repeat('+a', 'grant_type=client_credentials&client_id=a&client_secret=b&scope=a'),
};

const hostileCsv: Readonly<Record<string, Fill>> = {
  'quotation marks': repeat('"', 'id,name\n1,'),
  'lines of one quotation mark': repeat('"\n', 'id,name\n'),
  'an open quotation mark before many lines': repeat('a\n', 'id,name\n1,"'),
  'open quotation marks before many empty lines': repeat(`1,"a\n${'\n'.repeat(1_000)}`, 'id,name\n'),
  'misplaced quotation marks': repeat('1,a"\n', 'id,name\n'),
  'misplaced quotation marks many lines apart': repeat(`1,a"\n${'2,b\n'.repeat(100)}`, 'id,name\n'),
  'empty lines': repeat('\n', 'id,name\n'),
  separators: repeat(',,,,,,,\n', 'id,name\n'),
  'a long header row': repeat('name,nam,'),
  'white space': repeat(' ', 'id,name\n1,'),
  badges: repeat('a ', 'id,uids\n1,'),
};

const hostileNdjson: Readonly<Record<string, Fill>> = {
  'unknown members': repeat('{"a":1}\n'),
  exponents: repeat('{"id":1e5}\n'),
  'an item with many members': (bytes) => `${manyMembers('{', '}')(60_000)}\n`.repeat(Math.floor(bytes / 60_000)),
  'combining marks': repeat('\u0301\u0323', '{"id":1,"uid":"a', '"}'),
};

const lines =
  (line: (index: number) => string, before = ''): Fill =>
  (bytes) => {
    const count = Math.floor((bytes - before.length) / line(99_999).length);
    return before + Array.from({ length: count }, (_, index) => line(index + 1)).join('');
  };

const ordinaryList: Fill = (bytes) => {
  const items = Array.from({ length: 100 }, (_, index) => ({ key: `k${index}`, id: 1, date: '2026-11-21T08:00:00Z' }));
  const note = 'x'.repeat(Math.floor((bytes - JSON.stringify({ items }).length) / 100) - 12);
  return JSON.stringify({ items: items.map((item) => ({ ...item, note })) });
};

const service = useConsoleService();
let handlers: Readonly<Record<string, FunctionHandler>>;
let gateToken = '';
let consoleToken = '';

interface SentRequest {
  readonly functionName: string;
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Calls a function with a request, as the gateway does. */
const send = ({ functionName, method, target, headers, body = '' }: SentRequest) => {
  const token = functionName === 'admin' ? consoleToken : gateToken;
  const fields = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers };
  const event = toGatewayEvent(
    {
      method,
      target,
      version: '1.1',
      rawHeaders: Object.entries(fields).flat(),
      body: Buffer.from(body),
      remoteAddress: '192.0.2.1',
      localPort: 443,
      requestId: randomUUID(),
      receivedAt: Date.now(),
    },
    { routeKey: `${method} ${target.split('?', 1).join('')}` },
  );
  const handler = handlers[functionName] as FunctionHandler;
  return callFunction(functionName, handler, event, consoleDeadline.functionTimeoutMilliseconds);
};

const toGate = (id: RouteId, more: Partial<SentRequest> = {}): SentRequest => {
  const { functionName, method, path } = routes[id];
  return { functionName, method, target: path, ...more };
};

const toConsole = (id: ConsoleRouteId, query: string, more: Partial<SentRequest>): SentRequest => {
  const { method, path } = consoleRoutes[id];
  return { functionName: 'admin', method, target: CONSOLE_API_PATH + path + query, ...more };
};

beforeAll(async () => {
  process.env[variableOf('tokenIssuer')] = 'https://gate.example';
  const load = makeFunctionLoaders();
  const { handler: admin } = await load.admin();
  handlers = { ...makeHandlers(load), admin };
  const { clientId, clientSecret, companyId } = await createTestClient(service.stores, undefined, ['checkin', 'sync']);
  await service.stores.users.save({ companyId, id: 1 });
  const response = await send(toGate('auth', { body: JSON.stringify({ clientId, clientSecret }) }));
  gateToken = JSON.parse(response.body as string).accessToken as string;
  consoleToken = await service.issuer.sign({ sub: (await service.aMember('owner', companyId)).subject });
});

const processorTime = async (act: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

/** The shortest processor time of some rounds, in microseconds. Ends early once it is at most `enough`. */
const shortestTime = async (act: () => Promise<unknown>, rounds: number, enough = 0): Promise<number> => {
  let shortest = Infinity;
  for (let round = 0; round < rounds && shortest > enough; round += 1)
    shortest = Math.min(shortest, await processorTime(act));
  return shortest;
};

const check = async (request: SentRequest, maxStatus: number): Promise<void> => {
  const { statusCode = 0, body } = await send(request);
  if (statusCode > maxStatus) throw new Error(`${statusCode}: ${body}`);
};

/** Returns the hostile requests that take much more processor time than the ordinary one, which is successful. */
const findSlow = async (
  ordinary: SentRequest,
  hostile: Readonly<Record<string, SentRequest>>,
): Promise<readonly string[]> => {
  const limit = MAX_RATIO * (await shortestTime(() => check(ordinary, 299), ORDINARY_ROUNDS));
  const tooSlow: string[] = [];
  for (const [name, request] of Object.entries(hostile)) {
    const time = await shortestTime(() => check(request, 499), HOSTILE_ROUNDS, limit);
    if (time > limit) tooSlow.push(`${name}: ${time} µs, ${((MAX_RATIO * time) / limit).toFixed(0)} times as long`);
  }
  return tooSlow;
};

const mapValues = <Value, Mapped>(values: Readonly<Record<string, Value>>, map: (value: Value) => Mapped) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

const bodies = (fills: Readonly<Record<string, Fill>>, bytes: number, request: SentRequest) =>
  mapValues(fills, (fill) => ({ ...request, body: fill(bytes) }));

const smallBody = repeat('x', '{"id":1,"note":"', '"}')(MAX_BODY_BYTES);
const largeBody = ordinaryList(MAX_LIST_BODY_BYTES);

describe('No body of any size that is accepted takes much more processor time than an ordinary one of this size', () => {
  it.each(['auth', 'checkin'] as const)('on the route %s', async (id) => {
    expect(
      await findSlow(toGate('checkin', { body: smallBody }), bodies(hostileJson, MAX_BODY_BYTES, toGate(id))),
    ).toEqual([]);
  });

  it.each(['batch', 'syncUsers', 'syncBookings', 'readBookings'] as const)('on the route %s', async (id) => {
    expect(
      await findSlow(toGate('batch', { body: largeBody }), bodies(hostileJson, MAX_LIST_BODY_BYTES, toGate(id))),
    ).toEqual([]);
  });

  it('on the route oauthToken', async () => {
    const request = toGate('oauthToken', { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect(
      await findSlow(toGate('checkin', { body: smallBody }), bodies(hostileForms, MAX_BODY_BYTES, request)),
    ).toEqual([]);
  });

  it('on a route of the console', async () => {
    expect(
      await findSlow(
        toConsole('createClient', '', { body: repeat('x', '{"name":"Gate","note":"', '"}')(MAX_BODY_BYTES) }),
        bodies(hostileJson, MAX_BODY_BYTES, toConsole('createClient', '', {})),
      ),
    ).toEqual([]);
  });

  it.each([
    ['text/csv', lines((index) => `${index},Ana Lima,B-${index}\n`, 'id,name,uid\n'), hostileCsv],
    ['application/x-ndjson', lines((index) => `{"id":${index},"name":"Ana Lima"}\n`), hostileNdjson],
  ] as const)('for an import of %s', async (type, ordinary, fills) => {
    const request = toConsole('importUsers', '?dryRun=true', { headers: { 'content-type': type } });
    expect(
      await findSlow({ ...request, body: ordinary(MAX_LIST_BODY_BYTES) }, bodies(fills, MAX_LIST_BODY_BYTES, request)),
    ).toEqual([]);
  });
});

describe('No header, path or query takes much more processor time than an ordinary request', () => {
  const hostileHeaders: Readonly<Record<string, readonly [name: string, value: Fill]>> = {
    'languages without end': ['accept-language', repeat('en-a,')],
    'one long language': ['accept-language', repeat('-aaaaaaa', 'en', ';q=')],
    'a language with white space': ['accept-language', repeat(' ', 'en', ';q=2')],
    'a long media type': ['content-type', repeat('+', 'application/', 'json')],
    'white space in the media type': ['content-type', repeat(' ', 'application/json', 'x')],
    'white space before the token': ['authorization', repeat(' ', 'Bearer', '=')],
    'a token of padding': ['authorization', repeat('=', 'Bearer a', 'a')],
    'a token of dots': ['authorization', repeat('.', 'Bearer ')],
    'a long Idempotency-Key': ['idempotency-key', repeat('!', '', ' ')],
    'a long Content-Encoding': ['content-encoding', repeat(' ', 'identity', ',')],
    'a long If-Match': ['if-match', repeat('W/"')],
  };

  it('on a route of the gate or of the console', async () => {
    const ordinary = toGate('checkin', { body: '{"id":1}' });
    const requests = (request: SentRequest) =>
      mapValues(hostileHeaders, ([name, fill]) => ({ ...request, headers: { [name]: fill(MAX_HEADER_BYTES) } }));
    expect(await findSlow(ordinary, requests(ordinary))).toEqual([]);
    expect(await findSlow(ordinary, requests(toConsole('updateClient', '', { body: '{}' })))).toEqual([]);
    expect(await findSlow(ordinary, requests(toGate('refresh')))).toEqual([]);
  });

  it('in the address of a route of the console', async () => {
    const ordinary = toConsole('listClients', '', {});
    const targets: Readonly<Record<string, Fill>> = {
      'a long path': repeat('/clients', CONSOLE_API_PATH),
      'a long cursor': repeat('a.', `${CONSOLE_API_PATH}/clients?next=`),
      'many parameters': repeat('next=&', `${CONSOLE_API_PATH}/clients?`),
      'broken escapes': repeat('%', `${CONSOLE_API_PATH}/clients?next=`),
      'a long time zone': repeat('a/', `${CONSOLE_API_PATH}/attendance?day=2026-11-21&timeZone=`),
    };
    expect(
      await findSlow(
        ordinary,
        mapValues(targets, (fill) => ({ ...ordinary, target: fill(MAX_HEADER_BYTES) })),
      ),
    ).toEqual([]);
  });
});

describe('Without a valid token, a body is not read', () => {
  const unreadable = {
    body: 'x'.repeat(MAX_LIST_BODY_BYTES + 1),
    headers: { 'content-type': 'text/plain', authorization: 'Bearer x' },
  };

  it.each(['checkin', 'batch', 'syncUsers', 'syncBookings', 'readBookings'] as const)('on the route %s', async (id) => {
    expect(await send(toGate(id, unreadable))).toMatchObject({ statusCode: 401 });
  });

  it('on a route of the console', async () => {
    expect(await send(toConsole('createClient', '', unreadable))).toMatchObject({ statusCode: 401 });
    expect(await send(toConsole('importUsers', '', unreadable))).toMatchObject({ statusCode: 401 });
  });
});
