import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Instant } from '../../../shared/domain/instant.ts';
import { toEventBody } from './event-body.ts';
import { toEventHeaders } from './event-headers.ts';
import type { HttpRequest } from './http-request.ts';
import { parseTarget } from './request-target.ts';

/** Stands for the account and the API, which one machine does not have. */
export const LOCAL_ACCOUNT_ID = '000000000000';
const API_ID = 'local';
const STAGE = '$default';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The Common Log Format's time, in UTC: `21/Nov/2026:08:00:00 +0000`. */
const formatLogTime = (instant: Instant): string => {
  const [date = '', time = ''] = new Date(instant).toISOString().split(/[T.]/);
  const [year = '', month = '', day = ''] = date.split('-');
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${time} +0000`;
};

const parseQuery = (query: string): Record<string, string> | undefined => {
  const parameters = new URLSearchParams(query);
  const names = [...new Set(parameters.keys())];
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, parameters.getAll(name).join(',')]));
};

const makeRequestContext = (
  request: HttpRequest,
  { host = 'localhost', 'user-agent': userAgent = '' }: Record<string, string>,
  { path, routeKey }: { path: string; routeKey: string },
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

/**
 * A request as API Gateway gives it to a function behind an HTTP API (payload format 2.0).
 * @param routeKey method and path of the route that the request matched: `POST /auth`.
 */
export const toGatewayEvent = (request: HttpRequest, routeKey: string): APIGatewayProxyEventV2 => {
  const { path, query } = parseTarget(request.target);
  const { headers, cookies } = toEventHeaders(request);
  const queryStringParameters = parseQuery(query);
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookies && { cookies }),
    headers,
    ...(queryStringParameters && { queryStringParameters }),
    requestContext: makeRequestContext(request, headers, { path, routeKey }),
    ...toEventBody(request.body, headers['content-type']),
  };
};
