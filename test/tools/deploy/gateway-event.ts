import { randomUUID } from 'node:crypto';
import type { JwtClaims } from '../../../lib/local/gateway/jwt-authorizer.ts';

export interface Request {
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it goes around CloudFront. */
  readonly isDirect?: boolean;
}

/** API Gateway's event for a request (payload format 2.0). `target`: such as `GET /console/api/log?limit=1`. */
export const toEvent = (routeKey: string, target: string, { body, token, headers = {} }: Request, jwt?: JwtClaims) => {
  const [method = '', address = ''] = target.split(' ');
  const [rawPath = '', rawQueryString = ''] = address.split('?');
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: {
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'gate/1' },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      timeEpoch: Date.now(),
      ...(jwt && { authorizer: { jwt } }),
    },
  };
};

type GatewayEvent = ReturnType<typeof toEvent>;

/** Payload format 1.0 has other members. A function gets it if the deployment selects it. */
export const toFormat1 = ({ rawPath, headers, requestContext, ...rest }: GatewayEvent) => ({
  ...('body' in rest && { body: rest.body }),
  version: '1.0',
  resource: rawPath,
  path: rawPath,
  httpMethod: requestContext.http.method,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
  requestContext: { identity: { sourceIp: '192.0.2.1' }, requestId: requestContext.requestId },
});

/** Whether a route matches a request: exactly, or as `ANY` with a path that ends in `{proxy+}`. */
export const isRouteFor = (routeKey: string, target: string): boolean => {
  const [request = ''] = target.split('?');
  if (routeKey === request) return true;
  const [method = '', path = ''] = routeKey.split(' ');
  const prefix = path.replace(/\{proxy\+\}$/, '');
  return method === 'ANY' && prefix !== path && (request.split(' ')[1] ?? '').startsWith(prefix);
};
