import type { HttpRequest } from './http-request.ts';

/** Headers that are about one connection and not about the request (RFC 9110, section 7.6.1). */
const CONNECTION_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

type Line = readonly [name: string, value: string];

const linesOf = (rawHeaders: readonly string[]): Line[] =>
  rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? ''] as const] : []));

const joinDuplicates = (lines: readonly Line[]): Record<string, string> => {
  const headers = new Map<string, string>();
  for (const [name, value] of lines) headers.set(name, headers.has(name) ? `${headers.get(name)},${value}` : value);
  return Object.fromEntries(headers);
};

/** What the gateway says itself, whatever the caller said. */
const OWN_HEADERS = new Set(['content-length', 'x-forwarded-port', 'x-forwarded-proto']);

const ownLines = ({ body, remoteAddress, localPort }: HttpRequest): Line[] => [
  ['content-length', String(body.length)],
  ['x-forwarded-for', remoteAddress],
  ['x-forwarded-port', String(localPort)],
  ['x-forwarded-proto', 'http'],
];

/** Names in lower case, values of one name joined by `,` in their order; the cookies apart. */
export const toEventHeaders = (request: HttpRequest): { headers: Record<string, string>; cookies?: string[] } => {
  const sent = linesOf(request.rawHeaders).filter(([name]) => !CONNECTION_HEADERS.has(name) && !OWN_HEADERS.has(name));
  const cookies = sent.filter(([name]) => name === 'cookie').flatMap(([, value]) => value.split(/;\s*/));
  const named = cookies.filter((cookie) => cookie !== '');
  const headers = joinDuplicates([...sent.filter(([name]) => name !== 'cookie'), ...ownLines(request)]);
  return { headers, ...(named.length > 0 && { cookies: named }) };
};
