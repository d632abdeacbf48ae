import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeConsoleSite } from '../../../lib/local/console/console-site.ts';
import { createIssuer } from '../../../lib/local/console/oidc-issuer.ts';
import { serve, type TestServer } from '../../support/serve.ts';

describe('The console of the local service, when the database refuses a read', () => {
  const failures: unknown[] = [];
  let server: TestServer;
  beforeAll(async () => {
    const listAccounts = () => Promise.reject(new Error('refused'));
    const intercept = makeConsoleSite({
      buildFiles: async () => [],
      createIssuer: () => createIssuer({ url: server.url, listAccounts }),
      onFailure: (error) => failures.push(error),
    });
    server = await serve((request, response) => void intercept(request, response));
  });
  afterAll(() => server.stop());

  const statusOf = async (path: string): Promise<number> =>
    (await fetch(`${server.url}/console/oidc${path}`, { signal: AbortSignal.timeout(20_000) })).status;

  it('responds with 500, reports the failure, and goes on', async () => {
    expect([await statusOf('/userinfo'), await statusOf('/userinfo')]).toEqual([500, 500]);
    expect(failures).toEqual([new Error('refused'), new Error('refused')]);
    expect(await statusOf('/.well-known/openid-configuration')).toBe(200);
  });
});
