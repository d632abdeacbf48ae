import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { describe, expect, it } from '@jest/globals';
import { parseFaults, type FaultRates, withFaults } from '../../../../lib/local/gateway/faults.ts';

describe('A function with simulated faults', () => {
  const rates: FaultRates = { '503': 10, '429': 2, lost: 5, slow: 20 };
  const event = { headers: {}, requestContext: { requestId: 'r-1' } } as APIGatewayProxyEventV2;

  /** @param draw the random number, from 0 to 1 */
  const call = async (draw: number) => {
    const seen = { calls: 0, faults: [] as string[], slept: 0 };
    const handler = withFaults(
      'auth',
      () => {
        seen.calls += 1;
        return { statusCode: 201 };
      },
      {
        rates,
        random: () => draw,
        sleep: async (milliseconds) => {
          seen.slept += milliseconds;
        },
        onFault: (name, kind) => seen.faults.push(`${name} ${kind}`),
      },
    );
    const result = await Promise.resolve(handler(event, {} as Context)).catch((error: unknown) => error);
    return { ...seen, result };
  };

  it('is not called if the fault is 429 or 503', async () => {
    const throttled = await call(0);
    expect(throttled).toMatchObject({ calls: 0, faults: ['auth 429'] });
    // As API Gateway does, without Retry-After.
    expect(throttled.result).toEqual({
      statusCode: 429,
      headers: { 'content-type': 'application/json' },
      body: '{"message":"Too Many Requests"}',
    });
    const unavailable = await call(0.02);
    expect(unavailable).toMatchObject({ calls: 0, faults: ['auth 503'] });
    const headers = { 'Retry-After': '1', 'X-Request-Id': 'r-1' };
    expect(unavailable.result).toMatchObject({ statusCode: 503, headers });
  });

  it.each([
    ['auth', 'POST /auth', { 'Cache-Control': 'no-store' }, '"code":"dependency_unavailable"'],
    ['refresh', 'GET /auth/refresh-token', { 'Cache-Control': 'no-store' }, '"code":"dependency_unavailable"'],
    [
      'auth',
      'POST /oauth2/token',
      { 'Cache-Control': 'no-store', Pragma: 'no-cache' },
      '"error":"temporarily_unavailable"',
    ],
  ])('%s responds to %s with a 503 as without FAULTS', async (name, routeKey, headers, code) => {
    const options = { rates: { '503': 100 }, onFault: () => undefined };
    const handler = withFaults(name, () => ({ statusCode: 201 }), options);
    expect(await handler({ ...event, routeKey }, {} as Context)).toMatchObject({
      statusCode: 503,
      headers: { ...headers, 'Retry-After': '1' },
      body: expect.stringContaining(code),
    });
  });

  it('is called if the fault is a lost or slow response', async () => {
    expect(await call(0.12)).toMatchObject({ calls: 1, faults: ['auth lost'], result: { code: 'lost_response' } });
    const slow = { calls: 1, faults: ['auth slow'], slept: 3_000, result: { statusCode: 201 } };
    expect(await call(0.17)).toMatchObject(slow);
  });

  it('is called normally if there is no fault', async () => {
    expect(await call(0.37)).toEqual({ calls: 1, faults: [], slept: 0, result: { statusCode: 201 } });
    expect(await call(0.999)).toMatchObject({ faults: [] });
  });
});

describe('The setting FAULTS', () => {
  it('names faults, each with its percentage', () => {
    expect(parseFaults('503:10%,lost:5%,slow:20%,429:2%')).toEqual({ '503': 10, lost: 5, slow: 20, '429': 2 });
    expect(parseFaults(' lost : 0.5% ')).toEqual({ lost: 0.5 });
    expect(parseFaults('lost:33.3%,slow:33.3%,503:33.4%')).toEqual({ lost: 33.3, slow: 33.3, '503': 33.4 });
  });

  it.each([
    ['503', '"503" is not a fault with a percentage'],
    ['503:10', '"503:10" is not a fault with a percentage'],
    ['503:-1%', '"503:-1%" is not a fault with a percentage'],
    ['503:10%,', '"" is not a fault with a percentage'],
    ['500:10%', 'there is no fault "500"'],
    ['toString:10%', 'there is no fault "toString"'],
    ['lost:1%,lost:2%', 'lost is named twice'],
    ['lost:60%,slow:41%', 'that is more than 100% in total'],
    ['lost:999%', 'that is more than 100% in total'],
  ])('rejects the value %s', (value, problem) => {
    expect(() => parseFaults(value)).toThrow(
      `FAULTS is "${value}": ${problem}. Write each fault with its percentage of the requests, such as 503:10%,lost:5%. ` +
        'The faults are 429, 503, lost, slow; name each at most once, with at most 100% in total.',
    );
  });
});
