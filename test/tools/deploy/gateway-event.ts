import { randomUUID } from 'node:crypto';
import { toGatewayEvent } from '../../../lib/local/gateway/event.ts';
import type { JwtClaims } from '../../../lib/local/gateway/jwt-authorizer.ts';

export interface Request {
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the request bypasses CloudFront. */
  readonly isDirect?: boolean;
}

/** Makes API Gateway's event (payload format 2.0) for a request. @param target for example `GET /console/api/log?limit=1` */
export const toEvent = (routeKey: string, target: string, { body, token, headers = {} }: Request, jwt?: JwtClaims) => {
  const [method = '', address = ''] = target.split(' ');
  const sent = {
    'user-agent': 'gate/1',
    ...(typeof body === 'object' && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  };
  const event = toGatewayEvent(
    {
      method,
      target: address,
      version: '1.1',
      rawHeaders: Object.entries(sent).flat(),
      body: Buffer.from(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)),
      remoteAddress: '192.0.2.1',
      localPort: 443,
      requestId: randomUUID(),
      receivedAt: Date.now(),
    },
    { routeKey, pathParameters: {} },
  );
  return { ...event, requestContext: { ...event.requestContext, ...(jwt && { authorizer: { jwt } }) } };
};

/** Whether a route matches a request: by the same method and path, or by `ANY` and a prefix of the path, before `{proxy+}`. */
export const isRouteFor = (routeKey: string, target: string): boolean => {
  const [request = ''] = target.split('?');
  if (routeKey === request) return true;
  const [method = '', path = ''] = routeKey.split(' ');
  const prefix = path.replace(/\{proxy\+\}$/, '');
  return method === 'ANY' && prefix !== path && (request.split(' ')[1] ?? '').startsWith(prefix);
};
