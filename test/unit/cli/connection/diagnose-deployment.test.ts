import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import packageDescription from '../../../../package.json' with { type: 'json' };
import { checkLocalApi } from '../../../../lib/cli/connection/check-local-api.ts';
import { checkConcurrency, checkVersion } from '../../../../lib/cli/connection/diagnose-deployment.ts';
import { changeForFile } from '../../../support/run/change-for-file.ts';
import { operatorCredentials, serve, type TestServer } from '../../../support/serve.ts';

const { version } = packageDescription;

/** A server that is the local API and Lambda. */
let server: TestServer;
/** The status of `POST /auth`. Every other path of the API gives 404. */
let authStatus = 400;
let unreserved = 0;

beforeAll(async () => {
  server = await serve(({ method, url }, response) => {
    if (url === '/auth') return response.writeHead(method === 'POST' ? authStatus : 404).end();
    return response.end(JSON.stringify({ AccountLimit: { UnreservedConcurrentExecutions: unreserved } }));
  });
  changeForFile(process.env, { ...operatorCredentials, AWS_ENDPOINT_URL_LAMBDA: server.url });
});
afterAll(() => server.stop());

describe('checkVersion', () => {
  it('passes if the deployed version is the same as the command line’s', () => {
    const message = `Version ${version} is deployed.`;
    expect(checkVersion(version)).toStrictEqual({ check: 'version', ok: true, message });
  });

  it('warns if the deployed version differs, and says what to do', () => {
    expect(checkVersion('0.9.0')).toStrictEqual({
      check: 'version',
      ok: true,
      isWarning: true,
      message: `Version 0.9.0 is deployed; this command line is ${version}. Use the command line of the deployed version, or deploy version ${version} if it is newer.`,
    });
  });
});

describe('checkConcurrency', () => {
  it.each([
    [11, {}, /^110 check-ins per second need 11 concurrent executions; the account has 11 that are not reserved\.$/],
    [10, { isWarning: true }, /the account has 10 .* Ask AWS for more: quota L-B99A9384 of Lambda\.$/],
  ])('for a peak that needs 11 executions of which %i are left, reports %j', async (left, warning, message) => {
    unreserved = left;
    expect(await checkConcurrency({ peakCheckinsPerSecond: 110 })).toStrictEqual([
      { check: 'concurrency', ok: true, ...warning, message: expect.stringMatching(message) },
    ]);
  });

  it('reports nothing for a stack without a peak in its outputs', async () => {
    expect(await checkConcurrency({})).toStrictEqual([]);
  });
});

describe('checkLocalApi', () => {
  it.each([
    [400, true, /^The API is at http:[^ ]+\.$/],
    [404, false, /^http:[^ ]+ is not the API .* gives 404 .* Set PORT to/],
  ])('if a log-in without credentials gets a %i, reports that it is %j', async (status, ok, message) => {
    authStatus = status;
    expect(await checkLocalApi({ PORT: server.port })).toEqual([
      { check: 'api', ok, message: expect.stringMatching(message) },
    ]);
  });

  it('says which setting to change if nothing responds', async () => {
    const [finding] = await checkLocalApi({ PORT: '1' });
    expect(finding).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Nothing responds at .*\. Set PORT to/),
    });
  });
});
