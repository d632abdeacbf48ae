import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import { checkConcurrency, checkVersion } from '../../../../lib/cli/connection/diagnose-deployment.ts';
import { listen } from '../../../../lib/local/listen.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

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
      `Version 0.9.0 is deployed; this command line is ${version}. Use the command line of the deployed version, or deploy this one if it is newer.`,
    );
  });
});

describe('checkConcurrency', () => {
  let server: Server;
  let free = 0;
  const before = { ...process.env };

  beforeAll(async () => {
    server = createServer((_, response) => {
      response.end(
        JSON.stringify({ AccountLimit: { ConcurrentExecutions: 1_000, UnreservedConcurrentExecutions: free } }),
      );
    });
    process.env['AWS_ENDPOINT_URL_LAMBDA'] = await listen(server, 'PORT', 0);
    process.env['AWS_REGION'] = 'eu-central-1';
    process.env['AWS_ACCESS_KEY_ID'] = 'test';
    process.env['AWS_SECRET_ACCESS_KEY'] = 'test';
  });
  afterAll(() => {
    process.env = before;
    server.close();
    server.closeAllConnections();
  });

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
