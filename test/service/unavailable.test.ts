import { describe, expect, it } from '@jest/globals';
import { startBreakableService, retryUntilAvailable, within } from '../support/breakable-service.ts';
import { useForFile } from '../support/use-service.ts';
import type { Fault } from '../support/faulty-proxy.ts';
import { takeErrors } from '../support/run/service-log.ts';
import { get, post, runServiceWithRealDeadlines, type HttpResponse } from '../support/running-service.ts';

const service = useForFile(() => startBreakableService(runServiceWithRealDeadlines));

/** For each operation, prepares the data while the database works, and returns a function that sends the request. */
const operations: [string, () => Promise<() => Promise<HttpResponse>>][] = [
  ['auth', async () => () => post(`${service.url}/auth`, service.client)],
  [
    'refresh',
    async () => () =>
      get(`${service.url}/auth/refresh-token`, { Authorization: `Bearer ${service.tokens.refreshToken}` }),
  ],
  [
    'checkin',
    async () => {
      const userId = await service.aBookedUser();
      return () => service.checkin(userId);
    },
  ],
];

const faults: Fault[] = ['throttle', 'fail', 'reset', 'hang', 'garble'];

describe.each(operations)('The operation %s', (name, prepare) => {
  it.each(faults)(
    'responds with 503 and Retry-After within 3 s if every call to the database fails: %s',
    async (fault) => {
      const call = await prepare();
      service.faultyDatabase.inject(() => fault);
      const { status, headers, body } = await within(3_000, call);
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('1');
      expect(body).toEqual({
        statusCode: 503,
        code: 'dependency_unavailable',
        message: expect.stringContaining('Retry the request'),
        requestId: headers.get('x-request-id'),
      });
      service.faultyDatabase.inject(() => 'none');
      expect((await retryUntilAvailable(call)).status).toBeLessThan(300);
      expect(new Set(takeErrors())).toEqual(new Set([`${name} 503`]));
    },
  );
});
