import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../support/any-character.ts';
import { useServiceInMemory } from '../../support/use-service.ts';

/** Without a leak, the heap grows by up to 600 KB. With a leak of 4 KB per request, it would grow by 2 MB. */
const MAX_GROWTH_BYTES = 1_000_000;

const service = useServiceInMemory();

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const measureHeap = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/** Sends bytes, closes this end of the connection, and waits for all responses. @returns the statuses of the responses */
const send = async (bytes: Uint8Array): Promise<number[]> => {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.end(bytes);
  const response = await buffer(socket).catch(() => Buffer.alloc(0));
  return [...response.toString('latin1').matchAll(/^HTTP\/1\.1 (?<status>\d{3})/gm)].map(({ groups }) =>
    Number(groups?.['status']),
  );
};

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.string({ maxLength: 60 }),
  fc.constantFrom('\ud800', '\u0000', '%00', '%ff', '../..', 'x'.repeat(20_000), '💥', '\r\n', '\r\nX: y'),
);
const path = fc.oneof(
  fc.constantFrom('/auth', '/auth/refresh-token', '/scheduling/checkin', '/docs', '/openapi.json', '/', '*', ''),
  anyText.map((text) => `/${text}`),
  // `fc.webUrl` would make a table of all characters; see `anyCharacter`.
  fc
    .tuple(fc.webAuthority(), anyText)
    .map(([authority, text]) => `http://${authority}/${encodeURIComponent(text.toWellFormed())}`),
);
const method = fc.oneof(fc.constantFrom('POST', 'GET', 'PUT', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT'), anyText);
const header = fc.oneof(
  fc.constantFrom(
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 99999999999999999999',
    'Expect: 100-continue',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Content-Encoding: gzip',
    'Authorization: Bearer e30.e30.e30',
  ),
  fc.tuple(anyText, anyText).map(([name, value]) => `${name}: ${value}`),
);
const deepJson = fc.integer({ min: 1, max: 5_000 }).map((depth) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth));
const body = fc.oneof(
  fc.json(),
  fc.string({ unit: anyCharacter }),
  deepJson,
  fc.constantFrom(
    '{"__proto__":{"id":1}}',
    '{"constructor":{"prototype":{"id":1}}}',
    '{"id":1e400}',
    `{"id":${'9'.repeat(5_000)}}`,
    String.raw`{"uid":"\ud800"}`,
  ),
);

const toRequest = (requestLine: string, headers: readonly string[], content: string): Buffer => {
  const length = `Content-Length: ${Buffer.byteLength(content)}`;
  return Buffer.from([requestLine, 'Host: a', length, ...headers, '', content].join('\r\n'));
};

const oddRequest = fc
  .record({ method, path, headers: fc.array(header, { maxLength: 6 }), body })
  .map(({ method: verb, path: target, headers, body: content }) =>
    toRequest(`${verb} ${target} HTTP/1.1`, headers, content),
  );

const visibleText = fc.stringMatching(/^[ -~]{0,60}$/);
const wellFormedRequest = fc
  .record({
    first: fc.constantFrom('POST /auth', 'POST /scheduling/checkin', 'GET /auth/refresh-token', 'GET /%00?a=%ff'),
    authorization: fc.oneof(
      visibleText,
      visibleText.map((text) => `Bearer ${text}`),
    ),
    language: visibleText,
    body,
  })
  .map(({ first, authorization, language, body: content }) =>
    toRequest(
      `${first} HTTP/1.1`,
      ['Content-Type: application/json', `Authorization: ${authorization}`, `Accept-Language: ${language}`],
      content,
    ),
  );

const request = fc.oneof(oddRequest, wellFormedRequest);

/** A request that is damaged in one place. */
const damagedRequest = fc
  .record({
    bytes: request,
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    replacement: fc.uint8Array({ maxLength: 8 }),
  })
  .map(({ bytes, place, replacement }) => {
    const at = Math.floor(place * bytes.length);
    return Buffer.concat([bytes.subarray(0, at), replacement, bytes.subarray(at + replacement.length)]);
  });

/** The statuses of all responses so far. */
const statuses = new Set<number>();

describe('Whatever bytes a request has,', () => {
  // The test runner reports errors that no code caught, which would stop the service.
  it('no status is 500 or above, and the service neither stops nor leaks memory', async () => {
    const bytes = fc.oneof(
      { weight: 3, arbitrary: wellFormedRequest },
      oddRequest,
      damagedRequest,
      fc.uint8Array({ maxLength: 2_000 }),
    );
    const sendAny = fc.asyncProperty(bytes, async (sent) => {
      for (const status of await send(sent)) {
        expect(status).toBeLessThan(500);
        statuses.add(status);
      }
    });
    // The memory that these pages and the first requests need does not count as growth.
    for (const page of ['/', '/docs']) await (await fetch(service.url + page)).arrayBuffer();
    await fc.assert(sendAny, { numRuns: 200 });
    const before = measureHeap();
    await fc.assert(sendAny, { numRuns: 600 });
    const after = measureHeap();
    expect(after - before).toBeLessThan(MAX_GROWTH_BYTES);
    expect([...statuses]).toEqual(expect.arrayContaining([400, 401, 404]));
    expect((await fetch(`${service.url}/auth/refresh-token`)).status).toBe(401);
  });
});
