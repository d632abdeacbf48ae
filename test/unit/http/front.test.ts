import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { makeApiFunction } from '../../../shared/http/api-function.ts';
import { makeCloudFrontCheck } from '../../../shared/http/front.ts';
import type { LoggedRequest } from '../../../shared/http/request-log.ts';

const SECRET = 'between-cloudfront-and-the-function';
const ADDRESS_AT_GATEWAY = '192.0.2.1';
const VIEWER_ADDRESS = '2001:db8::7';

const eventWith = (headers: Record<string, string>): APIGatewayProxyEventV2 =>
  ({
    headers,
    requestContext: { requestId: 'request-1', http: { sourceIp: ADDRESS_AT_GATEWAY } },
  }) as unknown as APIGatewayProxyEventV2;

const throughCloudFront = { 'x-origin-secret': SECRET, 'x-viewer-address': VIEWER_ADDRESS };
const bypassing = [
  ['an invented address', { 'x-viewer-address': VIEWER_ADDRESS }],
  ['a wrong secret', { ...throughCloudFront, 'x-origin-secret': `${SECRET}.` }],
] as const;

const serve = (environment: Record<string, string>, headers: Record<string, string>) => {
  const event = eventWith(headers);
  return { isServed: makeCloudFrontCheck(environment)(event), sourceIp: event.requestContext.http.sourceIp };
};

describe('A request', () => {
  it('through CloudFront has the address of the caller of CloudFront', () => {
    expect(serve({ ORIGIN_SECRET: SECRET }, throughCloudFront)).toStrictEqual({
      isServed: true,
      sourceIp: VIEWER_ADDRESS,
    });
  });

  it.each(bypassing)('that bypasses CloudFront, with %s, is served only if direct calls are allowed', (_, headers) => {
    for (const isServed of [true, false]) {
      const environment = { ORIGIN_SECRET: SECRET, DIRECT_CALLS: String(isServed) };
      expect(serve(environment, headers)).toStrictEqual({ isServed, sourceIp: ADDRESS_AT_GATEWAY });
    }
  });

  it.each<Record<string, string>>([{}, { ORIGIN_SECRET: '' }])(
    'without CloudFront has the address that API Gateway saw: %j',
    (environment) => {
      const headers = { 'x-origin-secret': '', 'x-viewer-address': VIEWER_ADDRESS };
      expect(serve(environment, headers)).toStrictEqual({ isServed: true, sourceIp: ADDRESS_AT_GATEWAY });
    },
  );
});

describe('A function behind CloudFront', () => {
  beforeEach(() => {
    process.env['ORIGIN_SECRET'] = SECRET;
  });
  afterEach(() => {
    delete process.env['ORIGIN_SECRET'];
  });

  const call = async (headers: Record<string, string>) => {
    const logged: LoggedRequest[] = [];
    const addresses: string[] = [];
    const handler = makeApiFunction({
      name: 'auth',
      record: (line) => logged.push(line),
      operation: ({ requestContext }) => {
        addresses.push(requestContext.http.sourceIp);
        return Promise.resolve({ statusCode: 200 });
      },
    });
    const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
    return { response: await handler(eventWith(headers), context), logged, addresses };
  };

  it('passes the address of the caller to the operation and the log', async () => {
    const { response, logged, addresses } = await call(throughCloudFront);
    expect(response.statusCode).toBe(200);
    expect(addresses).toStrictEqual([VIEWER_ADDRESS]);
    expect(logged).toMatchObject([{ sourceIp: VIEWER_ADDRESS, statusCode: 200 }]);
  });

  it('responds 403, like API Gateway, to a request that bypasses CloudFront, and only logs it', async () => {
    const { response, logged, addresses } = await call({ 'x-viewer-address': VIEWER_ADDRESS });
    expect(response).toMatchObject({ statusCode: 403, body: '{"message":"Forbidden"}' });
    expect(response.headers).toMatchObject({ 'X-Request-Id': 'request-1' });
    expect(addresses).toStrictEqual([]);
    expect(logged).toMatchObject([{ sourceIp: ADDRESS_AT_GATEWAY, statusCode: 403 }]);
  });
});
