import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Instant } from '../../../shared/domain/instant.ts';
import { parseTarget, type MatchedRoute } from './router.ts';

export interface HttpRequest {
  readonly method: string;
  /** The request target, as sent. */
  readonly target: string;
  readonly version: string;
  /** Alternating names and values, as sent: Node's `rawHeaders`. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly remoteAddress: string;
  readonly localPort: number;
  readonly requestId: string;
  readonly receivedAt: Instant;
}

/** Placeholders for the account and API ids, which do not exist on one machine. */
export const LOCAL_ACCOUNT_ID = '000000000000';
const API_ID = 'local';
const STAGE = '$default';

/** Headers that the gateway does not pass on to the function. */
const DROPPED_HEADERS = new Set([
  // API Gateway passes on cookies separately. No function reads them.
  'cookie',
  // These describe one connection, not the request (RFC 9110, section 7.6.1).
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
  // The gateway sets these itself.
  'content-length',
  'x-forwarded-port',
  'x-forwarded-proto',
]);

/** Content types of bodies that HTTP APIs pass on as text. Other bodies, even those without a type, are passed on as base64. */
const TEXT_TYPE = /^(text\/[^\s;]+|application\/(json|javascript|xml))\s*(;|$)/i;

/** Returns headers with names in lower case, each with its values in order, joined by `,`. */
const toEventHeaders = ({ rawHeaders, body, remoteAddress, localPort }: HttpRequest): Record<string, string> => {
  const headers = new Map<string, string>();
  const add = (name: string, value: string): void => {
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier},${value}`);
  };
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name, value] = [(rawHeaders[index] as string).toLowerCase(), rawHeaders[index + 1] as string];
    if (!DROPPED_HEADERS.has(name)) add(name, value);
  }
  add('content-length', String(body.length));
  add('x-forwarded-for', remoteAddress);
  add('x-forwarded-port', String(localPort));
  add('x-forwarded-proto', 'http');
  return Object.fromEntries(headers);
};

/** Text that is not valid UTF-8 also becomes base64, because decoding would turn different invalid bytes into the same U+FFFD. */
const toEventBody = (
  body: Buffer,
  contentType: string | undefined,
): Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded'> => {
  if (body.length === 0) return { isBase64Encoded: false };
  const isText = TEXT_TYPE.test(contentType?.trim() ?? '') && isUtf8(body);
  return { body: body.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
};

/** Returns the time in the Common Log Format, in UTC: `21/Nov/2026:08:00:00 +0000`. */
const formatLogTime = (instant: Instant): string =>
  // `toUTCString` returns `Sat, 21 Nov 2026 08:00:00 GMT`.
  new Date(instant).toUTCString().replace(/^\w+, (\d+) (\w+) (\d+) (\S+) GMT$/, '$1/$2/$3:$4 +0000');

const parseQuery = (query: string): Record<string, string> | undefined => {
  const parameters = new URLSearchParams(query);
  const names = [...new Set(parameters.keys())];
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, parameters.getAll(name).join(',')]));
};

const makeRequestContext = (
  request: HttpRequest,
  { host = 'localhost', 'user-agent': userAgent = '' }: Record<string, string>,
  path: string,
  routeKey: string,
): APIGatewayProxyEventV2['requestContext'] => {
  const domainName = host.replace(/:\d+$/, '');
  const { method, version, remoteAddress, requestId, receivedAt } = request;
  return {
    accountId: LOCAL_ACCOUNT_ID,
    apiId: API_ID,
    domainName,
    domainPrefix: domainName.split('.')[0] ?? '',
    http: { method, path, protocol: `HTTP/${version}`, sourceIp: remoteAddress, userAgent },
    requestId,
    routeKey,
    stage: STAGE,
    time: formatLogTime(receivedAt),
    timeEpoch: receivedAt,
  };
};

/** The event that API Gateway passes to a function behind an HTTP API (payload format 2.0). */
export const toGatewayEvent = (
  request: HttpRequest,
  { routeKey, pathParameters }: Pick<MatchedRoute, 'routeKey' | 'pathParameters'>,
): APIGatewayProxyEventV2 => {
  const { path, query } = parseTarget(request.target);
  const headers = toEventHeaders(request);
  const queryStringParameters = parseQuery(query);
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    headers,
    ...(queryStringParameters && { queryStringParameters }),
    requestContext: makeRequestContext(request, headers, path, routeKey),
    ...(pathParameters && { pathParameters }),
    ...toEventBody(request.body, headers['content-type']),
  };
};
