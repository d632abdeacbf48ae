import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { routes } from '../../../../shared/routes.ts';

/**
 * The event of a check-in from API Gateway.
 * @param body as sent
 */
export const makeCheckinEvent = (
  requestId: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): APIGatewayProxyEventV2 => {
  const { method, path } = routes.checkin;
  const routeKey = `${method} ${path}`;
  const http = { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'gate' };
  const domainName = 'api.checkin.example';
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: '',
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      host: domainName,
      'user-agent': 'gate',
      ...headers,
    },
    requestContext: {
      accountId: '123456789012',
      apiId: 'api',
      domainName,
      domainPrefix: 'api',
      http,
      requestId,
      routeKey,
      stage: '$default',
      time: '21/Nov/2026:08:00:00 +0000',
      timeEpoch: Date.UTC(2026, 10, 21, 8),
    },
    body,
    isBase64Encoded: false,
  };
};
