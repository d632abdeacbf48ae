import { mock } from 'node:test';
import { describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { makeApiFunction } from '../../../shared/http/api-function.ts';

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

/** Calls a function in this environment. */
const call = async (environment: Record<string, string>, headers: Record<string, string>) => {
  Object.assign(process.env, { ORIGIN_SECRET: '', ...environment });
  const logged: object[] = [];
  mock.method(process.stdout, 'write', (line: string) => logged.push(JSON.parse(line) as object));
  const addresses: string[] = [];
  const handler = makeApiFunction({
    name: 'auth',
    operation: async ({ requestContext }) => {
      addresses.push(requestContext.http.sourceIp);
      return { statusCode: 200 };
    },
  });
  const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
  const response = await handler(eventWith(headers), context);
  mock.restoreAll();
  return { response, logged, addresses };
};

describe('A request', () => {
  it('through CloudFront has the address of the caller of CloudFront, for the operation and the log', async () => {
    const { response, logged, addresses } = await call({ ORIGIN_SECRET: SECRET }, throughCloudFront);
    expect([response.statusCode, addresses]).toStrictEqual([200, [VIEWER_ADDRESS]]);
    expect(logged).toMatchObject([{ sourceIp: VIEWER_ADDRESS, statusCode: 200 }]);
  });

  it.each(bypassing)(
    'that bypasses CloudFront, with %s, gets a 403 like API Gateway’s, and is logged',
    async (_, headers) => {
      const environment = { ORIGIN_SECRET: SECRET };
      const { response, logged, addresses } = await call(environment, headers);
      expect(response).toMatchObject({ statusCode: 403, body: '{"message":"Forbidden"}' });
      expect(response.headers).toMatchObject({ 'X-Request-Id': 'request-1' });
      expect(addresses).toStrictEqual([]);
      expect(logged).toMatchObject([{ sourceIp: ADDRESS_AT_GATEWAY, statusCode: 403 }]);
    },
  );

  it('without CloudFront has the address that API Gateway saw', async () => {
    const headers = { ...throughCloudFront, 'x-origin-secret': '' };
    expect((await call({ ORIGIN_SECRET: '' }, headers)).addresses).toStrictEqual([ADDRESS_AT_GATEWAY]);
  });
});
