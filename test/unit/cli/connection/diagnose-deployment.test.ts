import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import packageDescription from '../../../../package.json' with { type: 'json' };
import { checkConcurrency, checkVersion } from '../../../../lib/cli/connection/diagnose-deployment.ts';
import { changeForFile } from '../../../support/run/change-for-file.ts';
import { operatorCredentials, serve, type TestServer } from '../../../support/serve.ts';

const { version } = packageDescription;

describe('checkVersion', () => {
  it('passes if the deployed version is the same as the command line’s', () => {
    expect(checkVersion(version)).toStrictEqual({
      check: 'version',
      ok: true,
      message: `Version ${version} is deployed.`,
    });
  });

  it('warns if the deployed version differs, and says what to do', () => {
    const { isWarning, ok, message } = checkVersion('0.9.0');
    expect({ isWarning, ok }).toStrictEqual({ isWarning: true, ok: true });
    expect(message).toBe(
      `Version 0.9.0 is deployed; this command line is ${version}. Use the command line of the deployed version, or deploy version ${version} if it is newer.`,
    );
  });
});

describe('checkConcurrency', () => {
  let lambda: TestServer;
  let free = 0;

  beforeAll(async () => {
    lambda = await serve((_, response) =>
      response.end(
        JSON.stringify({ AccountLimit: { ConcurrentExecutions: 1_000, UnreservedConcurrentExecutions: free } }),
      ),
    );
    changeForFile(process.env, { ...operatorCredentials, AWS_ENDPOINT_URL_LAMBDA: lambda.url });
  });
  afterAll(() => lambda.stop());

  it('accepts enough unreserved executions for the peak', async () => {
    free = 11;
    expect(await checkConcurrency({ peakCheckinsPerSecond: 110 })).toStrictEqual([
      {
        check: 'concurrency',
        ok: true,
        message: '110 check-ins per second need 11 concurrent executions; the account has 11 that are not reserved.',
      },
    ]);
  });

  it('warns of too few unreserved executions, and names the quota', async () => {
    free = 10;
    const [finding] = await checkConcurrency({ peakCheckinsPerSecond: 110 });
    expect(finding).toMatchObject({ ok: true, isWarning: true });
    expect(finding?.message).toMatch(/the account has 10 .* Ask AWS for more: quota L-B99A9384 of Lambda\.$/);
  });

  it('reports nothing for a stack without a peak in its outputs', async () => {
    expect(await checkConcurrency({})).toStrictEqual([]);
  });
});
